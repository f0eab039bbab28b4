//! Deletes and returns in real batches.

use sqsdb_core::Failure;
use sqsdb_testkit::sqs::{Action, EntryFault, Fault, QueueSpec};

use super::Sqs;
use crate::support::{
    handler::Scripted,
    stack::{plain, quarantining},
    store::MemStore,
};

#[tokio::test]
async fn ten_messages_cost_one_receive_and_one_delete() {
    let (sqs, store) = (Sqs::standard().await, MemStore::new());
    sqs.send("A", 10).await;
    let worker = sqs.start(plain(&store, Scripted::new()));
    sqs.until_empty().await;
    let calls = sqs.server.call_counts();
    assert_eq!(calls.of(Action::DeleteMessageBatch), 1);
    assert!(calls.of(Action::ReceiveMessage) <= 2, "one brought them, one waits");
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed, store.effects().len()), (10, 10, 10));
}

#[tokio::test]
async fn entries_that_fail_inside_a_good_answer_are_tried_again() {
    let (sqs, store) = (Sqs::standard().await, MemStore::new());
    sqs.send("A", 10).await;
    let failed = EntryFault::new("InternalError", false).only(["2", "7"]);
    sqs.server.faults().next(Action::DeleteMessageBatch, Fault::FailEntries(failed));
    let worker = sqs.start(plain(&store, Scripted::new()));
    sqs.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed, report.settle_failures), (10, 10, 0));
    assert_eq!(sqs.server.call_counts().of(Action::DeleteMessageBatch), 2);
}

#[tokio::test]
async fn an_entry_that_is_the_sender_s_fault_is_reported() {
    let (sqs, store) = (Sqs::standard().await, MemStore::new());
    sqs.send("A", 3).await;
    let failed = EntryFault::new("InvalidAttributeValue", true).only(["1"]);
    sqs.server.faults().next(Action::DeleteMessageBatch, Fault::FailEntries(failed));
    let worker = sqs.start(plain(&store, Scripted::new()));
    sqs.until("two are gone", |sqs| sqs.stats().total() == 1).await;
    let report = worker.stop().await;
    assert_eq!((report.settle_failures, store.effects().len()), (1, 3));
    assert_eq!(sqs.server.call_counts().of(Action::DeleteMessageBatch), 1);
}

#[tokio::test]
async fn a_throttled_or_lost_delete_is_made_again_and_nothing_runs_twice() {
    for fault in [Fault::throttled(), Fault::internal_failure(), Fault::LoseRequest, Fault::LoseReply] {
        let (sqs, store, run) = (Sqs::standard().await, MemStore::new(), Scripted::new());
        sqs.send("A", 3).await;
        // more than the SDK's own tries
        sqs.server.faults().next_calls(Action::DeleteMessageBatch, 4, fault.clone());
        let worker = sqs.start(plain(&store, run.clone()));
        sqs.until_empty().await;
        let report = worker.stop().await;
        assert_eq!((report.received, run.runs().len(), report.settle_failures), (3, 3, 0), "{fault:?}");
    }
}

#[tokio::test]
async fn a_terminal_message_goes_to_the_dead_letter_queue_or_into_quarantine() {
    let bad = || Scripted::new().fails(|| Failure::terminal("BAD", "x"));
    let server = sqsdb_testkit::sqs::SqsServer::start().await.unwrap();
    let dead = server.create_queue("dead").unwrap();
    let url = server.create(QueueSpec::standard("cases").dead_letter(&dead, 2)).unwrap();
    let sqs = Sqs { client: server.client(), server, url };
    sqs.send("A", 1).await;
    let store = MemStore::new();
    let worker =
        sqs.start_with(plain(&store, bad()), |builder| builder.terminal_wait(std::time::Duration::ZERO));
    sqs.until("it is dead", |sqs| sqs.server.stats(&dead).unwrap().visible == 1).await;
    let report = worker.stop().await;
    assert_eq!((report.terminal, store.effects().len(), sqs.stats().total()), (2, 0, 0));

    sqs.send("B", 1).await;
    let worker = sqs.start(quarantining(&store, bad()));
    sqs.until_empty().await;
    assert_eq!(worker.stop().await.quarantined, 1);
    assert_eq!((store.quarantined().len(), sqs.server.stats(&dead).unwrap().total()), (1, 1));
}
