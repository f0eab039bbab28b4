//! GetQueueAttributes and SetQueueAttributes.

use serde::{Deserialize, Serialize};

use super::Empty;
use crate::sqs::{
    clock::Timestamp,
    error::SqsError,
    model::{
        queue::Queue,
        settings::{self, WireSettings},
        state::State,
    },
};

/// Names that can be asked for although a queue may have no such value.
const OPTIONAL: [&str; 9] = [
    "Policy",
    "RedrivePolicy",
    "RedriveAllowPolicy",
    "KmsMasterKeyId",
    "KmsDataKeyReusePeriodSeconds",
    "FifoQueue",
    "ContentBasedDeduplication",
    "DeduplicationScope",
    "FifoThroughputLimit",
];

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct GetInput {
    queue_url: Option<String>,
    attribute_names: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct GetOutput {
    #[serde(skip_serializing_if = "WireSettings::is_empty")]
    attributes: WireSettings,
}

pub(super) fn get(state: &mut State, now: Timestamp, input: GetInput) -> Result<GetOutput, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    let names = input.attribute_names.unwrap_or_default();
    let mut attributes = listing(queue);
    let known =
        |name: &String| name == "All" || attributes.contains_key(name) || OPTIONAL.contains(&name.as_str());
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(settings::unknown(unknown));
    }
    if !names.iter().any(|name| name == "All") {
        attributes.retain(|name, _| names.contains(name));
    }
    Ok(GetOutput { attributes })
}

fn listing(queue: &Queue) -> WireSettings {
    let store = &queue.store;
    let mut attributes = queue.settings.listing();
    attributes.extend(
        [
            ("ApproximateNumberOfMessages", store.visible().to_string()),
            ("ApproximateNumberOfMessagesDelayed", store.delayed().to_string()),
            ("ApproximateNumberOfMessagesNotVisible", store.in_flight().to_string()),
            ("CreatedTimestamp", queue.created_at.as_secs().to_string()),
            ("LastModifiedTimestamp", queue.modified_at.as_secs().to_string()),
            ("QueueArn", queue.arn.clone()),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    attributes
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct SetInput {
    queue_url: Option<String>,
    attributes: Option<WireSettings>,
}

pub(super) fn set(state: &mut State, now: Timestamp, input: SetInput) -> Result<Empty, SqsError> {
    let url = input.queue_url.as_deref();
    let queue = state.by_url(url, now)?;
    let arn = queue.arn.clone();
    let changes = input.attributes.ok_or_else(|| SqsError::missing("Attributes"))?;
    let settings = queue.settings.with(&changes)?;
    if changes.contains_key("RedrivePolicy") {
        state.check_redrive(&arn, &settings)?;
    }
    let queue = state.by_url(url, now)?;
    queue.settings = settings;
    queue.modified_at = now;
    Ok(Empty {})
}
