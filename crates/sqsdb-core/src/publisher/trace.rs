//! The W3C trace context that goes with a message.

/// A W3C trace context ([Trace Context](https://www.w3.org/TR/trace-context/)).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceContext {
    /// The `traceparent` header.
    pub traceparent: String,
    /// The `tracestate` header.
    pub tracestate: Option<String>,
}

impl TraceContext {
    /// A context without vendor state.
    #[must_use]
    pub fn new(traceparent: impl Into<String>) -> Self {
        Self { traceparent: traceparent.into(), tracestate: None }
    }

    /// The same context with vendor state.
    #[must_use]
    pub fn tracestate(mut self, tracestate: impl Into<String>) -> Self {
        self.tracestate = Some(tracestate.into());
        self
    }
}
