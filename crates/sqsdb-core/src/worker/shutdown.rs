//! Runs the worker's tasks and ends them in order.

use std::{future::Future, sync::Arc};

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::{
    task::{JoinError, JoinHandle},
    time::{Instant, timeout_at},
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    Context, WorkerError, WorkerReport, heartbeat,
    lanes::Lanes,
    poll,
    settle::{self, Settler},
};
use crate::transport::Queue;

/// Runs until `shutdown` is ready. Then: stop polling; give back what has not started; let what runs finish, up
/// to the deadline; cancel the rest; flush; end the heartbeat last, since leases are needed until then.
pub(super) async fn run<Q: Queue>(
    context: Arc<Context<Q>>,
    shutdown: impl Future<Output = ()>,
) -> Result<WorkerReport, WorkerError> {
    // should this future be dropped, its tasks end on their own
    let _ends_with_us = end_on_drop(&context);
    let heartbeat_end = CancellationToken::new();
    let _heartbeat_ends_with_us = heartbeat_end.clone().drop_guard();
    let heartbeat = tokio::spawn(heart(Arc::clone(&context), heartbeat_end.clone()));
    let (settler, orders) = Settler::channel(context.options.concurrency.max(64));
    let settling = tokio::spawn(settle::run(Arc::clone(&context), orders));
    let running = TaskTracker::new();
    let lanes = Lanes::new(Arc::clone(&context), settler.clone(), running.clone());
    let poller = |_| tokio::spawn(poll::run(Arc::clone(&context), lanes.clone(), settler.clone()));
    let mut pollers: Pollers = (0..context.options.pollers).map(poller).collect();

    let early = tokio::select! {
        () = shutdown => None,
        ended = pollers.next() => ended,
        // a panic in there: without them the worker would only take messages and never let go of them
        () = settler.gone() => None,
        () = heartbeat_end.cancelled() => None,
    };
    context.stop.cancel();
    running.close();
    let deadline = Instant::now() + context.options.drain;
    let (polled, ()) = tokio::join!(all(early, &mut pollers), drain(&context, &running, &lanes, deadline));
    // a poll may have started something while the worker was told to stop
    drain(&context, &running, &lanes, deadline).await;
    drop((lanes, settler));
    let settled = settling.await.map_err(WorkerError::Panicked);
    heartbeat_end.cancel();
    heartbeat.await.map_err(WorkerError::Panicked)?;
    settled?;
    polled.map(|()| context.stats.report())
}

/// Dropped, it leaves the pollers to end on their own: a receive call that is cut may still take messages.
type Pollers = FuturesUnordered<JoinHandle<()>>;

/// The heartbeat; should it panic, its end is cancelled too, which is noticed.
async fn heart<Q: Queue>(context: Arc<Context<Q>>, end: CancellationToken) {
    let _noticed = end.clone().drop_guard();
    heartbeat::run(context, end).await;
}

/// Waits for every poller; the first panic is the answer.
async fn all(early: Option<Result<(), JoinError>>, pollers: &mut Pollers) -> Result<(), WorkerError> {
    let mut result = early.unwrap_or(Ok(()));
    while let Some(ended) = pollers.next().await {
        result = result.and(ended);
    }
    result.map_err(WorkerError::Panicked)
}

/// Gives back what waits and lets what runs finish up to the deadline; then cancels it.
async fn drain<Q: Queue>(context: &Context<Q>, running: &TaskTracker, lanes: &Lanes<Q>, deadline: Instant) {
    lanes.release_waiting().await;
    if timeout_at(deadline, running.wait()).await.is_err() {
        tracing::warn!(messages = running.len(), "the drain deadline passed; running handlers are cancelled");
        context.cancel.cancel();
        running.wait().await;
    }
}

fn end_on_drop<Q>(context: &Context<Q>) -> (DropGuard, DropGuard) {
    (context.stop.clone().drop_guard(), context.cancel.clone().drop_guard())
}
