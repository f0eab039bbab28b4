//! Receive calls: when, how many, and after errors.

use std::time::Duration;

use sqsdb_core::{
    store::StoreErrorKind,
    transport::{QueueErrorKind, ReceiveRequest},
};

use crate::support::{
    handler::Scripted,
    message::body,
    queue::{Fault, Kind, MemQueue, What},
    stack::plain,
    store::MemStore,
    worker::{start, start_with},
};

fn receives(queue: &MemQueue) -> Vec<ReceiveRequest> {
    let calls = queue.calls().into_iter();
    calls
        .filter_map(|call| if let What::Receive(request) = call.what { Some(request) } else { None })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn an_idle_worker_polls_no_more_often_than_its_wait() {
    let queue = MemQueue::standard();
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    tokio::time::sleep(Duration::from_secs(600)).await;
    worker.stop().await;
    assert!(receives(&queue).len() <= 122, "{} polls in ten minutes", receives(&queue).len());
}

#[tokio::test(start_paused = true)]
async fn a_short_poll_of_an_empty_queue_is_no_hot_loop() {
    for visibility in [1, 30] {
        let queue = MemQueue::standard();
        let worker = start_with(&queue, plain(&MemStore::new(), Scripted::new()), |builder| {
            builder.poll_wait(Duration::ZERO).visibility(Duration::from_secs(visibility))
        });
        tokio::time::sleep(Duration::from_secs(60)).await;
        worker.stop().await;
        assert!(receives(&queue).len() <= 400, "{} polls in a minute", receives(&queue).len());
    }
}

#[tokio::test(start_paused = true)]
async fn a_poll_leaves_half_of_the_lease() {
    let queue = MemQueue::standard();
    let worker = start_with(&queue, plain(&MemStore::new(), Scripted::new()), |builder| {
        builder.poll_wait(Duration::from_secs(20)).visibility(Duration::from_secs(10))
    });
    tokio::time::sleep(Duration::from_secs(60)).await;
    worker.stop().await;
    for request in receives(&queue) {
        assert!(request.wait <= Duration::from_secs(5) && request.visibility == Duration::from_secs(10));
    }
}

#[tokio::test(start_paused = true)]
async fn a_queue_that_refuses_is_asked_less_and_less_often() {
    for kind in [QueueErrorKind::Permanent, QueueErrorKind::Throttled, QueueErrorKind::Transient] {
        let queue = MemQueue::standard();
        for _ in 0..10 {
            queue.fault(Kind::Receive, Fault::Refused(kind));
        }
        queue.send(body("A", 1));
        let started = tokio::time::Instant::now();
        let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
        queue.until_empty().await;
        assert!(started.elapsed() > Duration::from_secs(30), "{kind:?}: {:?}", started.elapsed());
        assert_eq!(worker.stop().await.completed, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn one_receive_of_a_fifo_queue_keeps_its_attempt_id_over_its_tries() {
    let queue = MemQueue::fifo();
    for _ in 0..2 {
        queue.fault(Kind::Receive, Fault::Refused(QueueErrorKind::Transient));
    }
    queue.send_group("g", body("A", 1));
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    queue.until_empty().await;
    worker.stop().await;
    let ids: Vec<_> = receives(&queue).into_iter().map(|request| request.attempt_id.unwrap()).collect();
    assert!(ids[0] == ids[1] && ids[1] == ids[2], "{ids:?}");
    assert!(ids.get(3).is_none_or(|next| *next != ids[2]), "{ids:?}");
    assert!(ids[0].len() <= 128);
}

#[tokio::test(start_paused = true)]
async fn invariant_13_a_receive_that_is_never_answered_is_given_up() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    queue.fault(Kind::Receive, Fault::Hangs);
    queue.send(body("A", 1));
    let worker = start(&queue, plain(&store, Scripted::new()));
    queue.until_empty().await;
    assert_eq!(worker.stop().await.completed, 1);
}

/// An outage of the store must not use up the receives of every message in the queue.
#[tokio::test(start_paused = true)]
async fn while_the_store_is_in_trouble_the_worker_polls_less_and_then_goes_on() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    store.faults(|faults| faults.claim.extend([StoreErrorKind::Pressure; 10_000]));
    for version in 0..500 {
        queue.send(body("A", version));
    }
    let worker = start(&queue, plain(&store, Scripted::new()));
    tokio::time::sleep(Duration::from_secs(600)).await;
    let received = worker.report().received;
    assert!((10..=40).contains(&received), "{received} receives in ten minutes of outage");
    store.faults(|faults| faults.claim.clear());
    let over = tokio::time::Instant::now();
    queue.until_empty().await;
    assert!(over.elapsed() <= Duration::from_secs(120), "{:?}", over.elapsed());
    let report = worker.stop().await;
    assert_eq!((report.completed, report.retries), (500, 0));
}

#[tokio::test(start_paused = true)]
async fn invariant_16_a_worker_that_polls_less_stops_at_once() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    store.faults(|faults| faults.claim.extend([StoreErrorKind::Pressure; 10_000]));
    queue.send(body("A", 1));
    let worker = start(&queue, plain(&store, Scripted::new()));
    tokio::time::sleep(Duration::from_secs(300)).await;
    let asked = tokio::time::Instant::now();
    worker.stop().await;
    assert!(asked.elapsed() <= Duration::from_secs(6), "{:?}", asked.elapsed());
}
