//! Why a message was not sent.

use std::sync::Arc;

use super::call::is_refusal;
use crate::{
    message::IdentityError,
    transport::{EntryError, QueueError, QueueErrorKind},
};

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishError {
    /// A key cannot be built.
    #[error("the message has no usable key: {0}")]
    Identity(#[from] IdentityError),
    /// The envelope's idempotency key is not that of its payload; the consumer would refuse it.
    #[error(
        "the envelope says `{declared}`, but the idempotency key of its payload is `{built}`; \
         do not change an envelope's payload, make a new envelope"
    )]
    KeyMismatch {
        /// The key in the envelope.
        declared: String,
        /// The key that the payload gives.
        built: String,
    },
    /// The payload cannot be written as JSON.
    #[error("the payload cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The queue is FIFO and the type declares no group.
    #[error(
        "the queue is FIFO, but `{message_type}` declares no group; add `group = \"…\"` to its #[worker_message(…)]"
    )]
    NoGroup {
        /// The message type.
        message_type: String,
    },
    /// The type relies on content-based deduplication, which the queue has not switched on.
    #[error(
        "`{message_type}` leaves deduplication to the queue, but the queue has no ContentBasedDeduplication; switch it on or declare a deduplication id"
    )]
    NoDeduplication {
        /// The message type.
        message_type: String,
    },
    /// A group or deduplication id has characters that SQS does not take.
    #[error("the {part} `{id}` is none for SQS, which takes 1 to 128 letters, digits and punctuation marks")]
    Id {
        /// Which id.
        part: &'static str,
        /// The id.
        id: String,
    },
    /// More attributes than SQS takes.
    #[error("the message has {count} attributes, but SQS takes ten; put some of them into the payload")]
    TooManyAttributes {
        /// How many.
        count: usize,
    },
    /// An attribute that SQS does not take.
    #[error("the attribute `{name}` cannot be sent: {reason}")]
    Attribute {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Body and attributes are larger than the queue takes.
    #[error(
        "the message has {size} bytes with its attributes, but the queue takes {max}; put the large part into S3 and send a reference to it (claim check)"
    )]
    TooLarge {
        /// Bytes of body, attribute names, types and values.
        size: usize,
        /// The queue's `MaximumMessageSize`.
        max: usize,
    },
    /// The queue refused the entry.
    #[error("the queue refused the message: {0}")]
    Refused(EntryError),
    /// The call did not succeed, though it was tried again where that could help. If the answer was lost, the message
    /// may have been sent.
    #[error("the call that sends the message did not succeed: {0}")]
    Call(Arc<QueueError>),
    /// An earlier message of the same FIFO group was not sent.
    #[error("not sent: an earlier message of the group `{group}` failed, and its order must hold")]
    HeldBack {
        /// The group.
        group: String,
    },
    /// The queue's answers do not mention the entry.
    #[error("the queue's answer does not mention the message; it may or may not have been sent")]
    NoAnswer,
}

impl PublishError {
    /// Whether sending the same message again cannot help.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Refused(entry) => entry.permanent,
            Self::Call(call) => call.kind() == QueueErrorKind::Permanent || is_refusal(call),
            Self::HeldBack { .. } | Self::NoAnswer => false,
            _ => true,
        }
    }
}
