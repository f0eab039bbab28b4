//! Leases: extended while a message runs or waits, lost when they are, and never used after that.

use std::time::Duration;

use sqsdb_core::{
    Route, Stack, handler,
    layers::{ClassifyLayer, DecodeLayer, InboxLayer},
    lease::LeasePolicy,
    transport::{EntryError, QueueErrorKind},
};
use tokio::time::{Instant, sleep};
use tower::ServiceBuilder;

use crate::support::{
    handler::Scripted,
    message::{Deadline, body, key},
    queue::{Fault, Kind, MemQueue, What},
    stack::{plain, stack},
    store::{CONSUMER, Gate, MemStore},
    worker::{Running, start, start_with},
};

const VISIBILITY: Duration = Duration::from_secs(30);

/// A worker with one message that runs until its gate is opened.
struct Held {
    queue: MemQueue,
    store: MemStore,
    run: Scripted,
    gate: Gate,
    worker: Running,
}

async fn held(queue: MemQueue, stack: impl FnOnce(&MemStore) -> Stack<MemStore>) -> Held {
    let (store, gate) = (MemStore::new(), Gate::new());
    queue.send(body("A", 1));
    let run = Scripted::new().gate(&gate);
    let route = stack(&store).handle::<Deadline, _>(handler(run.clone()));
    let worker = start(&queue, route);
    gate.reached().await;
    Held { queue, store, run, gate, worker }
}

fn refused(gone: bool) -> EntryError {
    EntryError::new("Refused", "as the test wants it").verdict(gone, gone)
}

#[tokio::test(start_paused = true)]
async fn a_run_of_an_hour_is_delivered_once() {
    let Held { queue, store, run, gate, worker } = held(MemQueue::standard(), stack).await;
    sleep(Duration::from_secs(3_500)).await;
    gate.open(1);
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed, run.runs().len(), store.effects().len()), (1, 1, 1, 1));
    for extension in queue.visibilities().iter().flatten() {
        assert_eq!(extension.1, VISIBILITY, "a crash must not hide the message for longer than one lease");
    }
    let extensions = queue.visibilities().len();
    assert!((100..=300).contains(&extensions), "{extensions} extensions");
}

