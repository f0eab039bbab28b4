//! The envelope: the stable JSON around a payload.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Identity, IdentityError, WorkerMessage};

/// Everything of an envelope but its payload. Names are camelCase on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EnvelopeHeader {
    /// The producer's id of this sending; new for every sending, so it is never the idempotency key.
    pub message_id: String,
    /// Version of the payload's schema, from 1.
    pub schema_version: u32,
    /// Names the payload's type.
    pub message_type: String,
    /// The application that sent it.
    pub producer: String,
    /// When the fact that the message tells of happened.
    pub occurred_at: DateTime<Utc>,
    /// Names the domain effect.
    pub idempotency_key: String,
    /// Kind of the aggregate that the effect changes.
    pub aggregate_type: String,
    /// Id of that aggregate.
    pub aggregate_id: String,
    /// Id of the command or event that caused this message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub causation_id: Option<String>,
    /// Id that joins all messages of one business operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
    /// When to run, and when to give up; the worker's defaults fill what is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt_policy: Option<AttemptPolicy>,
}

/// When to run a message and when to give up, as its producer wants it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct AttemptPolicy {
    /// Handler starts after which a retryable failure becomes terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_business_attempts: Option<u32>,
    /// The handler does not start before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<DateTime<Utc>>,
    /// A retryable failure after this time is terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retryable_until: Option<DateTime<Utc>>,
    /// Failure codes that are terminal for this message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminal_after_codes: Vec<String>,
}

impl AttemptPolicy {
    /// A policy that leaves everything to the worker.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives up after this many handler starts.
    #[must_use]
    pub fn max_business_attempts(mut self, attempts: u32) -> Self {
        self.max_business_attempts = Some(attempts);
        self
    }

    /// Does not start the handler before this time.
    #[must_use]
    pub fn not_before(mut self, time: DateTime<Utc>) -> Self {
        self.not_before = Some(time);
        self
    }

    /// Gives up after this time.
    #[must_use]
    pub fn retryable_until(mut self, time: DateTime<Utc>) -> Self {
        self.retryable_until = Some(time);
        self
    }

    /// Gives up at once when a failure has this code.
    #[must_use]
    pub fn terminal_after_code(mut self, code: impl Into<String>) -> Self {
        self.terminal_after_codes.push(code.into());
        self
    }
}

/// A message ready to be sent: header and payload.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use sqsdb_core::WorkerMessage;
/// # use sqsdb_core::message::Envelope;
/// # #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, WorkerMessage)]
/// # #[worker_message(message_type = "Ping", schema_version = 1, producer = "p",
/// #     aggregate(type = "host", id = "{host}"), idempotency_key = "ping:{host}")]
/// # struct Ping { host: String }
/// let envelope = Envelope::new(Ping { host: "a".into() })?.correlation_id("order-7");
/// assert_eq!(envelope.header.idempotency_key, "ping:a");
/// let body = serde_json::to_string(&envelope)?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Envelope<M> {
    /// Everything but the payload.
    #[serde(flatten)]
    pub header: EnvelopeHeader,
    /// The payload.
    pub payload: M,
}

impl<M: WorkerMessage> Envelope<M> {
    /// Wraps a payload, with a new message id, the current time and the keys that the type declares.
    ///
    /// # Errors
    /// A key cannot be built from the payload, or is longer than the inbox or SQS allow.
    pub fn new(payload: M) -> Result<Self, IdentityError> {
        let identity = Identity::of(&payload)?;
        let descriptor = M::DESCRIPTOR;
        let header = EnvelopeHeader {
            message_id: format!("msg_{}", Uuid::now_v7().simple()),
            schema_version: descriptor.schema_version,
            message_type: descriptor.message_type.to_owned(),
            producer: descriptor.producer.to_owned(),
            occurred_at: Utc::now(),
            idempotency_key: identity.idempotency_key,
            aggregate_type: descriptor.aggregate_type.to_owned(),
            aggregate_id: identity.aggregate_id,
            causation_id: None,
            correlation_id: None,
            attempt_policy: None,
        };
        Ok(Self { header, payload })
    }
}

impl<M> Envelope<M> {
    /// The same envelope, sent by another producer than the type's own.
    #[must_use]
    pub fn producer(mut self, producer: impl Into<String>) -> Self {
        self.header.producer = producer.into();
        self
    }

    /// The same envelope with the time of the fact it tells of.
    #[must_use]
    pub fn occurred_at(mut self, time: DateTime<Utc>) -> Self {
        self.header.occurred_at = time;
        self
    }

    /// The same envelope with the id of what caused it.
    #[must_use]
    pub fn causation_id(mut self, id: impl Into<String>) -> Self {
        self.header.causation_id = Some(id.into());
        self
    }

    /// The same envelope with the id of its business operation.
    #[must_use]
    pub fn correlation_id(mut self, id: impl Into<String>) -> Self {
        self.header.correlation_id = Some(id.into());
        self
    }

    /// The same envelope with an attempt policy.
    #[must_use]
    pub fn attempt_policy(mut self, policy: AttemptPolicy) -> Self {
        self.header.attempt_policy = Some(policy);
        self
    }
}
