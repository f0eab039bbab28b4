//! The messages of one queue with the indexes that keep every operation logarithmic.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};

use super::{
    groups::Groups,
    message::{Message, Phase},
    tenants::Tenants,
};
use crate::sqs::clock::Timestamp;

/// In which order messages are handed out.
#[derive(Debug)]
enum Order {
    /// Positions of the receivable messages.
    Standard(BTreeSet<u64>),
    Fifo(Groups),
}

/// A message is addressed by its position, which is also its place in the order.
#[derive(Debug)]
pub(crate) struct Store {
    messages: BTreeMap<u64, Message>,
    positions: HashMap<String, u64>,
    next_position: u64,
    /// Delayed messages and those in flight, by the time they become visible.
    waiting: BTreeSet<(Timestamp, u64)>,
    by_age: BTreeSet<(Timestamp, u64)>,
    order: Order,
    tenants: Tenants,
    delayed: usize,
}

impl Store {
    pub(crate) fn new(fifo: bool) -> Self {
        Self {
            messages: BTreeMap::new(),
            positions: HashMap::new(),
            next_position: 0,
            waiting: BTreeSet::new(),
            by_age: BTreeSet::new(),
            order: if fifo { Order::Fifo(Groups::default()) } else { Order::Standard(BTreeSet::new()) },
            tenants: Tenants::default(),
            delayed: 0,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Message> {
        self.messages.values()
    }

    pub(crate) fn find(&self, message_id: &str) -> Option<(u64, &Message)> {
        let position = *self.positions.get(message_id)?;
        Some((position, self.messages.get(&position)?))
    }

    pub(crate) fn get(&self, position: u64) -> Option<&Message> {
        self.messages.get(&position)
    }

    pub(crate) fn in_flight(&self) -> usize {
        self.tenants.total()
    }

    pub(crate) fn delayed(&self) -> usize {
        self.delayed
    }

    pub(crate) fn visible(&self) -> usize {
        self.messages.len().saturating_sub(self.in_flight() + self.delayed)
    }

    /// When the next message becomes visible by itself.
    pub(crate) fn next_change(&self) -> Option<Timestamp> {
        self.waiting.first().map(|(until, _)| *until)
    }

    /// Puts the message at the end.
    pub(crate) fn insert(&mut self, message: Message) {
        let position = self.next_position;
        self.next_position += 1;
        if let (Order::Fifo(groups), Some(group)) = (&mut self.order, &message.content.group) {
            groups.insert(group, position);
        }
        self.by_age.insert((message.sent_at, position));
        self.positions.insert(message.id.clone(), position);
        self.messages.insert(position, message);
        self.attach(position);
    }

    pub(crate) fn remove(&mut self, position: u64) -> Option<Message> {
        self.detach(position);
        let message = self.messages.remove(&position)?;
        self.by_age.remove(&(message.sent_at, position));
        self.positions.remove(&message.id);
        if let (Order::Fifo(groups), Some(group)) = (&mut self.order, &message.content.group) {
            groups.remove(group, position);
            groups.refresh(group, &self.messages);
        }
        Some(message)
    }

    /// Changes a message and every index with it. The message keeps its id, group and send time.
    pub(crate) fn update<R>(&mut self, position: u64, change: impl FnOnce(&mut Message) -> R) -> Option<R> {
        self.detach(position);
        let result = self.messages.get_mut(&position).map(change);
        self.attach(position);
        result
    }

    pub(crate) fn move_to_back(&mut self, position: u64) {
        if let Some(message) = self.remove(position) {
            self.insert(message);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { next_position: self.next_position, ..Self::new(matches!(self.order, Order::Fifo(_))) };
    }

    /// Makes visible what has waited long enough and drops what is older than the retention.
    pub(crate) fn settle(&mut self, now: Timestamp, retention: Duration) {
        while let Some(&(until, position)) = self.waiting.first()
            && until <= now
        {
            self.update(position, |message| message.phase = Phase::Visible);
        }
        while let Some(&(sent_at, position)) = self.by_age.first()
            && now.since(sent_at) >= retention
        {
            self.remove(position);
        }
    }

    /// Positions of the receivable messages in the order in which they may be handed out.
    pub(crate) fn receivable(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.order {
            Order::Fifo(groups) => Box::new(groups.in_order(&self.messages)),
            Order::Standard(ready) => {
                let quiet = ready.iter().copied().filter(|position| !self.is_noisy(*position));
                let noisy = ready.iter().copied().filter(|position| self.is_noisy(*position));
                Box::new(quiet.chain(noisy))
            }
        }
    }

    fn is_noisy(&self, position: u64) -> bool {
        let group = self.messages.get(&position).and_then(|message| message.content.group.as_deref());
        self.tenants.is_noisy(group)
    }

    fn attach(&mut self, position: u64) {
        let Some(message) = self.messages.get(&position) else { return };
        let group = message.content.group.as_deref();
        if let Some(until) = message.phase.until() {
            self.waiting.insert((until, position));
        }
        match message.phase {
            Phase::Visible => {}
            Phase::Delayed { .. } => self.delayed += 1,
            Phase::InFlight { .. } => self.tenants.enter(group),
        }
        match (&mut self.order, group) {
            (Order::Standard(ready), _) => {
                if message.is_receivable() {
                    ready.insert(position);
                }
            }
            (Order::Fifo(groups), Some(group)) => groups.refresh(group, &self.messages),
            (Order::Fifo(_), None) => {}
        }
    }

    fn detach(&mut self, position: u64) {
        let Some(message) = self.messages.get(&position) else { return };
        if let Some(until) = message.phase.until() {
            self.waiting.remove(&(until, position));
        }
        match message.phase {
            Phase::Visible => {}
            Phase::Delayed { .. } => self.delayed = self.delayed.saturating_sub(1),
            Phase::InFlight { .. } => self.tenants.leave(message.content.group.as_deref()),
        }
        if let Order::Standard(ready) = &mut self.order {
            ready.remove(&position);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::sqs::model::message::Content;

    fn message(group: u32, sent_at: Timestamp) -> Message {
        let content = Content {
            body: "x".to_owned(),
            attributes: BTreeMap::new(),
            system_attributes: BTreeMap::new(),
            group: Some(format!("g{group}")),
            dedup_id: None,
        };
        Message::new(content, sent_at, Phase::Visible)
    }

    /// The receivable positions by definition, in their order but for the order of the groups.
    fn by_definition(store: &Store, fifo: bool) -> Vec<u64> {
        let mut blocked = BTreeSet::new();
        let mut receivable = Vec::new();
        for (position, message) in &store.messages {
            let group = message.content.group.clone();
            if message.is_receivable() && !(fifo && blocked.contains(&group)) {
                receivable.push(*position);
            } else if !message.is_receivable() {
                blocked.insert(group);
            }
        }
        receivable
    }

    fn check(store: &Store, fifo: bool) {
        let count = |wanted: fn(Phase) -> bool| store.iter().filter(|message| wanted(message.phase)).count();
        assert_eq!(store.visible(), count(|phase| phase == Phase::Visible));
        assert_eq!(store.in_flight(), count(|phase| matches!(phase, Phase::InFlight { .. })));
        assert_eq!(store.delayed(), count(|phase| matches!(phase, Phase::Delayed { .. })));
        assert_eq!(store.next_change(), store.iter().filter_map(|message| message.phase.until()).min());
        let mut receivable: Vec<u64> = store.receivable().collect();
        receivable.sort_unstable();
        assert_eq!(receivable, by_definition(store, fifo));
    }

    fn random_phase(random: &mut StdRng, now: Timestamp) -> Phase {
        let until = now.plus(Duration::from_secs(random.random_range(1..20)));
        match random.random_range(0..3) {
            0 => Phase::Visible,
            1 => Phase::Delayed { until },
            _ => Phase::InFlight { until },
        }
    }

    #[test]
    fn the_indexes_agree_with_the_messages_after_every_step() {
        for (seed, fifo) in [(1, true), (2, true), (3, false), (4, false)] {
            let mut random = StdRng::seed_from_u64(seed);
            let (mut store, mut now) = (Store::new(fifo), Timestamp::from_millis(0));
            for _ in 0..2_000 {
                let position = random.random_range(0..store.next_position + 1);
                match random.random_range(0..6) {
                    0 | 1 => store.insert(message(random.random_range(0..4), now)),
                    2 => drop(store.remove(position)),
                    3 => now = now.plus(Duration::from_secs(random.random_range(0..5))),
                    4 if !fifo => store.move_to_back(position),
                    _ => {
                        let phase = random_phase(&mut random, now);
                        store.update(position, |message| message.phase = phase);
                    }
                }
                store.settle(now, Duration::from_secs(120));
                check(&store, fifo);
            }
        }
    }
}
