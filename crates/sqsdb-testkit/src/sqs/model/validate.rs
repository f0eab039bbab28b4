//! The rules for names, ids, texts and numbers that several actions share.

use crate::sqs::error::{ErrorKind, SqsError};

const MAX_QUEUE_NAME: usize = 80;
const MAX_ID: usize = 128;
/// The suffix that every FIFO queue's name has and no other.
pub(crate) const FIFO_SUFFIX: &str = ".fifo";

/// The first character that XML 1.0 does not have, and so SQS does not take.
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html>
pub(crate) fn first_illegal_character(text: &str) -> Option<char> {
    text.chars().find(|c| {
        !matches!(c, '\u{9}' | '\u{A}' | '\u{D}' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
    })
}

pub(crate) fn body(body: Option<String>) -> Result<String, SqsError> {
    let body = body.filter(|body| !body.is_empty()).ok_or_else(|| SqsError::missing("MessageBody"))?;
    match first_illegal_character(&body) {
        None => Ok(body),
        Some(illegal) => Err(SqsError::new(
            ErrorKind::InvalidMessageContents,
            format!(
                "Invalid binary character '#x{:x}' was found in the message body, the set of allowed characters \
                 is #x9 | #xA | #xD | [#x20 to #xD7FF] | [#xE000 to #xFFFD] | [#x10000 to #x10FFFF]",
                u32::from(illegal)
            ),
        )),
    }
}

/// A message group id, deduplication id or receive attempt id: 1 to 128 graphic ASCII characters.
pub(crate) fn id(parameter: &str, value: Option<String>) -> Result<Option<String>, SqsError> {
    let Some(value) = value else { return Ok(None) };
    let legal = (1..=MAX_ID).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_graphic());
    if legal {
        return Ok(Some(value));
    }
    let reason =
        format!("{parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.");
    Err(SqsError::invalid_value(value, parameter, &reason))
}

/// `Some(value)` when it is within the bounds, `None` when absent.
pub(crate) fn range(
    parameter: &str,
    value: Option<i64>,
    (min, max): (u64, u64),
    reason: &str,
) -> Result<Option<u64>, SqsError> {
    let Some(value) = value else { return Ok(None) };
    match u64::try_from(value) {
        Ok(fits) if (min..=max).contains(&fits) => Ok(Some(fits)),
        _ => Err(SqsError::invalid_value(value, parameter, reason)),
    }
}

/// Checks a new queue's name against its type.
pub(crate) fn queue_name(name: &str, fifo: bool) -> Result<(), SqsError> {
    let stem = name.strip_suffix(FIFO_SUFFIX);
    let (stem, suffix_fits) = (stem.unwrap_or(name), stem.is_some() == fifo);
    let legal = stem.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if suffix_fits && legal && !stem.is_empty() && name.len() <= MAX_QUEUE_NAME {
        return Ok(());
    }
    let reason = if fifo {
        "The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with \
         .fifo suffix and be 1 to 80 in length."
    } else {
        "Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length"
    };
    Err(SqsError::invalid_value(name, "QueueName", reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_and_illegal_characters() {
        assert_eq!(first_illegal_character("\t\n\r ~\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}"), None);
        for illegal in ['\0', '\u{1}', '\u{B}', '\u{1F}', '\u{FFFE}', '\u{FFFF}'] {
            assert_eq!(first_illegal_character(&illegal.to_string()), Some(illegal));
        }
    }

    #[test]
    fn queue_names() {
        assert!(queue_name("a-b_C9", false).is_ok());
        assert!(queue_name("a.fifo", true).is_ok());
        for (name, fifo) in [("", false), (".fifo", true), ("a.fifo", false), ("a", true), ("a/b", false)] {
            assert!(queue_name(name, fifo).is_err(), "{name}");
        }
        assert!(queue_name(&"x".repeat(81), false).is_err());
    }
}
