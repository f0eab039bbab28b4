//! Reads a queue's attributes.

use std::{collections::HashMap, str::FromStr, sync::Arc, time::Duration};

use aws_sdk_sqs::{Client, types::QueueAttributeName as Name};
use serde::Deserialize;

use super::{SqsQueue, error};
use crate::transport::{QueueError, QueueErrorKind, QueueSettings};

/// `MaximumMessageSize` of a new queue, in bytes
/// ([CreateQueue](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html)).
const MESSAGE_SIZE_DEFAULT: usize = 1_048_576;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RedrivePolicy {
    max_receive_count: Count,
}

/// SQS gives back a number as it was set: some tools set a string.
#[derive(Deserialize)]
#[serde(untagged)]
enum Count {
    Number(u32),
    Text(String),
}

/// Settings of a queue that a publisher goes by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PublishSettings {
    pub(crate) fifo: bool,
    pub(crate) content_based_deduplication: bool,
    /// Bytes.
    pub(crate) maximum_message_size: usize,
}

impl PublishSettings {
    pub(crate) async fn read(client: &Client, url: &str) -> Result<Self, QueueError> {
        let attributes = attributes(client, url).await?;
        let flag = |name| attributes.get(name).is_some_and(|value| value == "true");
        let size =
            number(&attributes, &Name::MaximumMessageSize)?.and_then(|size| usize::try_from(size).ok());
        Ok(Self {
            fifo: flag(&Name::FifoQueue),
            content_based_deduplication: flag(&Name::ContentBasedDeduplication),
            maximum_message_size: size.unwrap_or(MESSAGE_SIZE_DEFAULT),
        })
    }
}

async fn attributes(client: &Client, url: &str) -> Result<HashMap<Name, String>, QueueError> {
    let call = client.get_queue_attributes().queue_url(url).attribute_names(Name::All);
    Ok(call.send().await.map_err(error::queue_error)?.attributes.unwrap_or_default())
}

pub(super) async fn read(queue: &SqsQueue) -> Result<QueueSettings, QueueError> {
    let attributes = attributes(&queue.client, &queue.url).await?;
    let fifo = attributes.get(&Name::FifoQueue).is_some_and(|fifo| fifo == "true");
    let mut settings = QueueSettings::new(Arc::clone(&queue.name), fifo);
    if let Some(seconds) = number(&attributes, &Name::VisibilityTimeout)? {
        settings.visibility_timeout = Duration::from_secs(seconds);
    }
    if let Some(seconds) = number(&attributes, &Name::MessageRetentionPeriod)? {
        settings.retention = Duration::from_secs(seconds);
    }
    settings.max_receive_count =
        attributes.get(&Name::RedrivePolicy).map(|policy| max_receive_count(policy)).transpose()?;
    Ok(settings)
}

fn number(attributes: &HashMap<Name, String>, name: &Name) -> Result<Option<u64>, QueueError> {
    attributes.get(name).map(|text| u64::from_str(text).map_err(|error| unreadable(name, error))).transpose()
}

fn max_receive_count(policy: &str) -> Result<u32, QueueError> {
    let policy: RedrivePolicy =
        serde_json::from_str(policy).map_err(|error| unreadable(&Name::RedrivePolicy, error))?;
    match policy.max_receive_count {
        Count::Number(count) => Ok(count),
        Count::Text(text) => text.parse().map_err(|error| unreadable(&Name::RedrivePolicy, error)),
    }
}

fn unreadable(name: &Name, error: impl std::error::Error + Send + Sync + 'static) -> QueueError {
    QueueError::new(QueueErrorKind::Permanent, format!("UnreadableAttribute.{name}"), error)
}
