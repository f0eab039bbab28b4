//! What waits to be sent, and which messages go together into one call.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Outgoing, PublishError, check::Refused};
use crate::transport::{BATCH_MAX, sqs::PublishSettings};

/// The most bytes in one call, attributes counted, whatever a queue's own limit for one message
/// ([SendMessageBatch](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html)).
const BATCH_BYTES_MAX: usize = 1_048_576;

/// A message and its place among all that are sent.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) position: usize,
    pub(super) message: Outgoing,
}

/// What has to be sent one after another: the messages of a FIFO group. On a Standard queue each message is a lane
/// of its own.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) head: Numbered,
    pub(super) rest: VecDeque<Numbered>,
    /// How often the head was sent.
    pub(super) tries: u32,
    /// The head shares no call, since the call that it shared was refused as a whole.
    pub(super) alone: bool,
}

impl Lane {
    fn new(head: Numbered) -> Self {
        Self { head, rest: VecDeque::new(), tries: 0, alone: false }
    }

    /// The lane without its head; `None` if nothing is left.
    pub(super) fn next(mut self) -> Option<Self> {
        let head = self.rest.pop_front()?;
        Some(Self { head, rest: self.rest, tries: 0, alone: false })
    }
}

/// Lanes with something to send.
#[derive(Debug)]
pub(super) struct Backlog {
    lanes: VecDeque<Lane>,
    bytes_max: usize,
}

/// A message that is not sent, by its place.
pub(super) type Unsent = (usize, PublishError);

impl Backlog {
    /// Sorts messages into lanes. Those that are refused are answered, and with them what is behind them in their
    /// group.
    pub(super) fn new(
        settings: &PublishSettings,
        messages: Vec<Result<Outgoing, Refused>>,
    ) -> (Self, Vec<Unsent>) {
        let (mut lanes, mut by_group) = (Vec::<Lane>::new(), HashMap::new());
        let (mut unsent, mut broken) = (Vec::new(), HashSet::new());
        for (position, message) in messages.into_iter().enumerate() {
            let message = match message {
                Ok(message) => message,
                Err(Refused { group, error }) => {
                    broken.extend(group.filter(|_| settings.fifo));
                    unsent.push((position, error));
                    continue;
                }
            };
            let group = message.group_id.clone().filter(|_| settings.fifo);
            if let Some(group) = group.as_ref().filter(|group| broken.contains(*group)) {
                unsent.push((position, PublishError::HeldBack { group: group.clone() }));
                continue;
            }
            let numbered = Numbered { position, message };
            let lane = group.map(|group| *by_group.entry(group).or_insert(lanes.len()));
            match lane.and_then(|lane| lanes.get_mut(lane)) {
                Some(lane) => lane.rest.push_back(numbered),
                None => lanes.push(Lane::new(numbered)),
            }
        }
        let bytes_max = settings.maximum_message_size.max(BATCH_BYTES_MAX);
        (Self { lanes: lanes.into(), bytes_max }, unsent)
    }

    /// The lanes whose heads go into the next call: at most ten, and at most 1 MiB; the first always.
    pub(super) fn next_batch(&mut self) -> Vec<Lane> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < BATCH_MAX
            && let Some(lane) = self.lanes.pop_front()
        {
            bytes += lane.head.message.size();
            if !batch.is_empty() && (bytes > self.bytes_max || lane.alone) {
                self.lanes.push_front(lane);
                break;
            }
            let alone = lane.alone;
            batch.push(lane);
            if alone {
                break;
            }
        }
        batch
    }

    /// What is left of a lane whose head was sent waits behind the others.
    pub(super) fn push(&mut self, lane: Option<Lane>) {
        self.lanes.extend(lane);
    }

    /// Lanes whose heads are sent again come first.
    pub(super) fn put_back(&mut self, lanes: Vec<Lane>) {
        for lane in lanes.into_iter().rev() {
            self.lanes.push_front(lane);
        }
    }
}
