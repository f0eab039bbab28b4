//! CreateQueue, DeleteQueue, GetQueueUrl, ListQueues, PurgeQueue, ListDeadLetterSourceQueues.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use super::{Empty, max_results, page};
use crate::sqs::{
    clock::Timestamp,
    error::{ErrorKind, SqsError},
    model::{
        settings::{Settings, WireSettings},
        state::{Creation, State},
        validate,
    },
};

/// Only one purge of a queue is allowed in this time.
const PURGE_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct CreateInput {
    queue_name: Option<String>,
    attributes: Option<WireSettings>,
    #[serde(rename = "tags", alias = "Tags")]
    tags: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct UrlOutput {
    queue_url: String,
}

pub(super) fn create(state: &mut State, now: Timestamp, input: CreateInput) -> Result<UrlOutput, SqsError> {
    let name = input.queue_name.ok_or_else(|| SqsError::missing("QueueName"))?;
    let attributes = input.attributes.unwrap_or_default();
    let fifo = attributes.get("FifoQueue").is_some_and(|value| value == "true");
    validate::queue_name(&name, fifo)?;
    let settings = Settings::new(fifo).with(&attributes)?;
    let (queue, creation) = state.create_or_find(&name, settings, &attributes, now)?;
    if creation == Creation::New {
        queue.tags = input.tags.unwrap_or_default();
    }
    Ok(UrlOutput { queue_url: state.identity.url_of(&name) })
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct QueueInput {
    queue_url: Option<String>,
}

pub(super) fn delete(state: &mut State, now: Timestamp, input: QueueInput) -> Result<Empty, SqsError> {
    let name = state.by_url(input.queue_url.as_deref(), now)?.name.clone();
    state.delete(&name, now);
    Ok(Empty {})
}

pub(super) fn purge(state: &mut State, now: Timestamp, input: QueueInput) -> Result<Empty, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    if queue.purged_at.is_some_and(|at| now.since(at) < PURGE_INTERVAL) {
        return Err(SqsError::new(
            ErrorKind::PurgeQueueInProgress,
            format!("Only one PurgeQueue operation on {} is allowed every 60 seconds.", queue.name),
        ));
    }
    queue.purge(now);
    Ok(Empty {})
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct UrlInput {
    queue_name: Option<String>,
    #[serde(rename = "QueueOwnerAWSAccountId")]
    owner: Option<String>,
}

pub(super) fn url(state: &mut State, now: Timestamp, input: UrlInput) -> Result<UrlOutput, SqsError> {
    let name = input.queue_name.ok_or_else(|| SqsError::missing("QueueName"))?;
    let own = input.owner.is_none_or(|owner| owner == state.identity.account);
    if !own || state.by_name(&name, now).is_none() {
        return Err(SqsError::no_such_queue());
    }
    Ok(UrlOutput { queue_url: state.identity.url_of(&name) })
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ListInput {
    queue_name_prefix: Option<String>,
    next_token: Option<String>,
    max_results: Option<i64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ListOutput {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    queue_urls: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

pub(super) fn list(state: &mut State, _now: Timestamp, input: ListInput) -> Result<ListOutput, SqsError> {
    let max = max_results(input.max_results)?;
    let prefix = input.queue_name_prefix.unwrap_or_default();
    let names = state.queues().map(|queue| queue.name.clone()).filter(|name| name.starts_with(&prefix));
    let (names, next_token) = page(names, input.next_token.as_deref(), max);
    let queue_urls = names.iter().map(|name| state.identity.url_of(name)).collect();
    Ok(ListOutput { queue_urls, next_token })
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct SourcesInput {
    queue_url: Option<String>,
    next_token: Option<String>,
    max_results: Option<i64>,
}

#[derive(Debug, Serialize)]
pub(super) struct SourcesOutput {
    /// Lower case on the wire, unlike everything else.
    #[serde(rename = "queueUrls")]
    queue_urls: Vec<String>,
    #[serde(rename = "NextToken", skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

pub(super) fn list_sources(
    state: &mut State,
    now: Timestamp,
    input: SourcesInput,
) -> Result<SourcesOutput, SqsError> {
    let max = max_results(input.max_results)?;
    let arn = state.by_url(input.queue_url.as_deref(), now)?.arn.clone();
    let names = state.sources_of(&arn).map(|queue| queue.name.clone());
    let (names, next_token) = page(names, input.next_token.as_deref(), max);
    let queue_urls = names.iter().map(|name| state.identity.url_of(name)).collect();
    Ok(SourcesOutput { queue_urls, next_token })
}
