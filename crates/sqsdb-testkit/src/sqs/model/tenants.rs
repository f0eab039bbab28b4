//! Fair queues: messages in flight per message group of a standard queue.
//!
//! A group with many messages in flight is *noisy*, and the others are served first.
//! <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html>

use std::collections::HashMap;

/// A group is noisy from this many messages of its own in flight ...
const NOISY_IN_FLIGHT: usize = 30;
/// ... if they are more than one in this many of all in flight.
const NOISY_SHARE: usize = 10;

#[derive(Debug, Default)]
pub(crate) struct Tenants {
    in_flight: HashMap<String, usize>,
    total: usize,
}

impl Tenants {
    pub(crate) fn enter(&mut self, group: Option<&str>) {
        self.total += 1;
        if let Some(group) = group {
            *self.in_flight.entry(group.to_owned()).or_default() += 1;
        }
    }

    pub(crate) fn leave(&mut self, group: Option<&str>) {
        self.total = self.total.saturating_sub(1);
        let Some(group) = group else { return };
        if let Some(count) = self.in_flight.get_mut(group) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.in_flight.remove(group);
            }
        }
    }

    /// All messages in flight, with or without a group.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// A message without a group is a tenant of its own and never noisy.
    pub(crate) fn is_noisy(&self, group: Option<&str>) -> bool {
        let own = group.and_then(|group| self.in_flight.get(group)).copied().unwrap_or(0);
        own >= NOISY_IN_FLIGHT && own * NOISY_SHARE > self.total
    }
}
