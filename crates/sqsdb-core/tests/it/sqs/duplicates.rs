//! Invariants 5 and 7 with the receipt handles of a real answer.

use sqsdb_testkit::sqs::{Action, Fault};

use super::Sqs;
use crate::support::{
    handler::Scripted,
    stack::plain,
    store::{Gate, MemStore},
};

#[tokio::test]
async fn invariant_5_a_message_delivered_twice_while_it_runs_has_one_effect_and_is_gone() {
    let (sqs, store, gate) = (Sqs::standard().await, MemStore::new(), Gate::new());
    sqs.send("A", 1).await;
    let run = Scripted::new().gate(&gate);
    let worker = sqs.start(plain(&store, run.clone()));
    gate.reached().await;
    assert!(sqs.server.deliver_again(&sqs.url, &sqs.id()).unwrap());
    sqs.server.wait_for_calls(Action::ChangeMessageVisibilityBatch, 1).await;
    gate.open(1);
    sqs.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((run.runs().len(), store.effects().len()), (1, 1));
    assert_eq!((report.completed, report.returned, report.retries, report.settle_failures), (1, 1, 0, 0));
}

#[tokio::test]
async fn invariant_5_both_deliveries_of_every_message_end_in_one_effect() {
    let (sqs, store, gate) = (Sqs::standard().await, MemStore::new(), Gate::new());
    sqs.send("A", 30).await;
    sqs.server.faults().next_calls(Action::ReceiveMessage, 3, Fault::DeliverTwice);
    let route = plain(&store, Scripted::new().gate(&gate));
    let worker = sqs.start_with(route, |builder| builder.concurrency(100));
    sqs.until("duplicates are in hand", |_| worker.report().received > 30).await;
    gate.open(30);
    // what is given back as IN_PROGRESS comes again after some seconds
    sqs.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((store.effects().len(), report.completed), (30, 30));
    assert!(report.received > 30, "{report:?}");
}

/// The visibility timeout ends early for SQS while the worker still believes in its lease.
#[tokio::test]
async fn invariant_5_a_lapsed_standard_message_that_comes_again_is_gone_in_the_end() {
    let (sqs, store, gate) = (Sqs::standard().await, MemStore::new(), Gate::new());
    sqs.send("A", 1).await;
    let worker = sqs.start(plain(&store, Scripted::new().gate(&gate)));
    gate.reached().await;
    sqs.server.advance(std::time::Duration::from_secs(31));
    sqs.server.wait_for_calls(Action::ChangeMessageVisibilityBatch, 1).await;
    gate.open(2);
    sqs.until_empty().await;
    worker.stop().await;
    assert_eq!(store.effects().len(), 1);
}
