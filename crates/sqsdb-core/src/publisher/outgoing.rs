//! A message as it goes over the wire, and how large SQS counts it.

use std::collections::BTreeMap;

use super::PublishError;
use crate::message::{Deduplication, Envelope, Identity, WorkerMessage};

/// A message as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    pub(super) body: String,
    pub(super) message_type: &'static str,
    pub(super) group_id: Option<String>,
    pub(super) deduplication_id: Option<String>,
    pub(super) content_based: bool,
    /// String attributes.
    pub(super) attributes: BTreeMap<String, String>,
}

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

impl Outgoing {
    /// The message of an envelope.
    ///
    /// # Errors
    /// A key cannot be built, or the payload cannot be written as JSON.
    pub fn of<M: WorkerMessage>(envelope: &Envelope<M>) -> Result<Self, PublishError> {
        let Identity { group_id, deduplication_id, .. } = Identity::of(&envelope.payload)?;
        Ok(Self {
            body: serde_json::to_string(envelope)?,
            message_type: M::DESCRIPTOR.message_type,
            content_based: group_id.is_some() && M::DESCRIPTOR.deduplication == Deduplication::ContentBased,
            group_id,
            deduplication_id,
            attributes: BTreeMap::new(),
        })
    }

    /// The same message with a string attribute. SQS takes ten.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// The same message with a trace context.
    #[must_use]
    pub fn trace(self, context: TraceContext) -> Self {
        let with_parent = self.attribute("traceparent", context.traceparent);
        match context.tracestate {
            Some(state) => with_parent.attribute("tracestate", state),
            None => with_parent,
        }
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Bytes as SQS counts them: body, and name, type and value of every attribute
    /// ([message metadata](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html)).
    #[must_use]
    pub fn size(&self) -> usize {
        let attribute = |(name, value): (&String, &String)| name.len() + "String".len() + value.len();
        self.body.len() + self.attributes.iter().map(attribute).sum::<usize>()
    }
}
