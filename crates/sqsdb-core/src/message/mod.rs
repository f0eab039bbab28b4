//! The message model: what a message type declares about itself, and the envelope it travels in.

mod decode;
mod descriptor;
mod envelope;
mod identity;
mod received;
mod template;
mod version;
mod wrapped;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

pub(crate) use decode::keys;
pub use decode::{DecodeError, Decoded, Peek, decode, peek};
pub use descriptor::{Deduplication, FieldDescriptor, MessageDescriptor};
pub use envelope::{AttemptPolicy, Envelope, EnvelopeHeader};
pub use identity::{GROUP_ID_MAX, IDEMPOTENCY_KEY_MAX, Identity, IdentityError};
pub use received::Message;
pub use template::{KeyBuilder, KeyError};
#[doc(hidden)]
pub use version::must_be_older;
pub use version::{Payload, UpcastFrom, WireValue, read_older};
pub use wrapped::unwrap_body;

/// A type that can travel through a queue and be processed exactly once.
///
/// Derive it; the derive checks the declaration, so that a wrong design does not compile.
///
/// ```
/// # #[cfg(feature = "derive")] mod example {
/// use sqsdb_core::WorkerMessage;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// #[worker_message(
///     message_type = "CaseDeadlineCalculationRequested",
///     schema_version = 1,
///     producer = "case-service",
///     aggregate(type = "case", id = "{case_id}"),
///     idempotency_key = "case:{case_id}:deadline:v{deadline_version}",
///     version = deadline_version,
///     group = "case:{case_id}",
/// )]
/// #[serde(rename_all = "camelCase")]
/// struct CalculateDeadline {
///     case_id: String,
///     deadline_version: i64,
///     #[worker_message(volatile)]
///     requested_at: chrono::DateTime<chrono::Utc>,
/// }
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a worker message",
    label = "needs `#[derive(WorkerMessage)]`, which declares message type, idempotency key and aggregate",
    note = "add `#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]` and `#[worker_message(...)]` to `{Self}`"
)]
pub trait WorkerMessage: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// What the type declares: names, templates, field table.
    const DESCRIPTOR: &'static MessageDescriptor;

    /// Names the one domain effect this message asks for.
    ///
    /// # Errors
    /// A field of the template whose value is not a string, an integer or a boolean.
    fn idempotency_key(&self) -> Result<String, KeyError>;

    /// The id of the aggregate that the effect changes.
    ///
    /// # Errors
    /// As for [`idempotency_key`](Self::idempotency_key).
    fn aggregate_id(&self) -> Result<String, KeyError>;

    /// The value of the version-guard field, where the type declares one.
    fn version(&self) -> Option<i64> {
        None
    }

    /// The FIFO `MessageGroupId`, where the type declares one.
    ///
    /// # Errors
    /// As for [`idempotency_key`](Self::idempotency_key).
    fn group_id(&self) -> Result<Option<String>, KeyError> {
        Ok(None)
    }

    /// The `MessageDeduplicationId` of [`Deduplication::Template`]; the other rules need no value of their own.
    ///
    /// # Errors
    /// As for [`idempotency_key`](Self::idempotency_key).
    fn deduplication_id(&self) -> Result<Option<String>, KeyError> {
        Ok(None)
    }

    /// Reads a payload of an older schema version, where the type declares one it can be made from
    /// (`upcast_from`). `None` where the version is unknown.
    ///
    /// An implementation by hand calls [`read_older`], and says in its descriptor
    /// [how far back](MessageDescriptor::with_oldest_version) it reads.
    fn read_older(version: u32, wire: &WireValue) -> Option<Result<Payload<Self>, DecodeError>> {
        let (_, _) = (version, wire);
        None
    }
}
