//! StartMessageMoveTask, ListMessageMoveTasks and CancelMessageMoveTask.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::sqs::{
    clock::Timestamp,
    error::{ErrorKind, SqsError},
    model::{state::State, validate},
    move_task::{MoveTask, Status, TaskHandle},
    shared::Shared,
};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct StartInput {
    source_arn: Option<String>,
    destination_arn: Option<String>,
    max_number_of_messages_per_second: Option<i64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct StartOutput {
    task_handle: String,
}

pub(super) fn start(shared: &Arc<Shared>, input: StartInput) -> Result<StartOutput, SqsError> {
    let task = shared.locked(|state, now| {
        let task = new_task(state, now, input)?;
        state.move_tasks.push(task.clone());
        state.run_move_tasks(now);
        Ok::<_, SqsError>(task)
    })?;
    tokio::spawn(drive(Arc::clone(shared), task.id.to_string()));
    Ok(StartOutput { task_handle: task.handle().encode()? })
}

/// Every look at the queues moves what is due; this looks at the right times if nobody else does.
async fn drive(shared: Arc<Shared>, id: String) {
    let next_due = || {
        shared.locked(|state, _now| {
            let task = state.move_tasks.find(&id).filter(|task| task.status == Status::Running);
            task.map(MoveTask::next_due)
        })
    };
    while let Some(due) = next_due() {
        tokio::select! {
            () = shared.clock.sleep_until(due) => {}
            () = shared.stopped() => return,
        }
    }
}

fn new_task(state: &mut State, now: Timestamp, input: StartInput) -> Result<MoveTask, SqsError> {
    let source_arn = input.source_arn.ok_or_else(|| SqsError::missing("SourceArn"))?;
    let source = state.by_arn(&source_arn, now).ok_or_else(|| SqsError::no_such_resource("SourceArn"))?;
    let (to_move, fifo) = (source.store.visible(), source.is_fifo());
    if state.sources_of(&source_arn).next().is_none() {
        return Err(SqsError::invalid_parameter("Source queue must be configured as a Dead Letter Queue."));
    }
    if let Some(arn) = &input.destination_arn {
        let destination =
            state.by_arn(arn, now).ok_or_else(|| SqsError::no_such_resource("DestinationArn"))?;
        if destination.is_fifo() != fifo {
            return Err(SqsError::invalid_parameter(
                "Source and destination must be of the same queue type.",
            ));
        }
    }
    if state.move_tasks.of_source(&source_arn).any(|task| task.status == Status::Running) {
        return Err(SqsError::invalid_parameter(
            "There is already a task running. Only one active task is allowed for a source queue arn at a given time.",
        ));
    }
    Ok(MoveTask {
        id: Uuid::new_v4(),
        source_arn,
        destination_arn: input.destination_arn,
        rate: rate(input.max_number_of_messages_per_second)?,
        started_at: now,
        to_move,
        moved: 0,
        status: Status::Running,
    })
}

fn rate(given: Option<i64>) -> Result<Option<u32>, SqsError> {
    let rate = validate::range(
        "MaxNumberOfMessagesPerSecond",
        given,
        (1, 500),
        "Must be between 1 and 500, if provided.",
    )?;
    Ok(rate.and_then(|rate| u32::try_from(rate).ok()))
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ListInput {
    source_arn: Option<String>,
    max_results: Option<i64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ListOutput {
    results: Vec<TaskEntry>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct TaskEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    task_handle: Option<String>,
    status: &'static str,
    source_arn: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    destination_arn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_number_of_messages_per_second: Option<u32>,
    approximate_number_of_messages_moved: usize,
    approximate_number_of_messages_to_move: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_reason: Option<&'static str>,
    started_timestamp: u64,
}

/// The newest tasks first, one unless more are asked for.
pub(super) fn list(state: &mut State, now: Timestamp, input: ListInput) -> Result<ListOutput, SqsError> {
    let source_arn = input.source_arn.ok_or_else(|| SqsError::missing("SourceArn"))?;
    if state.by_arn(&source_arn, now).is_none() {
        return Err(SqsError::no_such_resource("SourceArn"));
    }
    let max = validate::range("MaxResults", input.max_results, (1, 10), "Must be between 1 and 10.")?;
    let max = max.and_then(|max| usize::try_from(max).ok()).unwrap_or(1);
    let newest = state.move_tasks.of_source(&source_arn).rev().take(max);
    Ok(ListOutput { results: newest.map(entry).collect::<Result<_, _>>()? })
}

fn entry(task: &MoveTask) -> Result<TaskEntry, SqsError> {
    let (status, failure_reason) = match task.status {
        Status::Running => ("RUNNING", None),
        Status::Completed => ("COMPLETED", None),
        Status::Cancelled => ("CANCELLED", None),
        Status::Failed { reason } => ("FAILED", Some(reason)),
    };
    let is_running = task.status == Status::Running;
    Ok(TaskEntry {
        task_handle: is_running.then(|| task.handle().encode()).transpose()?,
        status,
        source_arn: task.source_arn.clone(),
        destination_arn: task.destination_arn.clone(),
        max_number_of_messages_per_second: task.rate,
        approximate_number_of_messages_moved: task.moved,
        approximate_number_of_messages_to_move: task.to_move,
        failure_reason,
        started_timestamp: task.started_at.as_millis(),
    })
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct CancelInput {
    task_handle: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CancelOutput {
    approximate_number_of_messages_moved: usize,
}

pub(super) fn cancel(
    state: &mut State,
    now: Timestamp,
    input: CancelInput,
) -> Result<CancelOutput, SqsError> {
    let handle = input.task_handle.ok_or_else(|| SqsError::missing("TaskHandle"))?;
    let handle = TaskHandle::decode(&handle)?;
    if state.by_arn(&handle.source_arn, now).is_none() {
        return Err(SqsError::no_such_resource("SourceArn"));
    }
    let not_found = |message| SqsError::new(ErrorKind::ResourceNotFound, message);
    let task = state.move_tasks.find_mut(&handle.task_id).ok_or_else(|| not_found("Task does not exist."))?;
    if task.status != Status::Running {
        return Err(not_found("Only active tasks can be cancelled."));
    }
    task.status = Status::Cancelled;
    Ok(CancelOutput { approximate_number_of_messages_moved: task.moved })
}
