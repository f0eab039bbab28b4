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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::{collection::vec, prelude::*};

    use super::*;

    const LIMIT: usize = 100;

    fn settings(fifo: bool) -> PublishSettings {
        PublishSettings { fifo, content_based_deduplication: false, maximum_message_size: LIMIT }
    }

    fn message(group: u8, size: usize) -> Outgoing {
        Outgoing {
            body: "x".repeat(size),
            message_type: "T",
            group_id: Some(format!("g{group}")),
            deduplication_id: None,
            attributes: BTreeMap::new(),
        }
    }

    /// All batches, where every message is sent at the first try.
    fn batches(mut backlog: Backlog) -> Vec<Vec<Numbered>> {
        let mut batches = Vec::new();
        loop {
            let batch = backlog.next_batch();
            if batch.is_empty() {
                return batches;
            }
            let mut sent = Vec::new();
            for mut lane in batch {
                sent.push(Numbered {
                    position: lane.head.position,
                    message: std::mem::replace(&mut lane.head.message, message(0, 0)),
                });
                backlog.push(lane.next());
            }
            batches.push(sent);
        }
    }

    proptest! {
        #[test]
        fn batches_keep_to_count_bytes_and_order(
            messages in vec((0_u8..4, 0_usize..60), 0..80),
            fifo: bool,
        ) {
            let count = messages.len();
            let all = messages.into_iter().map(|(group, size)| Ok(message(group, size))).collect();
            let (mut backlog, unsent) = Backlog::new(&settings(fifo), all);
            prop_assert!(unsent.is_empty());
            backlog.bytes_max = LIMIT;
            let (mut seen, mut last) = (HashSet::new(), HashMap::new());
            for batch in batches(backlog) {
                prop_assert!((1..=BATCH_MAX).contains(&batch.len()));
                prop_assert!(batch.iter().map(|m| m.message.size()).sum::<usize>() <= LIMIT);
                let groups: HashSet<_> = batch.iter().map(|m| m.message.group_id.clone()).collect();
                prop_assert!(!fifo || groups.len() == batch.len());
                for Numbered { position, message } in batch {
                    prop_assert!(seen.insert(position));
                    let lane = message.group_id.filter(|_| fifo);
                    let before = last.insert(lane, position);
                    prop_assert!(before.is_none_or(|before| before < position));
                }
            }
            prop_assert_eq!(seen.len(), count);
        }
    }

    /// A queue may one day take more than what is the limit of a call today.
    #[test]
    fn a_message_above_the_limit_of_a_call_goes_alone() {
        let all = [10, 2 * LIMIT, 10].map(|size| Ok(message(0, size))).into();
        let (mut backlog, _) = Backlog::new(&settings(false), all);
        backlog.bytes_max = LIMIT;
        let sizes = batches(backlog).into_iter().map(|batch| batch.len());
        assert_eq!(sizes.collect::<Vec<_>>(), [1, 1, 1]);
    }
}
