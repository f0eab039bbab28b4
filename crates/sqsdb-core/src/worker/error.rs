//! Why a worker does not start, or ends early.

use std::borrow::Cow;

use crate::transport::QueueError;

/// Why a worker does not start, or ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// Settings that cannot work.
    #[error("the worker's settings cannot work: {0}")]
    Settings(Cow<'static, str>),
    /// The queue cannot be read.
    #[error("the queue cannot be read; check its URL, the region and the permission sqs:GetQueueAttributes")]
    Queue(#[from] QueueError),
    /// A task of the worker panicked.
    #[error("a task of the worker panicked; messages in hand come again when their leases end")]
    Panicked(#[source] tokio::task::JoinError),
}