#[tokio::test(start_paused = true)]
async fn a_failed_extension_is_tried_again_before_the_lease_ends() {
    for fault in [
        Fault::Refused(QueueErrorKind::Throttled),
        Fault::Refused(QueueErrorKind::Transient),
        Fault::Refused(QueueErrorKind::Permanent),
        Fault::Entries(vec![(0, refused(false))]),
        Fault::LostAnswer,
        Fault::Hangs,
    ] {
        let queue = MemQueue::standard();
        queue.fault(Kind::Hide, fault.clone());
        let Held { queue, run, gate, worker, .. } = held(queue, stack).await;
        sleep(Duration::from_secs(120)).await;
        gate.open(1);
        queue.until_empty().await;
        let report = worker.stop().await;
        assert_eq!((report.received, report.completed, run.runs().len()), (1, 1, 1), "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_4_a_lost_lease_cancels_the_handler_and_settles_nothing() {
    let queue = MemQueue::standard();
    queue.fault(Kind::Hide, Fault::Entries(vec![(0, refused(true))]));
    let Held { queue, store, run, worker, .. } = held(queue, stack).await;
    queue.until("the extension", |queue| queue.visibilities().len() == 1).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!((store.open(), run.ended(), store.effects().len()), (0, 0, 0), "cancelled and rolled back");
    sleep(Duration::from_secs(10)).await;
    assert_eq!((queue.visibilities().len(), queue.deletes().len()), (1, 0), "{:?}", queue.calls());
    worker.ask_to_stop().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn invariant_4_a_lease_that_runs_out_is_lost_whatever_comes_after() {
    let queue = MemQueue::standard();
    for _ in 0..100 {
        queue.fault(Kind::Hide, Fault::Refused(QueueErrorKind::Throttled));
    }
    let Held { queue, store, worker, .. } = held(queue, stack).await;
    let started = Instant::now();
    queue.until("it is delivered again", |queue| queue.receives("m1") == 2).await;
    assert!(started.elapsed() >= VISIBILITY - Duration::from_secs(1));
    assert!(store.dropped() >= 1, "the first run was cancelled");
    assert_eq!(queue.deletes().len(), 0);
    worker.ask_to_stop().await.unwrap();
    assert!(store.effects().is_empty());
}

/// The extension is sent in time and answered after the local expiry: by then the message may be with another
/// worker, whose hold a release with the old handle would end.
#[tokio::test(start_paused = true)]
async fn invariant_4_a_late_answer_does_not_revive_a_lease() {
    let queue = MemQueue::standard();
    for _ in 0..3 {
        queue.fault(Kind::Hide, Fault::Refused(QueueErrorKind::Throttled));
    }
    queue.fault(Kind::Hide, Fault::Slow(Duration::from_secs(4)));
    queue.fault(Kind::Receive, Fault::None);
    queue.fault(Kind::Receive, Fault::Hangs); // this worker does not get it again
    let (store, gate) = (MemStore::new(), Gate::new());
    queue.send(body("A", 1));
    let route = plain(&store, Scripted::new().gate(&gate));
    let worker = start_with(&queue, route, |builder| builder.concurrency(1));
    let received = Instant::now();
    sleep(VISIBILITY + Duration::from_secs(3)).await;
    let last = queue.calls().into_iter().rfind(|call| matches!(call.what, What::Hide(_))).unwrap();
    assert!(last.at < received + VISIBILITY, "{last:?} was sent before the lease ended");
    assert_eq!((store.open(), queue.visibilities().len()), (0, 4), "cancelled, and nothing was given back");
    worker.ask_to_stop().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn invariant_15_the_lease_is_kept_up_to_the_cap_and_not_beyond() {
    let cap = Duration::from_secs(100);
    let received = Instant::now();
    let Held { queue, store, worker, .. } =
        held(MemQueue::standard(), |store| stack(store).lease(LeasePolicy::new().cap(cap))).await;
    queue.until("it is delivered again", |queue| queue.receives("m1") == 2).await;
    let again = received.elapsed();
    assert!(again >= cap - Duration::from_secs(2) && again <= cap + Duration::from_secs(2), "{again:?}");
    assert_eq!(store.dropped(), 1, "the first run was cancelled");
    for call in queue.calls() {
        if let What::Hide(entries) = call.what {
            assert!(call.at + entries[0].1 <= received + cap + Duration::from_secs(1), "{entries:?}");
        }
    }
    worker.ask_to_stop().await.unwrap();
}

/// A handler that never ends within its cap must not run again for ever: each start is an attempt.
#[tokio::test(start_paused = true)]
async fn invariant_8_runs_that_lose_their_lease_are_attempts() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    queue.send(body("A", 1));
    let run = Scripted::new().gate(&gate);
    let stack = stack(&store).lease(LeasePolicy::new().cap(Duration::from_secs(100))).quarantine();
    let worker = start(&queue, stack.handle::<Deadline, _>(handler(run.clone())));
    queue.until_empty().await;
    let report = worker.stop().await;
    // at the same instant as the loss the queue may hand it out once more before the loss is recorded
    let attempts: Vec<_> = run.runs().iter().map(|(_, attempt)| *attempt).collect();
    assert!(attempts.is_sorted() && attempts.len() <= 4 && attempts.ends_with(&[2, 3]), "{attempts:?}");
    assert_eq!((report.quarantined, report.completed, store.effects().len()), (1, 0, 0));
    assert_eq!(store.status(&key("A", 1)), Some("FAILED_TERMINAL"));
}

#[tokio::test(start_paused = true)]
async fn without_the_heartbeat_a_long_run_is_delivered_again_but_has_one_effect() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    queue.send(body("A", 1));
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER))
        .layer(ClassifyLayer::default())
        .service(handler(Scripted::new().gate(&gate)));
    let worker = start(&queue, Route::new(service));
    gate.reached().await;
    queue.until("it is delivered again", |queue| queue.receives("m1") == 2).await;
    gate.open(10);
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.completed, store.effects().len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn invariant_15_a_message_is_settled_after_the_extension_under_way() {
    let (queue, gate) = (MemQueue::standard(), Gate::new());
    queue.fault(Kind::Hide, Fault::Gate(gate.clone()));
    let Held { queue, gate: run, worker, .. } = held(queue, stack).await;
    gate.reached().await;
    run.open(1);
    sleep(Duration::from_secs(2)).await;
    assert!(queue.deletes().is_empty(), "an extension after the delete would be an error");
    gate.open(1);
    queue.until_empty().await;
    assert_eq!(worker.stop().await.completed, 1);
}

#[tokio::test(start_paused = true)]
async fn messages_that_wait_in_a_lane_keep_their_leases() {
    let (queue, store, gate) = (MemQueue::fifo(), MemStore::new(), Gate::new());
    for version in 1..=10 {
        queue.send_group("g", body("A", version));
    }
    let run = Scripted::new().gate(&gate);
    let worker = start(&queue, plain(&store, run.clone()));
    for _ in 0..10 {
        gate.reached().await;
        sleep(Duration::from_secs(100)).await;
        gate.open(1);
    }
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed), (10, 10));
    assert_eq!(run.keys(), (1..=10).map(|version| key("A", version)).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn a_fifo_group_is_extended_as_a_whole_in_one_call() {
    let (queue, store, gate) = (MemQueue::fifo(), MemStore::new(), Gate::new());
    for version in 1..=4 {
        queue.send_group("g", body("A", version));
    }
    let worker = start(&queue, plain(&store, Scripted::new().gate(&gate)));
    gate.reached().await;
    queue.until("an extension", |queue| !queue.visibilities().is_empty()).await;
    let mut ids: Vec<_> = queue.visibilities()[0].iter().map(|(id, _)| id.clone()).collect();
    ids.sort();
    assert_eq!(ids, ["m1", "m2", "m3", "m4"]);
    gate.open(4);
    queue.until_empty().await;
    worker.stop().await;
}

#[tokio::test(start_paused = true)]
async fn many_leases_are_extended_ten_to_a_call() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    for version in 1..=25 {
        queue.send(body("A", version));
    }
    let route = plain(&store, Scripted::new().gate(&gate));
    let worker = start_with(&queue, route, |builder| builder.concurrency(25));
    for _ in 0..25 {
        gate.reached().await;
    }
    queue.until("extensions", |queue| queue.visibilities().len() == 3).await;
    let sizes: Vec<_> = queue.visibilities().iter().map(Vec::len).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 25, "{sizes:?}");
    gate.open(25);
    queue.until_empty().await;
    worker.stop().await;
}
