//! Invariant 6: wherever a message's future is dropped, no call of the store is cut.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use sqsdb_core::{Delivery, Disposition, Failure, Route};
use tokio::task::yield_now;
use tower::ServiceExt;

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, key},
    stack::{answer, plain},
    store::{CommitFault, Gate, MemStore},
};

/// Polls a delivery so many times, with the runtime's other tasks in between, and drops it then. Tells whether
/// it was ready before.
async fn dropped_after(route: &Route, delivery: Delivery, polls: usize) -> Option<Disposition> {
    let mut running = pin!(route.clone().oneshot(delivery));
    for _ in 0..polls {
        let polled = running.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(Ok(disposition)) = polled {
            return Some(disposition);
        }
        yield_now().await;
    }
    None
}

/// Lets the calls that were left behind come to their end.
async fn at_rest(store: &MemStore) {
    for _ in 0..100 {
        yield_now().await;
    }
    assert_eq!(store.running(), 0, "no call of the store is left hanging");
}

/// Drops a fresh message's future after 0, 1, 2... polls until one is ready; answers how many it took.
async fn at_every_await_point(prepare: impl Fn(&MemStore) -> Scripted) -> usize {
    for polls in 0..500 {
        let store = MemStore::new();
        let run = prepare(&store);
        let ended = dropped_after(&plain(&store, run), delivery(body("A", 1)), polls).await;
        at_rest(&store).await;
        assert!(store.cut().is_empty(), "after {polls} polls: {:?} was cut", store.cut());
        assert_eq!(store.open(), 0, "after {polls} polls a transaction is open");
        let (effects, status) = (store.effects().len(), store.status(&key("A", 1)));
        assert_eq!(effects, usize::from(status == Some("COMPLETED")), "after {polls} polls: {status:?}");
        if ended.is_some() {
            return polls;
        }
    }
    panic!("never ready");
}

#[tokio::test]
async fn invariant_6_a_run_to_success() {
    let polls = at_every_await_point(|_| Scripted::new()).await;
    assert!(polls >= 8, "claim, handler and commit have await points of their own: {polls}");
}

#[tokio::test]
async fn invariant_6_a_run_to_failure() {
    at_every_await_point(|_| Scripted::new().fails(|| Failure::retryable("X", "x"))).await;
}

#[tokio::test]
async fn invariant_6_a_commit_whose_answer_is_lost() {
    at_every_await_point(|store| {
        store.faults(|faults| faults.commit.push_back(CommitFault::LOST_APPLIED));
        Scripted::new()
    })
    .await;
}

#[tokio::test]
async fn invariant_6_a_claim_that_is_slow_gives_its_transaction_back() {
    let (store, gate, run) = (MemStore::new(), Gate::new(), Scripted::new());
    store.faults(|faults| faults.claim_gate = Some(gate.clone()));
    let route = plain(&store, run.clone());
    assert!(dropped_after(&route, delivery(body("A", 1)), 20).await.is_none());
    gate.reached().await;
    assert_eq!(store.running(), 1, "the claim goes on alone");
    gate.open(1);
    at_rest(&store).await;
    assert_eq!((store.open(), store.dropped(), store.cut().len()), (0, 1, 0));
    assert!(run.runs().is_empty(), "nobody was there to run");
    store.faults(|faults| faults.claim_gate = None);
    answer(&route, delivery(body("A", 1))).await;
    assert_eq!(store.effects().len(), 1);
}

#[tokio::test]
async fn invariant_6_a_commit_that_is_slow_goes_on_alone() {
    let (store, gate) = (MemStore::new(), Gate::new());
    store.faults(|faults| faults.commit_gate = Some(gate.clone()));
    let route = plain(&store, Scripted::new());
    assert!(dropped_after(&route, delivery(body("A", 1)), 50).await.is_none());
    gate.reached().await;
    gate.open(1);
    at_rest(&store).await;
    assert_eq!((store.effects().len(), store.cut().len()), (1, 0));
}

#[tokio::test]
async fn invariant_6_a_cancelled_handler_s_transaction_is_dropped_and_charges_nothing() {
    let (store, gate) = (MemStore::new(), Gate::new());
    let route = plain(&store, Scripted::new().gate(&gate));
    assert!(dropped_after(&route, delivery(body("A", 1)), 50).await.is_none());
    at_rest(&store).await;
    assert_eq!((store.open(), store.dropped(), store.effects().len()), (0, 1, 0));
    assert_eq!((store.attempts(&key("A", 1)), store.failures().len()), (0, 0));
}
