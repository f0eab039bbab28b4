//! One queue: its settings, its messages and what senders and receivers do with them.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use sha2::{Digest, Sha256};
use tokio::sync::Notify;
use uuid::Uuid;

use super::{
    dedup::{DedupCache, Original},
    handle::Handle,
    message::{Content, MAX_LEASE, Message, Phase},
    replay::ReplayCache,
    settings::Settings,
    store::Store,
};
use crate::sqs::{
    clock::Timestamp,
    error::{ErrorKind, SqsError},
};

/// AWS's sequence numbers have 20 digits, increase, and are not consecutive.
const FIRST_SEQUENCE: u128 = 18_849_496_460_467_696_128;
const SEQUENCE_STEP: u128 = 256;

#[derive(Debug)]
pub(crate) struct Queue {
    pub(crate) name: String,
    pub(crate) arn: String,
    /// Ties receipt handles to this queue, also against a later one of the same name.
    pub(crate) id: Uuid,
    pub(crate) created_at: Timestamp,
    pub(crate) modified_at: Timestamp,
    pub(crate) settings: Settings,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) purged_at: Option<Timestamp>,
    pub(crate) store: Store,
    pub(crate) replays: ReplayCache,
    dedup: DedupCache,
    next_sequence: u128,
    /// Rings when a receive may find more than before.
    pub(crate) changed: Arc<Notify>,
}

/// The answer to a send.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) message_id: String,
    pub(crate) sequence: Option<u128>,
}

/// Why a receipt handle did not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandleFault {
    NotAHandle,
    Expired,
    NotAvailable,
    BeyondMaximum { asked: u64 },
}

impl HandleFault {
    pub(crate) fn into_error(self, handle: &str) -> SqsError {
        match self {
            Self::NotAHandle => SqsError::new(
                ErrorKind::ReceiptHandleIsInvalid,
                format!("The input receipt handle \"{handle}\" is not a valid receipt handle."),
            ),
            Self::Expired => {
                SqsError::invalid_value(handle, "ReceiptHandle", "The receipt handle has expired.")
            }
            Self::NotAvailable => SqsError::invalid_value(
                handle,
                "ReceiptHandle",
                "Message does not exist or is not available for visibility timeout change.",
            ),
            Self::BeyondMaximum { asked } => SqsError::invalid_value(
                asked,
                "VisibilityTimeout",
                "Total VisibilityTimeout for the message is beyond the limit [43200 seconds].",
            ),
        }
    }
}

impl Queue {
    pub(crate) fn new(name: &str, arn: String, settings: Settings, now: Timestamp) -> Self {
        Self {
            name: name.to_owned(),
            arn,
            id: Uuid::new_v4(),
            created_at: now,
            modified_at: now,
            store: Store::new(settings.fifo.is_some()),
            settings,
            tags: BTreeMap::new(),
            purged_at: None,
            replays: ReplayCache::default(),
            dedup: DedupCache::default(),
            next_sequence: FIRST_SEQUENCE,
            changed: Arc::new(Notify::new()),
        }
    }

    pub(crate) fn is_fifo(&self) -> bool {
        self.settings.fifo.is_some()
    }

    /// Lets time pass up to `now`.
    pub(crate) fn settle(&mut self, now: Timestamp) {
        self.store.settle(now, self.settings.retention());
    }

    /// The deduplication id that a message gets: its own, or the hash of its body.
    /// `None` when the queue wants one and there is none.
    pub(crate) fn dedup_id_for(&self, given: Option<String>, body: &str) -> Option<String> {
        let by_content = self.settings.fifo.as_ref().is_some_and(|fifo| fifo.content_based_deduplication);
        given.or_else(|| by_content.then(|| hex::encode(Sha256::digest(body.as_bytes()))))
    }

    /// Takes a checked message, unless it is a duplicate; both are answered alike.
    pub(crate) fn send(&mut self, now: Timestamp, content: Content, delay: Duration) -> Sent {
        if let Some(original) = self.find_original(now, &content) {
            return original;
        }
        let phase = if delay.is_zero() { Phase::Visible } else { Phase::Delayed { until: now.plus(delay) } };
        self.insert(now, Message::new(content, now, phase))
    }

