//! Long polls for as many messages as there are free slots.

use std::{sync::Arc, time::Duration};

use tokio::sync::OwnedSemaphorePermit;
use uuid::Uuid;

use super::{
    Context,
    bounded::{self, RECEIVE_MARGIN},
    lanes::{InHand, Lanes},
    settle::Settler,
};
use crate::{
    delivery::Delivery,
    transport::{BATCH_MAX, Queue, QueueErrorKind, ReceiveRequest},
};

/// First and longest pause after a receive call that failed.
const PAUSE_MIN: Duration = Duration::from_millis(200);
const PAUSE_MAX: Duration = Duration::from_secs(20);

/// Polls until the worker stops. A call in flight is always finished: cancelled, it could still take messages
/// out of the queue.
pub(super) async fn run<Q: Queue>(context: Arc<Context<Q>>, lanes: Lanes<Q>, settler: Settler) {
    while let Some(mut permits) = free_slots(&context).await {
        if let Some(pause) = context.pressure.pause() {
            permits.truncate(1);
            pause_for(&context, pause).await;
        }
        if context.stop.is_cancelled() {
            break;
        }
        let Some(deliveries) = receive(&context, permits.len()).await else { break };
        if deliveries.is_empty() && context.timing.poll_wait.is_zero() {
            // short polls of an empty queue would follow each other as fast as the network allows
            pause_for(&context, PAUSE_MIN).await;
        }
        context.stats.received(deliveries.len());
        for delivery in &deliveries {
            context.registry.add(delivery);
        }
        if context.stop.is_cancelled() {
            context.stats.released(deliveries.len());
            settler.give_back(deliveries, Duration::ZERO).await;
        } else {
            lanes.start(in_hand(deliveries, permits)).await;
        }
    }
}

/// Sleeps, but not longer than the worker works.
async fn pause_for<Q>(context: &Context<Q>, pause: Duration) {
    tokio::select! {
        () = context.stop.cancelled() => {}
        () = tokio::time::sleep(pause) => {}
    }
}

/// Waits for one free slot and takes up to ten; `None` when the worker stops.
async fn free_slots<Q>(context: &Context<Q>) -> Option<Vec<OwnedSemaphorePermit>> {
    let first = tokio::select! {
        biased;
        () = context.stop.cancelled() => return None,
        permit = Arc::clone(&context.slots).acquire_owned() => permit.ok()?,
    };
    let more = std::iter::from_fn(|| Arc::clone(&context.slots).try_acquire_owned().ok());
    Some(std::iter::once(first).chain(more.take(BATCH_MAX - 1)).collect())
}

/// Receives; after an error again, with growing pauses and the same attempt id. `None` when the worker stops.
async fn receive<Q: Queue>(context: &Context<Q>, max: usize) -> Option<Vec<Delivery>> {
    let timing = context.timing;
    let mut request = ReceiveRequest::new(max, timing.poll_wait, timing.visibility);
    if context.fifo {
        request = request.attempt_id(Uuid::new_v4().to_string());
    }
    let mut pause = PAUSE_MIN;
    loop {
        match bounded::within(request.wait + RECEIVE_MARGIN, context.queue.receive(&request)).await {
            Ok(deliveries) => return Some(deliveries),
            Err(error) if error.kind() == QueueErrorKind::Permanent => {
                tracing::error!(%error, "the queue refuses to hand out messages");
            }
            Err(error) => tracing::warn!(%error, "a receive call failed"),
        }
        tokio::select! {
            () = context.stop.cancelled() => return reclaim(context, &request).await,
            () = tokio::time::sleep(pause.mul_f64(0.5 + rand::random::<f64>() / 2.0)) => {}
        }
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// A FIFO queue repeats a lost answer once more, so that no group stays locked behind it.
async fn reclaim<Q: Queue>(context: &Context<Q>, request: &ReceiveRequest) -> Option<Vec<Delivery>> {
    request.attempt_id.as_ref()?;
    let mut request = request.clone();
    request.wait = Duration::ZERO;
    bounded::within(RECEIVE_MARGIN, context.queue.receive(&request)).await.ok()
}

fn in_hand(deliveries: Vec<Delivery>, permits: Vec<OwnedSemaphorePermit>) -> Vec<InHand> {
    let pairs = deliveries.into_iter().zip(permits);
    pairs.map(|(delivery, slot)| InHand { delivery, slot }).collect()
}
