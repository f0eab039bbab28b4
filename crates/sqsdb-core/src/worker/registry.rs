//! Which leases are held, and the newest receipt handle of each message in hand.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{delivery::Delivery, lease::LeaseId};

/// The deliveries in hand. Leases are the key: a layer may rebuild a message, and one message may be received
/// twice.
#[derive(Debug, Default)]
pub(super) struct Registry(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Deliveries whose lease the heartbeat looks after.
    held: HashMap<LeaseId, Delivery>,
    /// By message id.
    messages: HashMap<Arc<str>, InHand>,
}

#[derive(Debug)]
struct InHand {
    newest: Delivery,
    deliveries: usize,
}

impl Registry {
    /// Takes a received delivery in hand.
    pub(super) fn add(&self, delivery: &Delivery) {
        let mut state = self.lock();
        state.held.insert(delivery.lease.id(), delivery.clone());
        state
            .messages
            .entry(Arc::clone(&delivery.message_id))
            .and_modify(|message| {
                message.newest = delivery.clone();
                message.deliveries += 1;
            })
            .or_insert_with(|| InHand { newest: delivery.clone(), deliveries: 1 });
    }

    /// The deliveries whose leases are looked after.
    pub(super) fn held(&self) -> Vec<Delivery> {
        self.lock().held.values().cloned().collect()
    }

    /// The newest receive of a delivery's message.
    pub(super) fn newest(&self, delivery: &Delivery) -> Delivery {
        let state = self.lock();
        state.messages.get(&delivery.message_id).map_or_else(|| delivery.clone(), |m| m.newest.clone())
    }

    /// Stops looking after a lease, and waits for an extension of it under way.
    pub(super) async fn retire(&self, delivery: &Delivery) {
        self.lock().held.remove(&delivery.lease.id());
        drop(delivery.lease.hold_call().await);
    }

    /// Lets go of a delivery that is settled.
    pub(super) fn remove(&self, delivery: &Delivery) {
        let mut state = self.lock();
        state.held.remove(&delivery.lease.id());
        if let Some(message) = state.messages.get_mut(&delivery.message_id) {
            message.deliveries -= 1;
            if message.deliveries == 0 {
                state.messages.remove(&delivery.message_id);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
