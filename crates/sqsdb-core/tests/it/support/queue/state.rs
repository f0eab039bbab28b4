//! Messages of the queue in memory, and the rules of SQS for them.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
    time::Duration,
};

use sqsdb_core::{
    Delivery,
    lease::Lease,
    transport::{EntryError, QueueSettings, ReceiveRequest},
};
use tokio::time::Instant;

use super::{Call, fault::Faults};

/// SQS hides a message for at most so long from its receive.
const HIDDEN_MAX: Duration = Duration::from_secs(43_200);

#[derive(Debug)]
pub(super) struct State {
    pub(super) settings: QueueSettings,
    /// In the order they were sent.
    pub(super) messages: BTreeMap<u64, Message>,
    /// Those that were received: no other can be hidden.
    handed_out: BTreeSet<u64>,
    pub(super) calls: Vec<Call>,
    pub(super) received: Vec<String>,
    pub(super) faults: Faults,
    pub(super) in_flight_max: usize,
    pub(super) cut_receives: usize,
    sent: u64,
}

#[derive(Debug)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) visible: Instant,
    body: Arc<str>,
    group: Option<Arc<str>>,
    receives: u32,
    received: Instant,
}

impl State {
    pub(super) fn new(settings: QueueSettings) -> Self {
        Self {
            settings,
            messages: BTreeMap::new(),
            handed_out: BTreeSet::new(),
            calls: Vec::new(),
            received: Vec::new(),
            faults: Faults::default(),
            in_flight_max: 0,
            cut_receives: 0,
            sent: 0,
        }
    }

    pub(super) fn send(&mut self, group: Option<&str>, body: &str) -> String {
        self.sent += 1;
        let (id, now) = (format!("m{}", self.sent), Instant::now());
        let group = group.map(Arc::from);
        let message =
            Message { id: id.clone(), visible: now, body: body.into(), group, receives: 0, received: now };
        self.messages.insert(self.sent, message);
        id
    }

    pub(super) fn message(&mut self, id: &str) -> &mut Message {
        self.messages.get_mut(&number_of(id)).expect("no such message")
    }

    pub(super) fn in_flight(&self) -> usize {
        self.hidden().count()
    }

    pub(super) fn next_visible(&self) -> Option<Instant> {
        self.hidden().map(|message| message.visible).min()
    }

    fn hidden(&self) -> impl Iterator<Item = &Message> {
        self.handed_out.iter().filter_map(|number| self.messages.get(number)).filter(|m| m.is_hidden())
    }

    pub(super) fn take(&mut self, request: &ReceiveRequest, before: Instant) -> Vec<Delivery> {
        let (now, fifo) = (Instant::now(), self.settings.fifo);
        let locked: HashSet<_> = self.hidden().filter(|_| fifo).filter_map(|m| m.group.clone()).collect();
        let free = |message: &Message| {
            !message.is_hidden() && message.group.as_ref().is_none_or(|group| !locked.contains(group))
        };
        let mut taken = Vec::new();
        for (number, message) in self.messages.iter_mut().filter(|(_, m)| free(m)).take(request.max) {
            self.handed_out.insert(*number);
            message.visible = now + request.visibility;
            message.received = now;
            message.receives += 1;
            self.received.push(message.id.clone());
            let lease = Lease::new(before, request.visibility);
            let (id, handle) = (message.id.as_str(), message.handle());
            let mut delivery =
                Delivery::new(Arc::clone(&self.settings.name), id, handle, Arc::clone(&message.body), lease);
            delivery.group_id = message.group.clone();
            delivery.receive_count = message.receives;
            taken.push(delivery);
        }
        self.in_flight_max = self.in_flight_max.max(self.in_flight());
        taken
    }

    pub(super) fn delete(&mut self, handle: &str) -> Result<(), EntryError> {
        let fifo = self.settings.fifo;
        let number = number_of(&id_of(handle));
        let Some(message) = self.messages.get(&number) else { return Ok(()) };
        match message.handle() == handle {
            true if fifo && !message.is_hidden() => Err(gone()),
            true => {
                self.messages.remove(&number);
                self.handed_out.remove(&number);
                Ok(())
            }
            false if fifo => Err(gone()),
            false => Ok(()), // success, and nothing happened
        }
    }

    pub(super) fn hide(&mut self, handle: &str, hidden: Duration) -> Result<(), EntryError> {
        let (fifo, now) = (self.settings.fifo, Instant::now());
        let message = self.messages.get_mut(&number_of(&id_of(handle))).ok_or_else(gone)?;
        let usable = !fifo || (message.handle() == handle && message.is_hidden());
        if !usable || now + hidden > message.received + HIDDEN_MAX {
            return Err(gone());
        }
        message.visible = now + hidden;
        Ok(())
    }
}

impl Message {
    fn is_hidden(&self) -> bool {
        self.visible > Instant::now()
    }

    fn handle(&self) -> String {
        format!("{}#{}", self.id, self.receives)
    }
}

/// The message id of a receipt handle.
pub(super) fn id_of(handle: &str) -> String {
    handle.split('#').next().unwrap_or_default().to_owned()
}

/// The place of an id in the order of sending.
fn number_of(id: &str) -> u64 {
    id.trim_start_matches('m').parse().expect("ids are made by `send`")
}

fn gone() -> EntryError {
    EntryError::new("InvalidParameterValue", "the handle is worth nothing").verdict(true, true)
}