    /// Takes a message that has run out of receives in the queue with `source_arn`.
    ///
    /// A standard message keeps its send time; on FIFO the time starts anew and the message id becomes the
    /// deduplication id.
    pub(crate) fn accept_dead_letter(&mut self, now: Timestamp, source_arn: String, mut message: Message) {
        message.phase = Phase::Visible;
        message.lease = None;
        message.deliver_again = false;
        message.dead_letter_source = Some(source_arn);
        if self.is_fifo() {
            message.sent_at = now;
            message.content.dedup_id = Some(message.id.clone());
        }
        self.insert(now, message);
    }

    fn insert(&mut self, now: Timestamp, mut message: Message) -> Sent {
        if let Some(fifo) = &self.settings.fifo {
            message.sequence = Some(self.next_sequence);
            self.next_sequence += SEQUENCE_STEP;
            if let (Some(group), Some(id)) = (&message.content.group, &message.content.dedup_id) {
                let original = Original { message_id: message.id.clone(), sequence: message.sequence };
                self.dedup.remember(fifo.scope, group, id, now, original);
            }
        }
        let sent = Sent { message_id: message.id.clone(), sequence: message.sequence };
        self.store.insert(message);
        self.changed.notify_waiters();
        sent
    }

    fn find_original(&mut self, now: Timestamp, content: &Content) -> Option<Sent> {
        let fifo = self.settings.fifo.as_ref()?;
        let (group, id) = (content.group.as_deref()?, content.dedup_id.as_deref()?);
        let original = self.dedup.find(fifo.scope, group, id, now)?;
        Some(Sent { message_id: original.message_id.clone(), sequence: original.sequence })
    }

    fn resolve(&self, now: Timestamp, handle: &str) -> Result<Handle, HandleFault> {
        let handle = Handle::decode(handle).filter(|handle| handle.queue == self.id);
        let handle = handle.ok_or(HandleFault::NotAHandle)?;
        if now.since(handle.received_at) > MAX_LEASE {
            return Err(HandleFault::Expired);
        }
        Ok(handle)
    }

    /// Deletes a message. On a standard queue the handle of an earlier receive succeeds and deletes nothing; on FIFO
    /// a handle works only while its message is in flight.
    pub(crate) fn delete(&mut self, now: Timestamp, handle: &str) -> Result<(), HandleFault> {
        let handle = self.resolve(now, handle)?;
        let Some((position, message)) = self.store.find(&handle.message_id) else { return Ok(()) };
        let newest = message.lease.is_some_and(|lease| lease.receive == handle.receive);
        if self.is_fifo() && !(newest && matches!(message.phase, Phase::InFlight { .. })) {
            return Err(HandleFault::Expired);
        }
        if newest {
            self.store.remove(position);
            self.changed.notify_waiters(); // the next message of a FIFO group
        }
        Ok(())
    }

    /// Sets the visibility timeout to `seconds` from now. On a standard queue the handle of any receive works.
    pub(crate) fn change_visibility(
        &mut self,
        now: Timestamp,
        handle: &str,
        seconds: u64,
    ) -> Result<(), HandleFault> {
        let handle = self.resolve(now, handle)?;
        let (position, message) = self.store.find(&handle.message_id).ok_or(HandleFault::NotAvailable)?;
        let lease = message.lease.ok_or(HandleFault::NotAvailable)?;
        let in_flight = matches!(message.phase, Phase::InFlight { .. });
        if self.is_fifo() && !(in_flight && lease.receive == handle.receive) {
            return Err(HandleFault::NotAvailable);
        }
        let until = now.plus(Duration::from_secs(seconds));
        if until.since(lease.received_at) > MAX_LEASE {
            return Err(HandleFault::BeyondMaximum { asked: seconds });
        }
        let phase = if seconds == 0 { Phase::Visible } else { Phase::InFlight { until } };
        self.store.update(position, |message| {
            message.phase = phase;
            if let Some(lease) = &mut message.lease {
                lease.changed = true;
            }
        });
        self.changed.notify_waiters();
        Ok(())
    }

    /// Makes a message in flight receivable once more, as a standard queue now and then does by itself.
    pub(crate) fn deliver_again(&mut self, message_id: &str) -> bool {
        let Some((position, message)) = self.store.find(message_id) else { return false };
        if self.is_fifo() || !matches!(message.phase, Phase::InFlight { .. }) {
            return false;
        }
        self.store.update(position, |message| message.deliver_again = true);
        self.changed.notify_waiters();
        true
    }

    /// Deletes all messages and forgets the deduplication ids.
    pub(crate) fn purge(&mut self, now: Timestamp) {
        self.purged_at = Some(now);
        self.store.clear();
        self.dedup.clear();
    }
}
