//! Receiving: which messages are handed out, which have had their last chance.

use std::time::Duration;

use super::{
    handle::Handle,
    message::{Lease, Message, Phase},
    queue::Queue,
    replay::Attempt,
};
use crate::sqs::clock::Timestamp;

/// A standard queue puts a message that was received this often to its back.
const RECEIVES_BEFORE_BACK: u32 = 3;

/// What one ReceiveMessage asks for.
#[derive(Debug, Clone)]
pub(crate) struct ReceiveRequest {
    pub(crate) max: usize,
    pub(crate) visibility: Duration,
    pub(crate) attempt_id: Option<String>,
    /// Leave what is handed out receivable for one more receive.
    pub(crate) deliver_twice: bool,
}

/// What a queue is told by its surroundings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) in_flight: usize,
    /// Dead-letter a message that was received this often; `None` without a dead-letter queue.
    pub(crate) receives: Option<u32>,
}

/// One message handed out.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    pub(crate) message: Message,
    pub(crate) handle: String,
}

#[derive(Debug, Default)]
pub(crate) struct Received {
    pub(crate) deliveries: Vec<Delivery>,
    /// Taken out of the queue; they belong into the dead-letter queue.
    pub(crate) dead: Vec<Message>,
    pub(crate) over_limit: bool,
}

impl Queue {
    pub(crate) fn receive(&mut self, now: Timestamp, request: &ReceiveRequest, bounds: Bounds) -> Received {
        if let Some(deliveries) = self.replay(now, request) {
            return Received { deliveries, ..Received::default() };
        }
        let room = bounds.in_flight.saturating_sub(self.store.in_flight());
        if room == 0 {
            return Received { over_limit: true, ..Received::default() };
        }
        let (chosen, dead) = self.choose(request.max.min(room), bounds.receives);
        let dead = dead.into_iter().filter_map(|position| self.store.remove(position)).collect();
        let deliveries: Vec<_> =
            chosen.into_iter().filter_map(|position| self.hand_out(now, position, request)).collect();
        self.remember(now, request, &deliveries);
        Received { deliveries, dead, over_limit: false }
    }

    fn choose(&self, max: usize, receives: Option<u32>) -> (Vec<u64>, Vec<u64>) {
        let (mut chosen, mut dead) = (Vec::new(), Vec::new());
        for position in self.store.receivable() {
            if chosen.len() == max {
                break;
            }
            let count = self.store.get(position).map_or(0, |message| message.receive_count);
            if receives.is_some_and(|limit| count >= limit) {
                dead.push(position);
            } else {
                chosen.push(position);
            }
        }
        (chosen, dead)
    }

    fn hand_out(&mut self, now: Timestamp, position: u64, request: &ReceiveRequest) -> Option<Delivery> {
        let deliver_twice = request.deliver_twice && !self.is_fifo();
        let (lease, message) = self.store.update(position, |message| {
            let lease = message.start_lease(now);
            message.phase = lease_phase(now, request.visibility);
            message.deliver_again = deliver_twice;
            (lease, message.clone())
        })?;
        if !self.is_fifo() && message.receive_count >= RECEIVES_BEFORE_BACK {
            self.store.move_to_back(position);
        }
        let handle = self.handle_for(&message.id, lease);
        Some(Delivery { message, handle })
    }

    fn handle_for(&self, message_id: &str, lease: Lease) -> String {
        let Lease { receive, received_at, .. } = lease;
        Handle { queue: self.id, message_id: message_id.to_owned(), receive, received_at }.encode()
    }

    fn remember(&mut self, now: Timestamp, request: &ReceiveRequest, deliveries: &[Delivery]) {
        let Some(id) = &request.attempt_id else { return };
        let receives = deliveries
            .iter()
            .filter_map(|delivery| Some((delivery.message.id.clone(), delivery.message.lease?.receive)))
            .collect::<Vec<_>>();
        if !receives.is_empty() {
            self.replays.remember(id, Attempt { at: now, receives });
        }
    }

    /// The answer of an earlier receive with the same attempt id, its visibility timeout started anew.
    /// `None` once one of its messages was deleted, changed, or has become visible.
    fn replay(&mut self, now: Timestamp, request: &ReceiveRequest) -> Option<Vec<Delivery>> {
        let id = request.attempt_id.as_deref()?;
        let attempt = self.replays.find(id, now)?;
        let positions: Option<Vec<u64>> = attempt
            .receives
            .iter()
            .map(|(message_id, receive)| {
                let (position, message) = self.store.find(message_id)?;
                let in_flight = matches!(message.phase, Phase::InFlight { .. });
                let same = message.lease.is_some_and(|lease| lease.receive == *receive && !lease.changed);
                (in_flight && same).then_some(position)
            })
            .collect();
        let Some(positions) = positions else {
            self.replays.forget(id);
            return None;
        };
        let visibility = request.visibility;
        Some(
            positions
                .into_iter()
                .filter_map(|position| self.hand_out_again(now, position, visibility))
                .collect(),
        )
    }

    fn hand_out_again(&mut self, now: Timestamp, position: u64, visibility: Duration) -> Option<Delivery> {
        let message = self.store.update(position, |message| {
            message.phase = lease_phase(now, visibility);
            message.clone()
        })?;
        let handle = self.handle_for(&message.id, message.lease?);
        Some(Delivery { message, handle })
    }
}

fn lease_phase(now: Timestamp, visibility: Duration) -> Phase {
    if visibility.is_zero() { Phase::Visible } else { Phase::InFlight { until: now.plus(visibility) } }
}
