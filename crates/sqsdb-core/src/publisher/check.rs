//! Refuses what SQS would refuse, before it costs its neighbours the call.
//!
//! Rules: [SendMessage](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html) and
//! [message metadata](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html).

use super::{Outgoing, PublishError};
use crate::{message::GROUP_ID_MAX, transport::sqs::PublishSettings};

/// The most attributes of one message.
pub(super) const ATTRIBUTES_MAX: usize = 10;

/// The longest name of an attribute.
const ATTRIBUTE_NAME_MAX: usize = 256;

/// A message that is not sent.
#[derive(Debug)]
pub(super) struct Refused {
    /// Its FIFO group, as far as it is known.
    pub(super) group: Option<String>,
    pub(super) error: PublishError,
}

/// Answers the message, if nothing speaks against it.
pub(super) fn check(settings: &PublishSettings, message: Outgoing) -> Result<Outgoing, Refused> {
    match fault(settings, &message) {
        None => Ok(message),
        Some(error) => Err(Refused { group: message.group_id, error }),
    }
}

fn fault(settings: &PublishSettings, message: &Outgoing) -> Option<PublishError> {
    if settings.fifo
        && let Some(error) = fifo_fault(settings, message)
    {
        return Some(error);
    }
    if message.attributes.len() > ATTRIBUTES_MAX {
        return Some(PublishError::TooManyAttributes { count: message.attributes.len() });
    }
    for (name, value) in &message.attributes {
        if let Some(reason) = attribute_fault(name, value) {
            return Some(PublishError::Attribute { name: name.clone(), reason });
        }
    }
    let (size, max) = (message.size(), settings.maximum_message_size);
    (size > max).then_some(PublishError::TooLarge { size, max })
}

fn fifo_fault(settings: &PublishSettings, message: &Outgoing) -> Option<PublishError> {
    let message_type = || message.message_type.to_owned();
    let Some(group) = &message.group_id else {
        return Some(PublishError::NoGroup { message_type: message_type() });
    };
    if message.deduplication_id.is_none() && !settings.content_based_deduplication {
        return Some(PublishError::NoDeduplication { message_type: message_type() });
    }
    let ids = [("group id", Some(group)), ("deduplication id", message.deduplication_id.as_ref())];
    ids.into_iter().find_map(|(part, id)| {
        let id = id.filter(|id| !is_id(id))?;
        Some(PublishError::Id { part, id: id.clone() })
    })
}

fn is_id(id: &str) -> bool {
    (1..=GROUP_ID_MAX).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Why SQS would refuse a string attribute.
pub(super) fn attribute_fault(name: &str, value: &str) -> Option<&'static str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let lower = name.to_ascii_lowercase();
    if !(1..=ATTRIBUTE_NAME_MAX).contains(&name.len()) {
        Some("its name has to have 1 to 256 characters")
    } else if !name.bytes().all(is_name) {
        Some("its name may have letters, digits, `_`, `-` and `.` only")
    } else if name.starts_with('.') || name.ends_with('.') || name.contains("..") {
        Some("its name may not begin or end with a period, or have two in a row")
    } else if lower.starts_with("aws.") || lower.starts_with("amazon.") {
        Some("names that begin with `AWS.` or `Amazon.` are reserved")
    } else if value.is_empty() {
        Some("its value is empty")
    } else if !value.chars().all(is_text) {
        Some("its value holds a character that SQS does not take, such as a control character")
    } else {
        None
    }
}

/// The characters that SQS takes.
fn is_text(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
