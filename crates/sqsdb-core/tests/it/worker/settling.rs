//! Deleting and giving back, in batches.

use std::time::Duration;

use sqsdb_core::{
    Failure,
    transport::{EntryError, QueueErrorKind},
    worker::WorkerError,
};

use crate::support::{
    handler::Scripted,
    message::{body, key},
    queue::{Fault, Kind, MemQueue, What},
    stack::{plain, quarantining},
    store::MemStore,
    worker::{start, start_with},
};

fn ten(queue: &MemQueue) {
    for version in 1..=10 {
        queue.send(body("A", version));
    }
}

fn refused(permanent: bool) -> EntryError {
    EntryError::new("Refused", "as the test wants it").verdict(false, permanent)
}

#[tokio::test(start_paused = true)]
async fn ten_messages_cost_one_receive_and_one_delete() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    ten(&queue);
    let worker = start(&queue, plain(&store, Scripted::new()));
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed, store.effects().len()), (10, 10, 10));
    assert_eq!(queue.deletes().len(), 1, "{:?}", queue.calls());
    let full =
        queue.calls().iter().filter(|call| matches!(&call.what, What::Receive(r) if r.max == 10)).count();
    assert!(full <= 2, "one brought them, one waits: {:?}", queue.calls());
    assert!(queue.visibilities().is_empty());
}

#[tokio::test(start_paused = true)]
async fn entries_that_fail_are_tried_again_alone() {
    let queue = MemQueue::standard();
    ten(&queue);
    queue.fault(Kind::Delete, Fault::Entries(vec![(2, refused(false)), (7, refused(false))]));
    queue.fault(Kind::Delete, Fault::Entries(vec![(1, refused(false))]));
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    queue.until_empty().await;
    let report = worker.stop().await;
    let sizes: Vec<_> = queue.deletes().iter().map(Vec::len).collect();
    assert_eq!((sizes, report.settle_failures), (vec![10, 2, 1], 0));
    let deletes = queue.deletes();
    assert_eq!(deletes[1], [deletes[0][2].clone(), deletes[0][7].clone()]);
}

#[tokio::test(start_paused = true)]
async fn an_entry_that_is_the_sender_s_fault_is_reported_and_not_tried_again() {
    let queue = MemQueue::standard();
    ten(&queue);
    queue.fault(Kind::Delete, Fault::Entries(vec![(4, refused(true))]));
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    queue.until("nine are gone", |queue| queue.left().len() == 1).await;
    let report = worker.stop().await;
    assert_eq!((queue.deletes().len(), report.settle_failures), (1, 1));
    assert_eq!(queue.left(), [queue.deletes()[0][4].clone()]);
}

#[tokio::test(start_paused = true)]
async fn a_throttled_or_lost_delete_is_tried_again() {
    for fault in [
        Fault::Refused(QueueErrorKind::Throttled),
        Fault::Refused(QueueErrorKind::Transient),
        Fault::LostAnswer,
    ] {
        let (queue, store) = (MemQueue::standard(), MemStore::new());
        ten(&queue);
        for _ in 0..3 {
            queue.fault(Kind::Delete, fault.clone());
        }
        let worker = start(&queue, plain(&store, Scripted::new()));
        queue.until("the fourth delete", |queue| queue.deletes().len() == 4).await;
        let report = worker.stop().await;
        assert_eq!((report.settle_failures, report.received), (0, 10), "nothing came again after {fault:?}");
        assert!(queue.left().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_delete_that_is_refused_for_good_comes_again_as_a_duplicate() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.send(body("A", 1));
    queue.fault(Kind::Delete, Fault::Refused(QueueErrorKind::Permanent));
    let worker = start(&queue, plain(&store, Scripted::new()));
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.settle_failures, report.completed, report.duplicates), (1, 1, 1));
    assert_eq!(store.effects().len(), 1);
}

/// A connection that is never answered must not stop everything that is settled after it.
#[tokio::test(start_paused = true)]
async fn invariant_13_a_delete_that_is_never_answered_is_given_up() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.send(body("A", 1));
    queue.fault(Kind::Delete, Fault::Hangs);
    let worker = start(&queue, plain(&store, Scripted::new()));
    queue.until_empty().await;
    queue.send(body("B", 1));
    queue.until_empty().await;
    assert_eq!(worker.stop().await.completed, 2);
}

#[tokio::test(start_paused = true)]
async fn a_transport_that_panics_ends_the_worker_with_an_error() {
    let queue = MemQueue::standard();
    queue.send(body("A", 1));
    queue.fault(Kind::Delete, Fault::Panics);
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    let ended = worker.end().await;
    assert!(matches!(ended, Err(WorkerError::Panicked(_))), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn a_message_is_hidden_for_as_long_as_its_failure_says() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.send(body("A", 1));
    let wait = Duration::from_secs(600);
    let run = Scripted::new().fails(move || Failure::retryable("X", "x").after(wait));
    let worker = start(&queue, plain(&store, run.clone()));
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.retries, report.completed), (1, 1));
    assert_eq!(queue.visibilities(), [[("m1".to_owned(), wait)]]);
    assert_eq!(run.runs(), [(key("A", 1), 1), (key("A", 1), 2)]);
}

/// SQS refuses to hide a message beyond 12 hours from its receive; it does not clamp.
#[tokio::test(start_paused = true)]
async fn a_wait_beyond_what_sqs_allows_is_as_long_as_it_can_be() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.send(body("A", 1));
    let run = Scripted::new().fails(|| Failure::not_yet("X", "x", Duration::from_secs(86_400)));
    let worker = start(&queue, plain(&store, run));
    queue.until("it is hidden", |queue| !queue.visibilities().is_empty()).await;
    let report = worker.stop().await;
    assert_eq!(report.settle_failures, 0);
    let hidden = queue.visibilities()[0][0].1;
    assert!(hidden > Duration::from_secs(43_000) && hidden <= Duration::from_secs(43_200), "{hidden:?}");
}

#[tokio::test(start_paused = true)]
async fn a_terminal_message_without_quarantine_is_given_back_and_with_it_deleted() {
    let bad = || Scripted::new().fails(|| Failure::terminal("BAD", "x"));
    let queue = MemQueue::standard();
    queue.send(body("A", 1));
    let worker = start(&queue, plain(&MemStore::new(), bad()));
    queue.until("it came three times", |queue| queue.receives("m1") == 3).await;
    let report = worker.stop().await;
    assert!(report.terminal >= 2 && queue.left() == ["m1"] && queue.deletes().is_empty(), "{report:?}");
    assert!(queue.visibilities().iter().all(|entries| entries[0].1 <= Duration::from_secs(5)));

    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.send(body("A", 1));
    let worker = start(&queue, quarantining(&store, bad()));
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.quarantined, report.received, store.quarantined().len()), (1, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn invariant_13_what_waits_to_be_settled_is_bounded() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    for version in 0..2_000 {
        queue.send(body("A", version));
    }
    for _ in 0..10_000 {
        queue.fault(Kind::Delete, Fault::Slow(Duration::from_secs(1)));
    }
    let worker = start_with(&queue, plain(&store, Scripted::new()), |builder| builder.concurrency(4));
    queue.until_empty().await;
    assert_eq!(worker.stop().await.completed, 2_000);
    let most = queue.in_flight_max();
    assert!(most <= 64 + 100 + 4 + 4, "{most} messages in flight for 4 slots");
}
