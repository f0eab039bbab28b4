//! DeleteMessage and DeleteMessageBatch.

use serde::Deserialize;

use super::{
    Empty,
    batch::{self, BatchOutput, Done, Entry},
};
use crate::sqs::{
    clock::Timestamp,
    dispatch::Hooks,
    error::{ErrorKind, SqsError},
    model::{
        queue::{HandleFault, Queue},
        state::State,
    },
};

/// One delete, alone or as an entry of a batch.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct DeleteInput {
    queue_url: Option<String>,
    id: Option<String>,
    receipt_handle: Option<String>,
}

impl Entry for DeleteInput {
    const NAME: &'static str = "DeleteMessageBatchRequestEntry";

    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

pub(super) fn one(state: &mut State, now: Timestamp, input: DeleteInput) -> Result<Empty, SqsError> {
    let queue = state.by_url(input.queue_url.as_deref(), now)?;
    let handle = input.receipt_handle.ok_or_else(|| SqsError::missing("ReceiptHandle"))?;
    queue.delete(now, &handle).map_err(|fault| fault.into_error(&handle))?;
    Ok(Empty {})
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct BatchInput {
    queue_url: Option<String>,
    entries: Option<Vec<DeleteInput>>,
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
        delete_entry(queue, now, entry)?;
        Ok(Done::new(id))
    }))
}

/// An expired handle has another code in a batch than alone, as seen on AWS.
fn delete_entry(queue: &mut Queue, now: Timestamp, entry: DeleteInput) -> Result<(), SqsError> {
    let handle = entry.receipt_handle.ok_or_else(|| SqsError::missing("ReceiptHandle"))?;
    queue.delete(now, &handle).map_err(|fault| match fault {
        HandleFault::Expired => {
            SqsError::new(ErrorKind::ReceiptHandleIsInvalid, "The receipt handle has expired")
        }
        fault => fault.into_error(&handle),
    })
}
