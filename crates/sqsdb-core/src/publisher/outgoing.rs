//! A message as it goes over the wire, and how large SQS counts it.

use std::collections::BTreeMap;

use super::{
    PublishError, TraceContext,
    check::{ATTRIBUTES_MAX, attribute_fault},
};
use crate::message::{Envelope, Identity, WorkerMessage};

/// A message as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    pub(super) body: String,
    pub(super) message_type: &'static str,
    pub(super) group_id: Option<String>,
    pub(super) deduplication_id: Option<String>,
    /// String attributes.
    pub(super) attributes: BTreeMap<String, String>,
}

impl Outgoing {
    /// The message of an envelope.
    ///
    /// # Errors
    /// A key cannot be built, differs from that in the envelope, or the payload cannot be written as JSON.
    pub fn of<M: WorkerMessage>(envelope: &Envelope<M>) -> Result<Self, PublishError> {
        let identity = Identity::of(&envelope.payload)?;
        let declared = &envelope.header.idempotency_key;
        if *declared != identity.idempotency_key {
            return Err(PublishError::KeyMismatch {
                declared: declared.clone(),
                built: identity.idempotency_key,
            });
        }
        Ok(Self {
            body: sendable(serde_json::to_string(envelope)?),
            message_type: M::DESCRIPTOR.message_type,
            group_id: identity.group_id,
            deduplication_id: identity.deduplication_id,
            attributes: BTreeMap::new(),
        })
    }

    /// The same message with a string attribute. SQS takes ten, none of them empty.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// The same message with a trace context. A context that SQS would refuse, or for which there is no room among
    /// ten attributes, is left out: it is no reason not to send the message.
    #[must_use]
    pub fn trace(self, context: TraceContext) -> Self {
        if attribute_fault("traceparent", &context.traceparent).is_some()
            || self.attributes.len() >= ATTRIBUTES_MAX
        {
            return self;
        }
        let with_parent = self.attribute("traceparent", context.traceparent);
        match context.tracestate.filter(|state| attribute_fault("tracestate", state).is_none()) {
            Some(state) if with_parent.attributes.len() < ATTRIBUTES_MAX => {
                with_parent.attribute("tracestate", state)
            }
            _ => with_parent,
        }
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The `MessageGroupId` on a FIFO queue.
    #[must_use]
    pub fn group_id(&self) -> Option<&str> {
        self.group_id.as_deref()
    }

    /// The `MessageDeduplicationId` on a FIFO queue; none if the queue is to take it from the body.
    #[must_use]
    pub fn deduplication_id(&self) -> Option<&str> {
        self.deduplication_id.as_deref()
    }

    /// Bytes as SQS counts them: body, and name, type and value of every attribute
    /// ([message metadata](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html)).
    #[must_use]
    pub fn size(&self) -> usize {
        let attribute = |(name, value): (&String, &String)| name.len() + "String".len() + value.len();
        self.body.len() + self.attributes.iter().map(attribute).sum::<usize>()
    }
}

/// JSON without the two characters that JSON takes as they are and SQS does not take at all; they stand in texts
/// only, where an escape means the same
/// ([SendMessage](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html)).
fn sendable(json: String) -> String {
    if json.contains(['\u{fffe}', '\u{ffff}']) {
        json.replace('\u{fffe}', "\\ufffe").replace('\u{ffff}', "\\uffff")
    } else {
        json
    }
}
