//! Deletes messages and gives them back, in batches, with the newest receipt handle.
//!
//! Coalescing needs no timer: one flush is in flight, and what arrives meanwhile goes with the next.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use tokio::sync::mpsc;

use super::{
    Context,
    bounded::{SETTLE_MAX, within},
};
use crate::{
    delivery::Delivery,
    transport::{BATCH_MAX, EntryError, Queue, QueueError, QueueErrorKind},
};

/// Tries of one batch, and the pause after the first.
const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(100);

/// Where finished messages go. Cheap to clone; the settling task ends when the last clone is gone.
#[derive(Debug, Clone)]
pub(super) struct Settler(mpsc::Sender<Order>);

#[derive(Debug)]
enum Order {
    Delete(Delivery),
    /// Deliveries of one group in their order, all hidden for the same time.
    GiveBack(Vec<Delivery>, Duration),
}

/// One change of one message at the queue.
#[derive(Debug, Clone)]
struct Change {
    /// What was received and is settled with this.
    delivery: Delivery,
    /// The receive whose handle is used.
    newest: Delivery,
    /// `None` deletes, a time hides.
    hidden: Option<Duration>,
}

impl Settler {
    /// A settler that takes up to `capacity` orders before it makes the caller wait.
    pub(super) fn channel(capacity: usize) -> (Self, Orders) {
        let (sender, receiver) = mpsc::channel(capacity);
        (Self(sender), Orders(receiver))
    }

    pub(super) async fn delete(&self, delivery: Delivery) {
        self.send(Order::Delete(delivery)).await;
    }

    pub(super) async fn give_back(&self, group: Vec<Delivery>, hidden: Duration) {
        if !group.is_empty() {
            self.send(Order::GiveBack(group, hidden)).await;
        }
    }

    /// Waits until the settling task is gone, which it is before its time only after a panic.
    pub(super) async fn gone(&self) {
        self.0.closed().await;
    }

    async fn send(&self, order: Order) {
        if let Err(lost) = self.0.send(order).await {
            tracing::error!(order = ?lost.0, "the settling task is gone; the message comes again when its lease ends");
        }
    }
}

/// The receiving end of a [`Settler`].
#[derive(Debug)]
pub(super) struct Orders(mpsc::Receiver<Order>);

/// Settles until every settler is gone and everything is flushed.
pub(super) async fn run<Q: Queue>(context: Arc<Context<Q>>, mut orders: Orders) {
    const FLUSH_MAX: usize = 10 * BATCH_MAX;
    let mut batch = Vec::new();
    while orders.0.recv_many(&mut batch, FLUSH_MAX).await > 0 {
        flush(&context, std::mem::take(&mut batch)).await;
    }
}

async fn flush<Q: Queue>(context: &Context<Q>, orders: Vec<Order>) {
    let (mut deletes, mut returns) = (Vec::new(), Vec::new());
    for order in orders {
        match order {
            Order::Delete(delivery) => deletes.extend(change(context, delivery, None).await),
            Order::GiveBack(group, hidden) => {
                // the same for all, or the group would come back out of order
                let hidden =
                    group.iter().map(|delivery| delivery.lease.may_hide_for()).fold(hidden, Duration::min);
                let mut changes = Vec::with_capacity(group.len());
                for delivery in group {
                    changes.extend(change(context, delivery, Some(hidden)).await);
                }
                returns.push(changes);
            }
        }
    }
    let deletes = deletes.chunks(BATCH_MAX).map(|chunk| settle(context, chunk.to_vec()));
    let batches = together(returns);
    let returns = batches.into_iter().map(|chunks| async {
        for chunk in chunks {
            settle(context, chunk).await;
        }
    });
    tokio::join!(join_all(deletes), join_all(returns));
}

