//! The keys of one message, built from its payload and checked against the limits of inbox and SQS.

use sha2::{Digest, Sha256};

use super::{Deduplication, KeyError, WorkerMessage};

/// The longest idempotency key, in characters: the width of the inbox column.
pub const IDEMPOTENCY_KEY_MAX: usize = 200;

/// The longest `MessageGroupId` and `MessageDeduplicationId`, in characters
/// ([SendMessage](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html)).
pub const GROUP_ID_MAX: usize = 128;

/// The longest aggregate id, in characters: the width of the inbox column.
const AGGREGATE_ID_MAX: usize = 200;

/// The keys of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// Names the domain effect; at most 200 characters.
    pub idempotency_key: String,
    /// Id of the aggregate; at most 200 characters.
    pub aggregate_id: String,
    /// FIFO `MessageGroupId`; at most 128 characters.
    pub group_id: Option<String>,
    /// FIFO `MessageDeduplicationId`; at most 128 characters. `None` where the queue derives it from the body,
    /// or the type has no group.
    pub deduplication_id: Option<String>,
}

impl Identity {
    /// Builds and checks the keys of a message.
    ///
    /// # Errors
    /// A key cannot be built from the payload, is empty, or is too long.
    pub fn of<M: WorkerMessage>(message: &M) -> Result<Self, IdentityError> {
        let built = |part| move |source| IdentityError::Key { part, source };
        let idempotency_key = message.idempotency_key().map_err(built("idempotency key"))?;
        let aggregate_id = message.aggregate_id().map_err(built("aggregate id"))?;
        let group_id = message.group_id().map_err(built("group id"))?;
        checked("idempotency key", &idempotency_key, IDEMPOTENCY_KEY_MAX)?;
        checked("aggregate id", &aggregate_id, AGGREGATE_ID_MAX)?;
        let deduplication_id = match (&group_id, M::DESCRIPTOR.deduplication) {
            (None, _) | (_, Deduplication::ContentBased) => None,
            (_, Deduplication::IdempotencyKey) => Some(shortened(&idempotency_key)),
            (_, Deduplication::Template(_)) => {
                message.deduplication_id().map_err(built("deduplication id"))?
            }
        };
        for (part, id) in [("group id", &group_id), ("deduplication id", &deduplication_id)] {
            id.as_deref().map_or(Ok(()), |id| checked(part, id, GROUP_ID_MAX))?;
        }
        Ok(Self { idempotency_key, aggregate_id, group_id, deduplication_id })
    }
}

/// Why the keys of a message cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentityError {
    /// A template cannot be rendered.
    #[error("{part}: {source}")]
    Key {
        /// Which key.
        part: &'static str,
        /// Why.
        source: KeyError,
    },
    /// A key is empty.
    #[error("{part}: the template renders to nothing")]
    Empty {
        /// Which key.
        part: &'static str,
    },
    /// A key is too long. Values count as they are percent-encoded.
    #[error(
        "{part}: {length} characters, but at most {max} are allowed; use a shorter id or a hash of the long field"
    )]
    TooLong {
        /// Which key.
        part: &'static str,
        /// Its length.
        length: usize,
        /// The limit.
        max: usize,
    },
}

fn checked(part: &'static str, key: &str, max: usize) -> Result<(), IdentityError> {
    match key.len() {
        0 => Err(IdentityError::Empty { part }),
        length if length > max => Err(IdentityError::TooLong { part, length, max }),
        _ => Ok(()),
    }
}

/// The key itself, or its SHA-256 in hex where SQS would refuse the length.
fn shortened(key: &str) -> String {
    if key.len() <= GROUP_ID_MAX { key.to_owned() } else { hex::encode(Sha256::digest(key)) }
}
