//! The small, stable trait that a queue implements. No runtime code lives here.

#[cfg(feature = "sqs")]
pub mod sqs;

use std::{error::Error, fmt, future::Future, sync::Arc, time::Duration};

use crate::{delivery::Delivery, failure::BoxError};

/// The most messages or entries in one call
/// ([quotas](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html)).
pub const BATCH_MAX: usize = 10;

/// A queue that hands out messages under a lease.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a queue",
    label = "a worker needs a queue to read from",
    note = "use `sqsdb_core::SqsQueue::new(client, queue_url)`"
)]
pub trait Queue: Clone + Send + Sync + 'static {
    /// Reads the queue's settings.
    fn settings(&self) -> impl Future<Output = Result<QueueSettings, QueueError>> + Send;

    /// Receives up to `request.max` messages; none, when the wait is over.
    fn receive(
        &self,
        request: &ReceiveRequest,
    ) -> impl Future<Output = Result<Vec<Delivery>, QueueError>> + Send;

    /// Deletes up to ten messages; one result per entry, in order.
    fn delete(
        &self,
        handles: &[Arc<str>],
    ) -> impl Future<Output = Result<Vec<Result<(), EntryError>>, QueueError>> + Send;

    /// Hides up to ten messages for so long from now; one result per entry, in order. Zero gives a message back.
    fn change_visibility(
        &self,
        entries: &[(Arc<str>, Duration)],
    ) -> impl Future<Output = Result<Vec<Result<(), EntryError>>, QueueError>> + Send;
}

/// Settings of a queue that a worker goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueueSettings {
    /// Name of the queue.
    pub name: Arc<str>,
    /// Whether messages of one group come in order.
    pub fifo: bool,
    /// How long a received message stays hidden, unless the worker asks for another time.
    pub visibility_timeout: Duration,
    /// How long messages are kept.
    pub retention: Duration,
    /// Receives after which a message goes to the dead-letter queue, where there is one.
    pub max_receive_count: Option<u32>,
}

impl QueueSettings {
    /// Settings of a queue with SQS's defaults: visibility 30 s, retention 4 days, no dead-letter queue.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, fifo: bool) -> Self {
        Self {
            name: name.into(),
            fifo,
            visibility_timeout: Duration::from_secs(30),
            retention: Duration::from_secs(4 * 86_400),
            max_receive_count: None,
        }
    }
}

/// One receive.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReceiveRequest {
    /// At most so many messages, 1 to 10.
    pub max: usize,
    /// How long to wait for the first, 0 to 20 s.
    pub wait: Duration,
    /// How long the messages stay hidden.
    pub visibility: Duration,
    /// Lets a FIFO queue repeat a lost answer; the same id for every try of one receive.
    pub attempt_id: Option<String>,
}

impl ReceiveRequest {
    /// A receive without an attempt id.
    #[must_use]
    pub fn new(max: usize, wait: Duration, visibility: Duration) -> Self {
        Self { max, wait, visibility, attempt_id: None }
    }

    /// The same receive with an attempt id.
    #[must_use]
    pub fn attempt_id(mut self, id: impl Into<String>) -> Self {
        self.attempt_id = Some(id.into());
        self
    }
}

/// One entry of a batch that the queue refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
#[non_exhaustive]
pub struct EntryError {
    /// The queue's code.
    pub code: String,
    /// The queue's message.
    pub message: String,
    /// The receipt handle is worth nothing any more.
    pub gone: bool,
    /// Trying again cannot help.
    pub permanent: bool,
}

impl EntryError {
    /// A refusal that another try may cure.
    #[must_use]
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), gone: false, permanent: false }
    }

    /// The same refusal, with what is known of it.
    #[must_use]
    pub fn verdict(mut self, gone: bool, permanent: bool) -> Self {
        self.gone = gone;
        self.permanent = permanent;
        self
    }
}

/// What a worker does about a queue's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueueErrorKind {
    /// A lost connection or a fault of the service: try again.
    Transient,
    /// Too many calls or too much in flight: try again later.
    Throttled,
    /// Queue, permissions or request are wrong: trying again cannot help.
    Permanent,
}

/// A call to the queue that did not succeed.
#[derive(Debug)]
pub struct QueueError {
    kind: QueueErrorKind,
    code: String,
    source: BoxError,
}

impl QueueError {
    /// An error of the given kind, with the service's code.
    pub fn new(kind: QueueErrorKind, code: impl Into<String>, source: impl Into<BoxError>) -> Self {
        Self { kind, code: code.into(), source: source.into() }
    }

    /// What to do about it.
    #[must_use]
    pub fn kind(&self) -> QueueErrorKind {
        self.kind
    }

    /// The service's code, such as `AWS.SimpleQueueService.NonExistentQueue`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }
}

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queue: {}: {}", self.code, self.source)
    }
}

impl Error for QueueError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.source.as_ref())
    }
}
