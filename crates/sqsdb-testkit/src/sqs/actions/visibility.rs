//! ChangeMessageVisibility and ChangeMessageVisibilityBatch.

use serde::Deserialize;

use super::{
    Empty,
    batch::{self, BatchOutput, Done, Entry},
};
use crate::sqs::{
    clock::Timestamp,
    dispatch::Hooks,
    error::SqsError,
    model::{queue::Queue, state::State, validate},
};

/// One change, alone or as an entry of a batch.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ChangeInput {
    queue_url: Option<String>,
    id: Option<String>,
    receipt_handle: Option<String>,
    visibility_timeout: Option<i64>,
}

impl Entry for ChangeInput {
    const NAME: &'static str = "ChangeMessageVisibilityBatchRequestEntry";

    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

pub(super) fn one(state: &mut State, now: Timestamp, input: ChangeInput) -> Result<Empty, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    if input.visibility_timeout.is_none() {
        return Err(SqsError::missing("VisibilityTimeout"));
    }
    change(queue, now, input)?;
    Ok(Empty {})
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct BatchInput {
    queue_url: Option<String>,
    entries: Option<Vec<ChangeInput>>,
}

pub(super) fn batch(
    state: &mut State,
    now: Timestamp,
    input: BatchInput,
    hooks: &Hooks,
) -> Result<BatchOutput<Done>, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    let entries = batch::check(input.entries)?;
    Ok(batch::run(entries, hooks, |id, entry| {
        change(queue, now, entry)?;
        Ok(Done::new(id))
    }))
}

/// An entry of a batch that names no timeout means zero.
fn change(queue: &mut Queue, now: Timestamp, input: ChangeInput) -> Result<(), SqsError> {
    let handle = input.receipt_handle.ok_or_else(|| SqsError::missing("ReceiptHandle"))?;
    let seconds = validate::range(
        "VisibilityTimeout",
        input.visibility_timeout,
        (0, 43_200),
        "Must be between 0 and 43200, if provided.",
    )?;
    let changed = queue.change_visibility(now, &handle, seconds.unwrap_or(0));
    changed.map_err(|fault| fault.into_error(&handle))
}
