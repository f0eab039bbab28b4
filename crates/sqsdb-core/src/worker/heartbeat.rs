//! Extends the leases of waiting and running messages, ten to a call.

use std::{cmp::Reverse, collections::HashSet, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::{Context, bounded};
use crate::{
    delivery::Delivery,
    transport::{BATCH_MAX, EntryError, Queue, QueueError, QueueErrorKind},
};

/// Looks after the leases until it is told to end.
pub(super) async fn run<Q: Queue>(context: Arc<Context<Q>>, end: CancellationToken) {
    let visibility = context.timing.visibility;
    // often enough that a failed extension is tried again several times before the lease ends
    let mut ticks = interval((visibility / 10).clamp(Duration::from_millis(100), Duration::from_secs(5)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let due = due(context.registry.held(), context.fifo);
        join_all(due.chunks(BATCH_MAX).map(|batch| extend(&context, batch))).await;
    }
}

/// Leases with less than half of their time left. On a FIFO queue the whole group is due with its first member:
/// messages before an extended one would otherwise become visible on their own.
fn due(held: Vec<Delivery>, fifo: bool) -> Vec<Delivery> {
    let is_due = |delivery: &Delivery| {
        let lease = &delivery.lease;
        !lease.is_lost() && extension(delivery).is_some() && lease.remaining() < lease.visibility() / 2
    };
    let groups: HashSet<_> =
        held.iter().filter(|d| fifo && is_due(d)).filter_map(|d| d.group_id.clone()).collect();
    let with_group = |delivery: &Delivery| {
        let member = delivery.group_id.as_ref().is_some_and(|group| groups.contains(group));
        member && !delivery.lease.is_lost() && extension(delivery).is_some()
    };
    let mut due: Vec<_> = held.into_iter().filter(|d| is_due(d) || with_group(d)).collect();
    due.sort_by_key(|delivery| (delivery.group_id.clone(), Reverse(delivery.lease.id())));
    due
}

/// How far a lease may be extended now; `None` when no one asks for it, or its cap is reached.
fn extension(delivery: &Delivery) -> Option<Duration> {
    let wanted = delivery.lease.visibility().min(delivery.lease.may_extend_by()?);
    // SQS counts in whole seconds, and a message that asks for more than its 12 hours gets an error
    let whole = Duration::from_secs(wanted.as_secs());
    (!whole.is_zero() && whole > delivery.lease.remaining()).then_some(whole)
}

async fn extend<Q: Queue>(context: &Context<Q>, batch: &[Delivery]) {
    // a lease whose call lock is taken is being settled
    let held: Vec<_> =
        batch.iter().filter_map(|d| Some((d, d.lease.try_hold_call()?, extension(d)?))).collect();
    if held.is_empty() {
        return;
    }
    let entries: Vec<_> = held.iter().map(|(d, _, by)| (Arc::clone(&d.receipt_handle), *by)).collect();
    let before = Instant::now();
    let limit = bounded::extension_max(context.timing.visibility);
    match bounded::within(limit, context.queue.change_visibility(&entries)).await {
        Ok(results) => {
            for ((delivery, _, by), result) in held.iter().zip(results) {
                judge(delivery, before, *by, result);
            }
        }
        Err(error) => failed(&error, held.iter().map(|(delivery, ..)| *delivery)),
    }
}

fn judge(delivery: &Delivery, before: Instant, by: Duration, result: Result<(), EntryError>) {
    match result {
        Ok(()) => delivery.lease.extended(before, by),
        Err(error) if error.gone => {
            tracing::warn!(%error, message_id = %delivery.message_id, "the lease is lost");
            delivery.lease.lose();
        }
        Err(error) => {
            tracing::warn!(%error, message_id = %delivery.message_id, "a lease could not be extended; trying again");
            delivery.lease.doubt();
        }
    }
}

fn failed<'a>(error: &QueueError, deliveries: impl Iterator<Item = &'a Delivery>) {
    if error.kind() == QueueErrorKind::Permanent {
        tracing::error!(%error, "leases cannot be extended; check the permission sqs:ChangeMessageVisibility");
    } else {
        tracing::warn!(%error, "leases could not be extended; trying again");
    }
    deliveries.for_each(|delivery| delivery.lease.doubt());
}
