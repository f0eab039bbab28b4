//! Puts [`Trace`] around a service.

use tower::Layer;

use super::Trace;

/// Opens the span `worker_message` around every message and logs its result when it ends.
///
/// Fields: `queue`, `messageId`, `messageType`, `idempotencyKey`, `aggregateId`, `correlationId`,
/// `receiveCount`, `groupId`, `attempt`, `processingMs`, `dbTransactionMs`, `result`, `code`, and the W3C
/// trace context of the message's attributes (`traceparent`, `tracestate`). No payload is logged.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct TraceLayer;

impl TraceLayer {
    /// Traces every message.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<S> Layer<S> for TraceLayer {
    type Service = Trace<S>;

    fn layer(&self, inner: S) -> Trace<S> {
        Trace { inner }
    }
}
