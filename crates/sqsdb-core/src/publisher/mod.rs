//! Sends messages to a Standard or FIFO queue: right ids, full batches, order kept when an entry fails.

mod backlog;
mod call;
mod check;
mod error;
mod outgoing;
mod send;
mod trace;

use std::sync::Arc;

use aws_sdk_sqs::Client;
pub use error::PublishError;
pub use outgoing::Outgoing;
pub use trace::TraceContext;

use crate::{
    message::{Envelope, WorkerMessage},
    transport::{QueueError, sqs::PublishSettings},
};
use check::Refused;

/// Sends messages to one queue. Cheap to clone.
///
/// - On a FIFO queue it sets the group and deduplication id that the message type declares, and never has two
///   messages of one group in one call: SQS takes the rest of a batch when an entry fails, so the next of the group
///   would overtake it. Messages of ten groups fill a call.
/// - Calls are bounded by ten entries and by bytes, attributes counted. What SQS would refuse for certain is refused
///   before the call: a message above the queue's `MaximumMessageSize`, a bad attribute.
/// - Only entries that may still succeed are sent again, five times in all and within three minutes, so inside the
///   five in which a FIFO queue knows a deduplication id. A Standard queue may then hold a message twice, which its
///   consumer absorbs.
///
/// The queue's limits are read once, by [`connect`](Self::connect).
///
/// ```no_run
/// # #[cfg(feature = "derive")] mod example {
/// # use sqsdb_core::{WorkerMessage, message::Envelope, publisher::Publisher};
/// # #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, WorkerMessage)]
/// # #[worker_message(message_type = "Ping", schema_version = 1, producer = "p",
/// #     aggregate(type = "host", id = "{host}"), idempotency_key = "ping:{host}")]
/// # struct Ping { host: String }
/// # async fn run(client: aws_sdk_sqs::Client, url: &str) -> Result<(), Box<dyn std::error::Error>> {
/// let publisher = Publisher::connect(client, url).await?;
/// let sent = publisher.publish(&Envelope::new(Ping { host: "a".into() })?).await?;
/// println!("SQS message id {}", sent.message_id);
/// # Ok(())
/// # }
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Publisher {
    client: Client,
    url: Arc<str>,
    settings: PublishSettings,
    trace: Option<fn() -> Option<TraceContext>>,
}

/// A message that the queue took. For one that a FIFO queue has dropped as a duplicate, SQS answers with the ids of
/// the first sending.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// SQS message id.
    pub message_id: String,
    /// FIFO sequence number: a 128-bit integer, as text.
    pub sequence_number: Option<String>,
}

impl Publisher {
    /// Reads the queue's kind and limits, which needs the permission `sqs:GetQueueAttributes`, and is ready to send.
    ///
    /// # Errors
    /// The queue's attributes cannot be read.
    pub async fn connect(client: Client, url: impl Into<Arc<str>>) -> Result<Self, QueueError> {
        let url = url.into();
        let settings = PublishSettings::read(&client, &url).await?;
        Ok(Self { client, url, settings, trace: None })
    }

    /// Sends the trace context that this function finds with every message, as the attributes `traceparent`
    /// and `tracestate`.
    #[must_use]
    pub fn trace_context(mut self, current: fn() -> Option<TraceContext>) -> Self {
        self.trace = Some(current);
        self
    }

    /// Sends one message.
    ///
    /// # Errors
    /// See [`PublishError`].
    pub async fn publish<M: WorkerMessage>(&self, envelope: &Envelope<M>) -> Result<Published, PublishError> {
        let results = send::send(self, vec![self.prepared(envelope)]).await;
        results.into_iter().next().unwrap_or(Err(PublishError::NoAnswer))
    }

    /// Sends messages, in as few calls as count, bytes and order allow. One result per message, in order.
    ///
    /// On a FIFO queue a message that fails for good holds back the later ones of its group:
    /// [`PublishError::HeldBack`]. Send them again from the failed one on.
    pub async fn publish_all<M: WorkerMessage>(
        &self,
        envelopes: &[Envelope<M>],
    ) -> Vec<Result<Published, PublishError>> {
        send::send(self, envelopes.iter().map(|envelope| self.prepared(envelope)).collect()).await
    }

    /// Sends finished messages, of several types perhaps, as [`publish_all`](Self::publish_all) does.
    pub async fn send(&self, messages: Vec<Outgoing>) -> Vec<Result<Published, PublishError>> {
        send::send(self, messages.into_iter().map(Ok).collect()).await
    }

    /// The message as this publisher would send it, to be given attributes and to [`send`](Self::send).
    ///
    /// # Errors
    /// A key cannot be built, or the payload cannot be written as JSON.
    pub fn outgoing<M: WorkerMessage>(&self, envelope: &Envelope<M>) -> Result<Outgoing, PublishError> {
        let outgoing = Outgoing::of(envelope)?;
        Ok(match self.trace.and_then(|current| current()) {
            Some(context) => outgoing.trace(context),
            None => outgoing,
        })
    }

    /// A message that cannot be built still names its group, so that no later one overtakes it.
    fn prepared<M: WorkerMessage>(&self, envelope: &Envelope<M>) -> Result<Outgoing, Refused> {
        self.outgoing(envelope)
            .map_err(|error| Refused { group: envelope.payload.group_id().ok().flatten(), error })
    }
}
