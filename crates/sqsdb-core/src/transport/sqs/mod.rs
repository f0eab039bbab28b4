//! Amazon SQS through `aws-sdk-sqs`.

mod error;
mod receive;
mod settings;

use std::{sync::Arc, time::Duration};

use aws_sdk_sqs::{
    Client,
    types::{
        BatchResultErrorEntry, ChangeMessageVisibilityBatchRequestEntry as VisibilityEntry,
        DeleteMessageBatchRequestEntry as DeleteEntry,
    },
};

pub(crate) use error::{entry_error, queue_error};
pub(crate) use settings::PublishSettings;

use super::{EntryError, Queue, QueueError, QueueErrorKind, QueueSettings, ReceiveRequest};
use crate::delivery::Delivery;

/// An SQS queue, Standard or FIFO. Cheap to clone.
#[derive(Debug, Clone)]
pub struct SqsQueue {
    client: Client,
    url: Arc<str>,
    name: Arc<str>,
}

impl SqsQueue {
    /// The queue at this URL.
    #[must_use]
    pub fn new(client: Client, url: impl Into<Arc<str>>) -> Self {
        let url = url.into();
        let name = Arc::from(url.rsplit('/').next().unwrap_or_default());
        Self { client, url, name }
    }

    /// The queue's URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The queue's name: the last part of its URL.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Queue for SqsQueue {
    async fn settings(&self) -> Result<QueueSettings, QueueError> {
        settings::read(self).await
    }

    async fn receive(&self, request: &ReceiveRequest) -> Result<Vec<Delivery>, QueueError> {
        receive::receive(self, request).await
    }

    async fn delete(&self, handles: &[Arc<str>]) -> Result<Vec<Result<(), EntryError>>, QueueError> {
        let entries = handles.iter().enumerate().map(|(position, handle)| {
            DeleteEntry::builder().id(position.to_string()).receipt_handle(handle.as_ref()).build()
        });
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(malformed)?;
        let call = self.client.delete_message_batch().queue_url(self.url.as_ref());
        let answer = call.set_entries(Some(entries)).send().await.map_err(queue_error)?;
        Ok(by_position(handles.len(), answer.failed()))
    }

    async fn change_visibility(
        &self,
        entries: &[(Arc<str>, Duration)],
    ) -> Result<Vec<Result<(), EntryError>>, QueueError> {
        let entry = |(position, (handle, hidden)): (usize, &(Arc<str>, Duration))| {
            VisibilityEntry::builder()
                .id(position.to_string())
                .receipt_handle(handle.as_ref())
                .visibility_timeout(seconds(*hidden))
                .build()
        };
        let batch =
            entries.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>().map_err(malformed)?;
        let call = self.client.change_message_visibility_batch().queue_url(self.url.as_ref());
        let answer = call.set_entries(Some(batch)).send().await.map_err(queue_error)?;
        Ok(by_position(entries.len(), answer.failed()))
    }
}

/// Whole seconds, rounded up, as SQS counts.
fn seconds(time: Duration) -> i32 {
    let whole = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    i32::try_from(whole).unwrap_or(i32::MAX)
}

/// One result per entry: entry ids are positions, since one message may stand in a batch twice.
fn by_position(entries: usize, failed: &[BatchResultErrorEntry]) -> Vec<Result<(), EntryError>> {
    let mut results = vec![Ok(()); entries];
    for failure in failed {
        let position = failure.id().parse::<usize>().ok();
        match position.and_then(|position| results.get_mut(position)) {
            Some(result) => *result = Err(entry_error(failure)),
            None => tracing::error!(id = failure.id(), "SQS reported a batch entry that was not sent"),
        }
    }
    results
}

/// A request that lacks a required part.
pub(crate) fn malformed(source: aws_sdk_sqs::error::BuildError) -> QueueError {
    QueueError::new(QueueErrorKind::Permanent, "MalformedRequest", source)
}
