//! Invariants 5 and 7: one message received twice.

use std::time::Duration;

use sqsdb_core::Failure;

use crate::support::{
    handler::Scripted,
    message::body,
    queue::MemQueue,
    stack::plain,
    store::{Gate, MemStore},
    worker::start,
};

#[tokio::test(start_paused = true)]
async fn invariant_5_a_message_received_again_while_it_runs_is_gone_afterwards() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    let id = queue.send(body("A", 1));
    let run = Scripted::new().gate(&gate);
    let worker = start(&queue, plain(&store, run.clone()));
    gate.reached().await;
    queue.deliver_again(&id);
    queue.until("the duplicate is given back", |queue| !queue.visibilities().is_empty()).await;
    gate.open(1);
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((run.runs().len(), store.effects().len()), (1, 1));
    assert_eq!((report.received, report.completed, report.returned, report.retries), (2, 1, 1, 0));
    assert_eq!(queue.deletes(), [[id]], "once, with the handle that counts");
}

/// The duplicate is still being claimed when the first run ends.
#[tokio::test(start_paused = true)]
async fn invariant_5_a_duplicate_in_hand_lends_its_handle() {
    let (queue, store, gate, claims) = (MemQueue::standard(), MemStore::new(), Gate::new(), Gate::new());
    let id = queue.send(body("A", 1));
    let worker = start(&queue, plain(&store, Scripted::new().gate(&gate)));
    gate.reached().await;
    store.faults(|faults| faults.claim_gate = Some(claims.clone()));
    queue.deliver_again(&id);
    claims.reached().await;
    gate.open(1);
    queue.until_empty().await;
    claims.open(1);
    let report = worker.stop().await;
    assert_eq!((report.completed, report.duplicates, store.effects().len()), (1, 1, 1));
    assert_eq!(report.settle_failures, 0);
}

#[tokio::test(start_paused = true)]
async fn invariant_5_a_message_twice_in_one_batch_is_deleted() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    let id = queue.send(body("A", 1));
    let claims = Gate::new();
    store.faults(|faults| faults.claim_gate = Some(claims.clone()));
    let worker = start(&queue, plain(&store, Scripted::new().gate(&gate)));
    claims.reached().await;
    queue.deliver_again(&id);
    claims.reached().await;
    // the first claims and runs to its end while the second has not asked yet
    claims.open(1);
    gate.reached().await;
    gate.open(1);
    queue.until_empty().await;
    claims.open(1);
    let report = worker.stop().await;
    assert_eq!((report.completed, report.duplicates, report.settle_failures), (1, 1, 0));
    assert!(queue.left().is_empty() && store.effects().len() == 1);
}

#[tokio::test(start_paused = true)]
async fn invariant_7_duplicates_of_a_long_run_come_back_soon_and_pay_nothing() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    let id = queue.send(body("A", 1));
    let run = Scripted::new().gate(&gate);
    let worker = start(&queue, plain(&store, run.clone()));
    gate.reached().await;
    for round in 1..=5 {
        queue.deliver_again(&id);
        queue
            .until("it is given back", |queue| {
                queue
                    .visibilities()
                    .iter()
                    .flatten()
                    .filter(|(_, hidden)| *hidden <= Duration::from_secs(10))
                    .count()
                    == round
            })
            .await;
    }
    assert_eq!((run.runs().len(), store.failures().len()), (1, 0));
    gate.open(1);
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.completed, report.retries, store.effects().len()), (1, 0, 1));
}

/// The first run fails after its message was received again: giving it back with the old handle would end the
/// other's hold.
#[tokio::test(start_paused = true)]
async fn invariant_4_a_superseded_handle_gives_nothing_back() {
    let (queue, store, gate, claims) = (MemQueue::standard(), MemStore::new(), Gate::new(), Gate::new());
    let id = queue.send(body("A", 1));
    let run =
        Scripted::new().gate(&gate).fails(|| Failure::retryable("X", "x").after(Duration::from_secs(77)));
    let worker = start(&queue, plain(&store, run));
    gate.reached().await;
    store.faults(|faults| faults.claim_gate = Some(claims.clone()));
    queue.deliver_again(&id);
    claims.reached().await;
    gate.open(2);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(queue.visibilities().is_empty(), "{:?}", queue.visibilities());
    claims.open(1);
    queue.until_empty().await;
    worker.stop().await;
    assert_eq!(store.effects().len(), 1);
}
