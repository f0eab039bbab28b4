//! SendMessage and SendMessageBatch.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::batch::{self, BatchOutput, Entry};
use crate::sqs::{
    clock::Timestamp,
    dispatch::Hooks,
    error::{ErrorKind, SqsError},
    md5,
    model::{
        attributes::{self, WireAttributes},
        message::Content,
        queue::{Queue, Sent},
        state::State,
        validate,
    },
};

/// The longest batch, all its messages together.
const MAX_BATCH: usize = 1_048_576;
const MAX_DELAY: u64 = 900;

/// One message as it is sent, alone or as an entry of a batch.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct SendInput {
    queue_url: Option<String>,
    id: Option<String>,
    message_body: Option<String>,
    delay_seconds: Option<i64>,
    message_attributes: Option<WireAttributes>,
    message_system_attributes: Option<WireAttributes>,
    message_deduplication_id: Option<String>,
    message_group_id: Option<String>,
}

impl Entry for SendInput {
    const NAME: &'static str = "SendMessageBatchRequestEntry";

    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SendOutput {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    message_id: String,
    #[serde(rename = "MD5OfMessageBody")]
    body_md5: String,
    #[serde(rename = "MD5OfMessageAttributes", skip_serializing_if = "Option::is_none")]
    attributes_md5: Option<String>,
    #[serde(rename = "MD5OfMessageSystemAttributes", skip_serializing_if = "Option::is_none")]
    system_attributes_md5: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence_number: Option<String>,
}

pub(super) fn one(state: &mut State, now: Timestamp, input: SendInput) -> Result<SendOutput, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    if queue.is_fifo() && input.message_group_id.is_none() {
        return Err(SqsError::missing("MessageGroupId"));
    }
    check_has_dedup_id(queue, &input)?;
    send(queue, now, None, "One or more parameters are invalid", input)
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct BatchInput {
    queue_url: Option<String>,
    entries: Option<Vec<SendInput>>,
}

pub(super) fn batch(
    state: &mut State,
    now: Timestamp,
    input: BatchInput,
    hooks: &Hooks,
) -> Result<BatchOutput<SendOutput>, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    let entries = batch::check(input.entries)?;
    for (_, entry) in &entries {
        if queue.is_fifo() && entry.message_group_id.is_none() {
            return Err(SqsError::invalid_parameter(
                "The request must contain the parameter MessageGroupId.",
            ));
        }
        check_has_dedup_id(queue, entry)?;
    }
    let size: usize = entries.iter().map(|(_, entry)| entry.size()).sum();
    if size > MAX_BATCH {
        let message =
            format!("Batch requests cannot be longer than {MAX_BATCH} bytes. You have sent {size} bytes.");
        return Err(SqsError::new(ErrorKind::BatchRequestTooLong, message));
    }
    Ok(batch::run(entries, hooks, |id, entry| {
        send(queue, now, Some(id.to_owned()), "One or more parameters cannot be validated", entry)
    }))
}

fn check_has_dedup_id(queue: &Queue, input: &SendInput) -> Result<(), SqsError> {
    let by_content = queue.settings.fifo.as_ref().is_none_or(|fifo| fifo.content_based_deduplication);
    if input.message_deduplication_id.is_none() && !by_content {
        return Err(SqsError::invalid_parameter(
            "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided \
             explicitly",
        ));
    }
    Ok(())
}

fn send(
    queue: &mut Queue,
    now: Timestamp,
    id: Option<String>,
    too_long: &str,
    input: SendInput,
) -> Result<SendOutput, SqsError> {
    let delay = input.delay(queue)?;
    let content = input.into_content(queue)?;
    let limit = queue.settings.maximum_message_size();
    if content.size() > limit {
        let message = format!("{too_long}. Reason: Message must be shorter than {limit} bytes.");
        return Err(SqsError::invalid_parameter(message));
    }
    let body_md5 = md5::of_body(&content.body);
    let attributes_md5 = md5::of_attributes(&content.attributes);
    let system_attributes_md5 = md5::of_attributes(&content.system_attributes);
    let Sent { message_id, sequence } = queue.send(now, content, delay);
    let sequence_number = sequence.map(|sequence| sequence.to_string());
    Ok(SendOutput { id, message_id, body_md5, attributes_md5, system_attributes_md5, sequence_number })
}

impl SendInput {
    /// The bytes it adds to a batch, before anything is known about its validity.
    fn size(&self) -> usize {
        let body = self.message_body.as_ref().map_or(0, String::len);
        let attributes = attributes::parse_user(self.message_attributes.clone());
        body + attributes.map_or(0, |attributes| attributes::size_of(&attributes))
    }

    /// Messages of a FIFO queue cannot have a delay of their own, but zero is let pass and means the queue's.
    fn delay(&self, queue: &Queue) -> Result<Duration, SqsError> {
        let own = match self.delay_seconds {
            None => None,
            Some(0) if queue.is_fifo() => None,
            Some(own) if queue.is_fifo() => return Err(not_for_this_type(own, "DelaySeconds")),
            own => {
                validate::range("DelaySeconds", own, (0, MAX_DELAY), "DelaySeconds must be >= 0 and <= 900.")?
            }
        };
        Ok(own.map_or_else(|| queue.settings.delay(), Duration::from_secs))
    }

    fn into_content(self, queue: &Queue) -> Result<Content, SqsError> {
        let group = validate::id("MessageGroupId", self.message_group_id)?;
        let dedup_id = match self.message_deduplication_id {
            Some(id) if !queue.is_fifo() => return Err(not_for_this_type(id, "MessageDeduplicationId")),
            id => validate::id("MessageDeduplicationId", id)?,
        };
        let body = validate::body(self.message_body)?;
        let dedup_id = queue.dedup_id_for(dedup_id, &body);
        let attributes = attributes::parse_user(self.message_attributes)?;
        let system_attributes = attributes::parse_system(self.message_system_attributes)?;
        Ok(Content { body, attributes, system_attributes, group, dedup_id })
    }
}

fn not_for_this_type(value: impl std::fmt::Display, parameter: &str) -> SqsError {
    let reason = "The request include parameter that is not valid for this queue type.";
    SqsError::invalid_value(value, parameter, reason)
}
