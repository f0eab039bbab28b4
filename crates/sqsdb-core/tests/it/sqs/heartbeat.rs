//! Leases on real time and real receipt handles.

use std::time::Duration;

use sqsdb_testkit::sqs::{Action, Fault, QueueSpec};

use super::Sqs;
use crate::support::{
    handler::Scripted,
    message::key,
    stack::plain,
    store::{Gate, MemStore},
};

async fn hidden_for(seconds: u64) -> [Sqs; 2] {
    let visibility = Duration::from_secs(seconds);
    [
        Sqs::with(QueueSpec::standard("cases").visibility(visibility)).await,
        Sqs::with(QueueSpec::fifo("cases.fifo").visibility(visibility)).await,
    ]
}

#[tokio::test]
async fn a_handler_longer_than_the_visibility_timeout_is_delivered_once() {
    for sqs in hidden_for(1).await {
        let (store, gate) = (MemStore::new(), Gate::new());
        sqs.send("A", 3).await;
        let worker = sqs.start(plain(&store, Scripted::new().gate(&gate)));
        gate.reached().await;
        sqs.server.wait_for_calls(Action::ChangeMessageVisibilityBatch, 4).await;
        assert!(sqs.messages().iter().all(|message| message.receive_count == 1), "{:?}", sqs.messages());
        gate.open(3);
        sqs.until_empty().await;
        let report = worker.stop().await;
        assert_eq!((report.received, report.completed, store.effects().len()), (3, 3, 3));
    }
}

#[tokio::test]
async fn a_throttled_extension_is_made_again_in_time() {
    for sqs in hidden_for(4).await {
        let (store, gate) = (MemStore::new(), Gate::new());
        sqs.server.faults().next(Action::ChangeMessageVisibilityBatch, Fault::internal_failure());
        sqs.server
            .faults()
            .next(Action::ChangeMessageVisibilityBatch, Fault::fail_entries("InternalError", false));
        sqs.send("A", 1).await;
        let worker = sqs.start(plain(&store, Scripted::new().gate(&gate)));
        gate.reached().await;
        sqs.server.wait_for_calls(Action::ChangeMessageVisibilityBatch, 3).await;
        gate.open(1);
        sqs.until_empty().await;
        let report = worker.stop().await;
        assert_eq!((report.received, report.completed), (1, 1));
    }
}

/// FIFO refuses the handle of a lapsed message: the handler is cancelled, and the next delivery does the work.
#[tokio::test]
async fn invariant_4_a_refused_handle_is_a_lost_lease() {
    let [_, sqs] = hidden_for(4).await;
    let (store, gate) = (MemStore::new(), Gate::new());
    sqs.send("A", 1).await;
    let run = Scripted::new().gate(&gate);
    let worker = sqs.start(plain(&store, run.clone()));
    gate.reached().await;
    sqs.server.advance(Duration::from_secs(5));
    gate.reached().await;
    assert_eq!((run.ended(), store.effects().len()), (0, 0));
    gate.open(2);
    sqs.until_empty().await;
    let report = worker.stop().await;
    assert!(report.received >= 2, "{report:?}");
    assert_eq!((report.completed, store.effects()), (1, vec![key("A", 1)]));
}
