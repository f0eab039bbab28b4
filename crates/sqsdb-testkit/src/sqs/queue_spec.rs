//! A queue to be created without a call.

use std::time::Duration;

use serde_json::json;

use super::{
    clock::Timestamp,
    error::SqsError,
    model::{
        settings::{Settings, WireSettings},
        state::State,
        validate,
    },
};

/// Describes a queue for [`SqsServer::create`](super::SqsServer::create).
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use sqsdb_testkit::sqs::{QueueSpec, SqsServer};
///
/// let server = SqsServer::start().await?;
/// let dlq = server.create_fifo_queue("jobs-dlq.fifo")?;
/// let jobs = QueueSpec::fifo("jobs.fifo").dead_letter(&dlq, 3).visibility(Duration::from_secs(60));
/// let queue_url = server.create(jobs)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct QueueSpec {
    name: String,
    fifo: bool,
    attributes: WireSettings,
    dead_letter: Option<(String, u32)>,
}

impl QueueSpec {
    /// A standard queue.
    pub fn standard(name: impl Into<String>) -> Self {
        Self { name: name.into(), fifo: false, attributes: WireSettings::new(), dead_letter: None }
    }

    /// A FIFO queue; the name has to end in `.fifo`.
    pub fn fifo(name: impl Into<String>) -> Self {
        Self { fifo: true, ..Self::standard(name) }
    }

    /// Dead-letters a message that was received `max_receive_count` times to the queue with this URL.
    pub fn dead_letter(mut self, queue_url: impl Into<String>, max_receive_count: u32) -> Self {
        self.dead_letter = Some((queue_url.into(), max_receive_count));
        self
    }

    /// The visibility timeout in whole seconds. Default: 30 s.
    pub fn visibility(self, timeout: Duration) -> Self {
        self.attribute("VisibilityTimeout", timeout.as_secs().to_string())
    }

    /// The delay of new messages in whole seconds. Default: none.
    pub fn delay(self, delay: Duration) -> Self {
        self.attribute("DelaySeconds", delay.as_secs().to_string())
    }

    /// For FIFO: a message without a deduplication id gets the hash of its body. Default: no.
    pub fn content_based_deduplication(self) -> Self {
        self.attribute("ContentBasedDeduplication", "true")
    }

    /// Any attribute of the API by its name.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    pub(crate) fn create(mut self, state: &mut State, now: Timestamp) -> Result<String, SqsError> {
        validate::queue_name(&self.name, self.fifo)?;
        if let Some((url, count)) = &self.dead_letter {
            let target = &state.by_url(Some(url), now)?.arn;
            let policy = json!({ "deadLetterTargetArn": target, "maxReceiveCount": count }).to_string();
            self.attributes.insert("RedrivePolicy".to_owned(), policy);
        }
        let settings = Settings::new(self.fifo).with(&self.attributes)?;
        state.create_or_find(&self.name, settings, &self.attributes, now)?;
        Ok(state.identity.url_of(&self.name))
    }
}
