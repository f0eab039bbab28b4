//! Message move tasks: redriving a dead-letter queue at a given rate of the virtual clock.

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{clock::Timestamp, error::SqsError, model::state::State};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Running,
    Completed,
    Cancelled,
    Failed { reason: &'static str },
}

const NO_SUCH_QUEUE: &str = "AWS.SimpleQueueService.NonExistentQueue";
const NO_SOURCE: &str = "CouldNotDetermineMessageSource";

/// One redrive of a dead-letter queue.
#[derive(Debug, Clone)]
pub(crate) struct MoveTask {
    pub(crate) id: Uuid,
    pub(crate) source_arn: String,
    /// `None`: each message goes back to the queue that dead-lettered it.
    pub(crate) destination_arn: Option<String>,
    /// Messages per second; `None` is as fast as possible.
    pub(crate) rate: Option<u32>,
    pub(crate) started_at: Timestamp,
    pub(crate) to_move: usize,
    pub(crate) moved: usize,
    pub(crate) status: Status,
}

impl MoveTask {
    fn due(&self, now: Timestamp) -> usize {
        let Some(rate) = self.rate else { return self.to_move };
        let due = now.since(self.started_at).as_millis().saturating_mul(u128::from(rate)) / 1_000;
        usize::try_from(due).unwrap_or(usize::MAX).min(self.to_move)
    }

    /// When the next message is due, for a task that is running.
    pub(crate) fn next_due(&self) -> Timestamp {
        let rate = u64::from(self.rate.unwrap_or(u32::MAX).max(1));
        let next = u64::try_from(self.moved).unwrap_or(u64::MAX).saturating_add(1);
        let millis = next.saturating_mul(1_000).div_ceil(rate);
        Timestamp::from_millis(self.started_at.as_millis().saturating_add(millis).saturating_add(1))
    }

    pub(crate) fn handle(&self) -> TaskHandle {
        TaskHandle { task_id: self.id.to_string(), source_arn: self.source_arn.clone() }
    }
}

/// What a task handle says: base64 of JSON, as on AWS.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskHandle {
    pub(crate) task_id: String,
    pub(crate) source_arn: String,
}

impl TaskHandle {
    pub(crate) fn encode(&self) -> Result<String, SqsError> {
        let json = serde_json::to_vec(self).map_err(super::actions::unserializable)?;
        Ok(BASE64.encode(json))
    }

    pub(crate) fn decode(handle: &str) -> Result<Self, SqsError> {
        let json = BASE64.decode(handle).ok().and_then(|json| serde_json::from_slice(&json).ok());
        json.ok_or_else(|| SqsError::invalid_parameter("Value for parameter TaskHandle is invalid."))
    }
}

/// Every task this server ever had, oldest first.
#[derive(Debug, Default)]
pub(crate) struct MoveTasks(Vec<MoveTask>);

impl MoveTasks {
    pub(crate) fn push(&mut self, task: MoveTask) {
        self.0.push(task);
    }

    pub(crate) fn of_source(&self, arn: &str) -> impl DoubleEndedIterator<Item = &MoveTask> {
        self.0.iter().filter(move |task| task.source_arn == arn)
    }

    pub(crate) fn find(&self, id: &str) -> Option<&MoveTask> {
        self.0.iter().find(|task| task.id.to_string() == id)
    }

    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut MoveTask> {
        self.0.iter_mut().find(|task| task.id.to_string() == id)
    }
}

impl State {
    /// Moves what is due by `now`.
    pub(crate) fn run_move_tasks(&mut self, now: Timestamp) {
        let mut tasks = std::mem::take(&mut self.move_tasks);
        for task in tasks.0.iter_mut().filter(|task| task.status == Status::Running) {
            self.run_move_task(task, now);
        }
        self.move_tasks = tasks;
    }

    fn run_move_task(&mut self, task: &mut MoveTask, now: Timestamp) {
        while task.moved < task.due(now) {
            match self.move_one(task, now) {
                Ok(true) => task.moved += 1,
                Ok(false) => {
                    task.status = Status::Completed;
                    return;
                }
                Err(reason) => {
                    task.status = Status::Failed { reason };
                    return;
                }
            }
        }
        if task.moved >= task.to_move {
            task.status = Status::Completed;
        }
    }

    /// `false` when nothing is left. A moved message is a new one with the old content.
    fn move_one(&mut self, task: &MoveTask, now: Timestamp) -> Result<bool, &'static str> {
        let source = self.by_arn(&task.source_arn, now).ok_or(NO_SUCH_QUEUE)?;
        let Some(position) = source.store.receivable().next() else { return Ok(false) };
        let dead_letter_source = source.store.get(position).and_then(|m| m.dead_letter_source.clone());
        let destination = task.destination_arn.clone().or(dead_letter_source).ok_or(NO_SOURCE)?;
        if self.by_arn(&destination, now).is_none() {
            return Err(NO_SUCH_QUEUE);
        }
        let message = self.by_arn(&task.source_arn, now).and_then(|source| source.store.remove(position));
        if let (Some(message), Some(target)) = (message, self.by_arn(&destination, now)) {
            let delay = target.settings.delay();
            target.send(now, message.content, delay);
        }
        Ok(true)
    }
}
