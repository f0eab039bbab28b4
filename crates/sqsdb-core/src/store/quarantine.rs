//! Where terminal messages are kept, raw, for people to look at.

use std::{collections::BTreeMap, future::Future, sync::Arc};

use chrono::{DateTime, Utc};

use super::StoreError;
use crate::failure::FailureCode;

/// A store that keeps terminal messages. One record per (queue, message id), however often it is written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep quarantined messages",
    label = "the quarantine layer needs a store that implements `QuarantineStore`",
    note = "use `sqsdb_postgres::PgStore`, or leave the layer out: terminal messages then go to the dead-letter queue"
)]
pub trait QuarantineStore: Clone + Send + Sync + 'static {
    /// Commits the record; a second one of the same message only counts.
    fn quarantine(&self, record: &QuarantineRecord) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// A terminal message as it was received, and why it is terminal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct QuarantineRecord {
    /// Name of the queue it was received from.
    pub queue: Arc<str>,
    /// SQS message id.
    pub message_id: Arc<str>,
    /// The body as received: not decoded, not upcast.
    pub body: Arc<str>,
    /// User attributes as received; binary values in base64.
    pub attributes: BTreeMap<String, String>,
    /// FIFO group.
    pub group_id: Option<Arc<str>>,
    /// SQS receive count.
    pub receive_count: u32,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// The envelope's `messageType`, where the body could be read.
    pub message_type: Option<String>,
    /// The envelope's idempotency key, where the body could be read.
    pub idempotency_key: Option<String>,
    /// Why it is terminal.
    pub code: FailureCode,
    /// Why it is terminal, for people.
    pub reason: String,
}

impl QuarantineRecord {
    /// A record of a message that is terminal for the given reason.
    #[must_use]
    pub fn new(
        queue: impl Into<Arc<str>>,
        message_id: impl Into<Arc<str>>,
        body: impl Into<Arc<str>>,
        code: FailureCode,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            queue: queue.into(),
            message_id: message_id.into(),
            body: body.into(),
            attributes: BTreeMap::new(),
            group_id: None,
            receive_count: 1,
            sent_at: None,
            message_type: None,
            idempotency_key: None,
            code,
            reason: reason.into(),
        }
    }
}
