//! Which messages go together into one call.

use std::collections::{HashSet, VecDeque};

use super::Outgoing;
use crate::transport::BATCH_MAX;

/// The most bytes in one call, attributes counted
/// ([SendMessageBatch](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html)).
pub(super) const BATCH_BYTES_MAX: usize = 1_048_576;

/// A message and its place among all that are sent.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) position: usize,
    pub(super) message: Outgoing,
}

/// Takes the next batch out of what waits: at most ten entries, at most 1 MiB, and with `fifo` at most one of each
/// group. What is passed over keeps its order.
pub(super) fn next(waiting: &mut VecDeque<Numbered>, fifo: bool) -> Vec<Numbered> {
    let (mut batch, mut bytes, mut groups) = (Vec::new(), 0, HashSet::new());
    let mut passed = VecDeque::new();
    while let Some(numbered) = waiting.pop_front() {
        let size = numbered.message.size();
        let first_of_group = !fifo || groups.insert(numbered.message.group_id.clone());
        if batch.len() < BATCH_MAX && first_of_group && bytes + size <= BATCH_BYTES_MAX {
            bytes += size;
            batch.push(numbered);
        } else {
            passed.push_back(numbered);
            // on a Standard queue the next call takes over where this one is full
            if !fifo || batch.len() == BATCH_MAX {
                break;
            }
        }
    }
    passed.append(waiting);
    *waiting = passed;
    batch
}
