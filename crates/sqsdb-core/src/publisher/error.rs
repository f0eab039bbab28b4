//! Why a message was not sent.

use crate::{
    message::IdentityError,
    transport::{EntryError, QueueError},
};

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishError {
    /// A key cannot be built.
    #[error("the message has no usable key: {0}")]
    Identity(#[from] IdentityError),
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
    /// The call did not succeed, though it was tried several times.
    #[error("the message could not be sent: {0}")]
    Call(std::sync::Arc<QueueError>),
    /// An earlier message of the same FIFO group was not sent.
    #[error("not sent: an earlier message of the group `{group}` failed, and its order must hold")]
    HeldBack {
        /// The group.
        group: String,
    },
    /// The queue's answer does not mention the entry.
    #[error("the queue's answer does not mention the message; it may or may not have been sent")]
    NoAnswer,
}
