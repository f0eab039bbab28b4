//! Invariant 10: what is wrong with one message stops nothing but itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqsdb_core::{Delivery, Route};
use tokio::time::Instant;
use tower::{Layer, util::MapRequestLayer};

use crate::support::{
    handler::Scripted,
    message::body,
    queue::MemQueue,
    stack::{plain, quarantining},
    store::MemStore,
    worker::start,
};

fn nine_good_and(queue: &MemQueue, bad: &str) {
    for version in 1..=9 {
        if version == 5 {
            queue.send_group("bad", bad);
        }
        queue.send_group(&format!("g{version}"), body("A", version));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_10_an_undecodable_body_stops_nothing_but_itself() {
    for queue in [MemQueue::standard(), MemQueue::fifo()] {
        let store = MemStore::new();
        nine_good_and(&queue, "no envelope");
        let worker = start(&queue, plain(&store, Scripted::new()));
        queue.until("only the bad one is left", |queue| queue.left() == ["m5"]).await;
        let report = worker.stop().await;
        assert_eq!((report.completed, store.effects().len()), (9, 9));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_10_a_panicking_handler_stops_nothing_but_itself() {
    for queue in [MemQueue::standard(), MemQueue::fifo()] {
        let store = MemStore::new();
        for version in 1..=9 {
            queue.send_group(&format!("g{version}"), body("A", version));
        }
        let worker = start(&queue, quarantining(&store, Scripted::new().then(|| panic!("once"))));
        queue.until_empty().await;
        let report = worker.stop().await;
        assert_eq!((report.completed, report.retries, store.effects().len()), (9, 1, 9));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_10_a_panicking_layer_stops_nothing_but_its_message() {
    for queue in [MemQueue::standard(), MemQueue::fifo()] {
        let store = MemStore::new();
        nine_good_and(&queue, &body("BAD", 1));
        queue.send_group("bad", body("BAD", 2));
        let once = Arc::new(AtomicBool::new(true));
        let panics = MapRequestLayer::new(move |delivery: Delivery| {
            let bad = delivery.body.contains("case:BAD:deadline:v1") && once.swap(false, Ordering::SeqCst);
            assert!(!bad, "as the test wants it");
            delivery
        });
        let route = Route::new(panics.layer(plain(&store, Scripted::new())));
        let worker = start(&queue, route);
        let started = Instant::now();
        queue.until_empty().await;
        assert!(started.elapsed() < Duration::from_secs(40), "it comes again soon: {:?}", started.elapsed());
        let report = worker.stop().await;
        assert_eq!((report.completed, report.returned, report.retries), (11, 1, 0));
        assert_eq!((store.effects().len(), store.open()), (11, 0));
    }
}
