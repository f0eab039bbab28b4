//! TagQueue, UntagQueue and ListQueueTags.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Empty;
use crate::sqs::{clock::Timestamp, error::SqsError, model::state::State};

const MAX_TAGS: usize = 50;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct TagInput {
    queue_url: Option<String>,
    tags: Option<BTreeMap<String, String>>,
}

pub(super) fn tag(state: &mut State, now: Timestamp, input: TagInput) -> Result<Empty, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    let tags = input.tags.ok_or_else(|| SqsError::missing("Tags"))?;
    let mut all = queue.tags.clone();
    all.extend(tags);
    if all.len() > MAX_TAGS {
        let message = format!("A queue can have at most {MAX_TAGS} tags.");
        return Err(SqsError::invalid_parameter(message));
    }
    queue.tags = all;
    Ok(Empty {})
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct UntagInput {
    queue_url: Option<String>,
    tag_keys: Option<Vec<String>>,
}

pub(super) fn untag(state: &mut State, now: Timestamp, input: UntagInput) -> Result<Empty, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    for key in input.tag_keys.ok_or_else(|| SqsError::missing("TagKeys"))? {
        queue.tags.remove(&key);
    }
    Ok(Empty {})
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ListInput {
    queue_url: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ListOutput {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

pub(super) fn list(state: &mut State, now: Timestamp, input: ListInput) -> Result<ListOutput, SqsError> {
    let tags = state.by_url(input.queue_url.as_deref(), now)?.tags.clone();
    Ok(ListOutput { tags })
}
