//! One message as the queue keeps it.

use std::time::Duration;

use uuid::Uuid;

use super::attributes::{self, AttributeMap};
use crate::sqs::{clock::Timestamp, md5};

/// The longest time a message can be in flight, counted from its receive.
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html>
pub(crate) const MAX_LEASE: Duration = Duration::from_secs(43_200);

/// Where a message is between its send and its delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Visible,
    Delayed { until: Timestamp },
    InFlight { until: Timestamp },
}

impl Phase {
    pub(crate) fn until(self) -> Option<Timestamp> {
        match self {
            Self::Visible => None,
            Self::Delayed { until } | Self::InFlight { until } => Some(until),
        }
    }
}

/// The newest receive of a message; it outlives the visibility timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) receive: Uuid,
    pub(crate) received_at: Timestamp,
    /// Whether ChangeMessageVisibility touched it.
    pub(crate) changed: bool,
}

/// What a sender gave.
#[derive(Debug, Clone)]
pub(crate) struct Content {
    pub(crate) body: String,
    pub(crate) attributes: AttributeMap,
    pub(crate) system_attributes: AttributeMap,
    pub(crate) group: Option<String>,
    pub(crate) dedup_id: Option<String>,
}

impl Content {
    /// The bytes that count against `MaximumMessageSize`; system attributes do not.
    pub(crate) fn size(&self) -> usize {
        self.body.len() + attributes::size_of(&self.attributes)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) id: String,
    pub(crate) content: Content,
    pub(crate) body_md5: String,
    pub(crate) sequence: Option<u128>,
    pub(crate) sent_at: Timestamp,
    pub(crate) phase: Phase,
    pub(crate) lease: Option<Lease>,
    pub(crate) receive_count: u32,
    pub(crate) first_received_at: Option<Timestamp>,
    /// The ARN of the queue that dead-lettered it.
    pub(crate) dead_letter_source: Option<String>,
    /// Receivable once more although it is in flight.
    pub(crate) deliver_again: bool,
}

impl Message {
    pub(crate) fn new(content: Content, sent_at: Timestamp, phase: Phase) -> Self {
        Self {
            id: Uuid::new_v4().to_string(),
            body_md5: md5::of_body(&content.body),
            content,
            sequence: None,
            sent_at,
            phase,
            lease: None,
            receive_count: 0,
            first_received_at: None,
            dead_letter_source: None,
            deliver_again: false,
        }
    }

    pub(crate) fn is_receivable(&self) -> bool {
        self.phase == Phase::Visible || self.deliver_again
    }

    /// Starts a lease of `visibility` and counts the receive.
    pub(crate) fn start_lease(&mut self, now: Timestamp) -> Lease {
        let lease = Lease { receive: Uuid::new_v4(), received_at: now, changed: false };
        self.lease = Some(lease);
        self.receive_count = self.receive_count.saturating_add(1);
        self.first_received_at.get_or_insert(now);
        self.deliver_again = false;
        lease
    }
}
