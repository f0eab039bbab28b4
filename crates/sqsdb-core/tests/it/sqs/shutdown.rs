//! Invariant 16: after a stop the server has nothing in flight.

use std::time::Duration;

use sqsdb_core::Failure;
use sqsdb_testkit::sqs::{Action, Fault, Gate as CallGate};

use super::Sqs;
use crate::support::{
    handler::Scripted,
    stack::plain,
    store::{Gate, MemStore},
};

#[tokio::test]
async fn invariant_16_a_long_poll_in_flight_leaves_nothing_behind() {
    for sqs in Sqs::both().await {
        let store = MemStore::new();
        let worker = sqs
            .start_with(plain(&store, Scripted::new()), |builder| builder.poll_wait(Duration::from_secs(2)));
        sqs.server.wait_for_calls(Action::ReceiveMessage, 1).await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        tokio::task::yield_now().await;
        sqs.send("A", 3).await;
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((sqs.stats().in_flight, sqs.stats().visible), (0, 3), "{report:?}");
        assert_eq!((report.completed, store.begun()), (0, 0));
    }
}

#[tokio::test]
async fn invariant_16_running_and_waiting_messages_leave_nothing_in_flight() {
    for sqs in Sqs::both().await {
        let (store, gate) = (MemStore::new(), Gate::new());
        sqs.send("A", 4).await;
        sqs.send("B", 4).await;
        let worker = sqs.start(plain(&store, Scripted::new().gate(&gate)));
        gate.reached().await;
        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        tokio::task::yield_now().await;
        gate.open(8);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!(sqs.stats().in_flight, 0, "{report:?}");
        assert_eq!(sqs.stats().total(), 8 - usize::try_from(report.completed).unwrap());
        assert_eq!(store.failures().len(), 0);
    }
}

#[tokio::test]
async fn invariant_16_handlers_that_never_end_are_cancelled_and_given_back() {
    for sqs in Sqs::both().await {
        let (store, gate) = (MemStore::new(), Gate::new());
        sqs.send("A", 3).await;
        let worker = sqs.start_with(plain(&store, Scripted::new().gate(&gate)), |builder| {
            builder.drain(Duration::from_millis(50))
        });
        gate.reached().await;
        let report = worker.stop().await;
        assert_eq!((sqs.stats().in_flight, sqs.stats().visible), (0, 3), "{report:?}");
        assert_eq!((store.open(), store.effects().len(), store.failures().len()), (0, 0, 0));
    }
}

#[tokio::test]
async fn invariant_16_deletes_that_are_due_are_flushed() {
    for sqs in Sqs::both().await {
        let (store, held) = (MemStore::new(), CallGate::new());
        sqs.send("A", 3).await;
        sqs.server.faults().next(Action::DeleteMessageBatch, Fault::HoldRequest(held.clone()));
        let worker = sqs.start(plain(&store, Scripted::new()));
        held.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        tokio::task::yield_now().await;
        held.open();
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((sqs.stats().in_flight, report.settle_failures), (0, 0), "{report:?}");
        assert_eq!(sqs.stats().total() + store.effects().len(), 3);
    }
}

/// A FIFO group stays locked behind an answer that was lost, unless the receive is repeated with its attempt id.
#[tokio::test]
async fn invariant_16_a_lost_answer_of_a_fifo_receive_is_reclaimed() {
    let (sqs, store) = (Sqs::fifo().await, MemStore::new());
    sqs.send("A", 3).await;
    sqs.server.faults().next_calls(Action::ReceiveMessage, 4, Fault::LoseReply);
    let worker = sqs.start(plain(&store, Scripted::new()));
    sqs.until_empty().await; // long before the visibility timeout of 30 s
    let report = worker.stop().await;
    assert_eq!((report.completed, store.effects().len()), (3, 3));
}

#[tokio::test]
async fn invariant_16_what_failed_during_the_drain_waits_and_the_rest_is_visible() {
    for sqs in Sqs::both().await {
        let (store, gate) = (MemStore::new(), Gate::new());
        sqs.send("A", 2).await;
        let failing = || Failure::retryable("X", "x").after(Duration::from_secs(60));
        let worker = sqs.start(plain(&store, Scripted::new().gate(&gate).fails(failing)));
        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        tokio::task::yield_now().await;
        gate.open(2);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.retries, report.settle_failures), (1, 0));
        sqs.server.advance(Duration::from_secs(60));
        assert_eq!(sqs.stats().in_flight, 0);
    }
}
