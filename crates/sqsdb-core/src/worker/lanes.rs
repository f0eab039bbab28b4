//! Runs messages: on a FIFO queue those of one group one after another, all others side by side.

use std::{
    collections::{HashMap, VecDeque},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::FutureExt;
use tokio::{sync::OwnedSemaphorePermit, time::timeout};
use tokio_util::task::TaskTracker;
use tower::Service;

use super::{Context, settle::Settler};
use crate::{
    delivery::Delivery,
    disposition::{Disposition, Retry},
    failure::codes,
    layers::infallible,
    transport::Queue,
};

/// The wait after a panic outside the handler.
const PANIC_WAIT: Duration = Duration::from_secs(30);

/// How long a worker that ends waits for a store call of a cancelled handler.
const UNCUT_WAIT: Duration = Duration::from_secs(5);

/// A message in hand and the slot it takes.
#[derive(Debug)]
pub(super) struct InHand {
    pub(super) delivery: Delivery,
    pub(super) slot: OwnedSemaphorePermit,
}

/// The lanes of a worker. Cheap to clone.
#[derive(Debug)]
pub(super) struct Lanes<Q> {
    context: Arc<Context<Q>>,
    settler: Settler,
    waiting: Waiting,
    tasks: TaskTracker,
}

/// What waits behind the running message of each FIFO group.
type Waiting = Arc<Mutex<HashMap<Arc<str>, VecDeque<InHand>>>>;

impl<Q> Clone for Lanes<Q> {
    fn clone(&self) -> Self {
        Self {
            context: Arc::clone(&self.context),
            settler: self.settler.clone(),
            waiting: Arc::clone(&self.waiting),
            tasks: self.tasks.clone(),
        }
    }
}

impl<Q: Queue> Lanes<Q> {
    pub(super) fn new(context: Arc<Context<Q>>, settler: Settler, tasks: TaskTracker) -> Self {
        Self { context, settler, waiting: Arc::default(), tasks }
    }

    /// Starts what may run now; the rest waits in its lane.
    pub(super) async fn start(&self, received: Vec<InHand>) {
        let (grouped, alone): (Vec<_>, Vec<_>) = received
            .into_iter()
            .partition(|message| self.context.fifo && message.delivery.group_id.is_some());
        for message in alone {
            drop(self.tasks.spawn(self.clone().run_alone(message)));
        }
        for (group, first) in self.enter(grouped) {
            drop(self.tasks.spawn(self.clone().run_lane(group, first)));
        }
    }

    /// Gives back what waits; what runs is left to run.
    pub(super) async fn release_waiting(&self) {
        let waiting: Vec<InHand> = lock(&self.waiting).values_mut().flat_map(std::mem::take).collect();
        self.context.stats.released(waiting.len());
        let (deliveries, slots): (Vec<_>, Vec<_>) = waiting.into_iter().map(|m| (m.delivery, m.slot)).unzip();
        self.settler.give_back(deliveries, Duration::ZERO).await;
        drop(slots);
    }

    /// Puts messages into their lanes and answers the first of each lane that does not run yet. No lane is
    /// started before all have entered: a quick failure would close it before its siblings came.
    fn enter(&self, received: Vec<InHand>) -> Vec<(Arc<str>, InHand)> {
        let mut waiting = lock(&self.waiting);
        let mut firsts = Vec::new();
        for message in received {
            let Some(group) = message.delivery.group_id.clone() else { continue };
            match waiting.get_mut(&group) {
                Some(lane) => lane.push_back(message),
                None => {
                    waiting.insert(Arc::clone(&group), VecDeque::new());
                    firsts.push((group, message));
                }
            }
        }
        firsts
    }

    async fn run_alone(self, message: InHand) {
        let disposition = self.run(&message.delivery).await;
        self.settle(message, disposition, Vec::new()).await;
    }

    /// Runs the messages of one group until the lane is empty or one of them fails.
    async fn run_lane(self, group: Arc<str>, first: InHand) {
        let mut next = Some(first);
        while let Some(message) = next {
            let disposition = self.run(&message.delivery).await;
            let behind = match disposition {
                Disposition::Delete(_) => Vec::new(),
                // nothing of the group may run before this one: all of it goes back
                _ => self.close(&group),
            };
            let failed = !matches!(disposition, Disposition::Delete(_));
            self.settle(message, disposition, behind).await;
            next = if failed { None } else { self.next(&group) };
        }
    }

    /// The next message of a lane; an empty lane is closed.
    fn next(&self, group: &Arc<str>) -> Option<InHand> {
        let mut waiting = lock(&self.waiting);
        let next = waiting.get_mut(group).and_then(VecDeque::pop_front);
        if next.is_none() {
            waiting.remove(group);
        }
        next
    }

    /// Closes a lane and hands out what waits in it.
    fn close(&self, group: &Arc<str>) -> Vec<InHand> {
        lock(&self.waiting).remove(group).map(Vec::from).unwrap_or_default()
    }

    /// Runs one message to its disposition; a cancelled worker releases it.
    async fn run(&self, delivery: &Delivery) -> Disposition {
        let disposition = match self.ran(delivery).await {
            Some(disposition) => disposition,
            None => Disposition::Release,
        };
        self.context.stats.count(&disposition);
        self.context.pressure.note(&disposition);
        disposition
    }

    /// `None` where the message did not start, or was cancelled.
    async fn ran(&self, delivery: &Delivery) -> Option<Disposition> {
        let Context { route, cancel, .. } = &*self.context;
        if delivery.lease.is_lost() {
            return None; // lost while it waited in its lane: it may be with someone else
        }
        // from here on the lease is kept only if a heartbeat layer asks for it
        delivery.lease.leave();
        let running = AssertUnwindSafe(async { route.clone().call(delivery.clone()).await }).catch_unwind();
        tokio::select! {
            biased;
            ran = running => return Some(ran.map_or_else(|_| panicked(), infallible)),
            () = cancel.cancelled() => {}
        }
        // the handler is gone; a claim or commit under way is not, and must not be cut by the end of the process
        if timeout(UNCUT_WAIT, delivery.lease.uncut_calls_ended()).await.is_err() {
            tracing::warn!(message_id = %delivery.message_id, "a store call did not end; the worker leaves it behind");
        }
        None
    }

    /// Settles a message and what waited behind it, and frees their slots.
    async fn settle(&self, message: InHand, disposition: Disposition, behind: Vec<InHand>) {
        let InHand { delivery, slot } = message;
        self.context.stats.released(behind.len());
        let (siblings, slots): (Vec<_>, Vec<_>) = behind.into_iter().map(|m| (m.delivery, m.slot)).unzip();
        let hidden = match disposition {
            Disposition::Delete(_) => {
                self.settler.delete(delivery).await;
                return drop(slot);
            }
            Disposition::Retry(retry) => retry.after,
            Disposition::Terminal(_) => self.context.options.terminal_wait,
            Disposition::Release => Duration::ZERO,
        };
        // all for the same time and in one call, so that the group comes back in order
        let group = std::iter::once(delivery).chain(siblings).collect();
        self.settler.give_back(group, hidden).await;
        drop((slot, slots));
    }
}

fn panicked() -> Disposition {
    tracing::error!("a layer panicked; its message comes again");
    Disposition::Retry(Retry::uncharged(PANIC_WAIT, codes::HANDLER_PANICKED))
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, HashMap<Arc<str>, VecDeque<InHand>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}