/// Ends the heartbeat of a delivery and says what to do at the queue: nothing on a lost lease, and nothing with
/// an older handle than the newest unless it is a delete.
async fn change<Q>(context: &Context<Q>, delivery: Delivery, hidden: Option<Duration>) -> Option<Change> {
    context.registry.retire(&delivery).await;
    let newest = context.registry.newest(&delivery);
    let superseded = newest.lease.id() != delivery.lease.id();
    if newest.lease.is_lost() || (hidden.is_some() && superseded) {
        tracing::debug!(message_id = %delivery.message_id, superseded, "left alone: the lease is not held any more");
        context.registry.remove(&delivery);
        return None;
    }
    if superseded {
        context.registry.retire(&newest).await;
    }
    Some(Change { delivery, newest, hidden })
}

/// Fills batches of ten without tearing a group apart; the parts of a larger group go one after another, the
/// last messages first, so that no earlier message is visible while a later one is still hidden with us.
fn together(groups: Vec<Vec<Change>>) -> Vec<Vec<Vec<Change>>> {
    let mut batches: Vec<Vec<Vec<Change>>> = Vec::new();
    let mut open: Vec<Change> = Vec::new();
    for group in groups {
        if group.len() > BATCH_MAX {
            batches.push(group.rchunks(BATCH_MAX).map(<[Change]>::to_vec).collect());
        } else {
            if open.len() + group.len() > BATCH_MAX {
                batches.push(vec![std::mem::take(&mut open)]);
            }
            open.extend(group);
        }
    }
    if !open.is_empty() {
        batches.push(vec![open]);
    }
    batches
}

/// Makes the changes of one batch, again for entries that may still succeed, and lets go of the deliveries.
async fn settle<Q: Queue>(context: &Context<Q>, batch: Vec<Change>) {
    let mut left = batch.clone();
    let mut pause = PAUSE;
    for attempt in 1..=TRIES {
        let results = call(&context.queue, &left).await;
        left = unsettled(context, left, results, attempt == TRIES);
        if left.is_empty() {
            break;
        }
        tokio::time::sleep(pause.mul_f64(0.5 + rand::random::<f64>())).await;
        pause *= 2;
        left.retain(|change| !change.newest.lease.is_lost());
    }
    for change in &batch {
        context.registry.remove(&change.delivery);
    }
}

async fn call<Q: Queue>(queue: &Q, changes: &[Change]) -> Result<Vec<Result<(), EntryError>>, QueueError> {
    let handle = |change: &Change| Arc::clone(&change.newest.receipt_handle);
    if changes.iter().all(|change| change.hidden.is_none()) {
        within(SETTLE_MAX, queue.delete(&changes.iter().map(handle).collect::<Vec<_>>())).await
    } else {
        let hide = |change: &Change| (handle(change), change.hidden.unwrap_or_default());
        within(SETTLE_MAX, queue.change_visibility(&changes.iter().map(hide).collect::<Vec<_>>())).await
    }
}

/// What is worth another try. What is not is reported and comes again when its lease ends.
fn unsettled<Q>(
    context: &Context<Q>,
    changes: Vec<Change>,
    results: Result<Vec<Result<(), EntryError>>, QueueError>,
    last: bool,
) -> Vec<Change> {
    let results = match results {
        Ok(results) => results,
        Err(error) if !last && error.kind() != QueueErrorKind::Permanent => {
            tracing::warn!(%error, entries = changes.len(), "a settling call failed; trying again");
            return changes;
        }
        Err(error) => {
            tracing::error!(%error, entries = changes.len(), "a settling call failed; the messages come again");
            changes.iter().for_each(|_| context.stats.settle_failed());
            return Vec::new();
        }
    };
    let failed =
        changes.into_iter().zip(results).filter_map(|(change, result)| Some((change, result.err()?)));
    failed.filter_map(|(change, error)| again(context, change, &error, last)).collect()
}

fn again<Q>(context: &Context<Q>, change: Change, error: &EntryError, last: bool) -> Option<Change> {
    if !error.permanent && !last {
        return Some(change);
    }
    context.stats.settle_failed();
    let (message_id, delete) = (&change.newest.message_id, change.hidden.is_none());
    tracing::error!(%error, %message_id, delete, "an entry was refused; the message comes again");
    None
}
