//! A look inside a queue without a call.

use super::model::{
    message::{Message, Phase},
    queue::Queue,
};

/// How many messages a queue has, by state. Exact, unlike the approximate counts of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueueStats {
    /// Waiting to be received.
    pub visible: usize,
    /// Received, and their visibility timeout is running.
    pub in_flight: usize,
    /// Sent, and their delay is running.
    pub delayed: usize,
}

impl QueueStats {
    pub(crate) fn of(queue: &Queue) -> Self {
        let store = &queue.store;
        Self { visible: store.visible(), in_flight: store.in_flight(), delayed: store.delayed() }
    }

    /// All messages.
    #[must_use]
    pub fn total(&self) -> usize {
        self.visible + self.in_flight + self.delayed
    }
}

/// Where a message is between its send and its delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageState {
    /// Waiting to be received.
    Visible,
    /// Received, and its visibility timeout is running.
    InFlight,
    /// Sent, and its delay is running.
    Delayed,
}

/// A message as it was when the test looked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageSnapshot {
    /// The id that SQS gave it.
    pub message_id: String,
    /// The body.
    pub body: String,
    /// How often it was received.
    pub receive_count: u32,
    /// Where it is.
    pub state: MessageState,
    /// Its message group, if any.
    pub group: Option<String>,
    /// Its deduplication id; FIFO only.
    pub deduplication_id: Option<String>,
    /// The ARN of the queue that dead-lettered it.
    pub dead_letter_source: Option<String>,
}

impl From<&Message> for MessageSnapshot {
    fn from(message: &Message) -> Self {
        Self {
            message_id: message.id.clone(),
            body: message.content.body.clone(),
            receive_count: message.receive_count,
            state: match message.phase {
                Phase::Visible => MessageState::Visible,
                Phase::InFlight { .. } => MessageState::InFlight,
                Phase::Delayed { .. } => MessageState::Delayed,
            },
            group: message.content.group.clone(),
            deduplication_id: message.content.dedup_id.clone(),
            dead_letter_source: message.dead_letter_source.clone(),
        }
    }
}

pub(crate) fn snapshot(queue: &Queue) -> Vec<MessageSnapshot> {
    queue.store.iter().map(MessageSnapshot::from).collect()
}
