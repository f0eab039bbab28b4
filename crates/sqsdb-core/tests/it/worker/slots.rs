//! Invariant 13: never more in hand than slots.

use sqsdb_core::Route;

use crate::support::{
    handler::Scripted,
    message::body,
    queue::{MemQueue, What},
    stack::plain,
    store::{Gate, MemStore},
    worker::start_with,
};

#[tokio::test(start_paused = true)]
async fn invariant_13_ten_thousand_messages_through_four_slots() {
    let (queue, store) = (MemQueue::standard(), MemStore::new());
    for version in 0..10_000 {
        queue.send(body("A", version));
    }
    let worker =
        start_with(&queue, plain(&store, Scripted::new()), |builder| builder.concurrency(4).pollers(3));
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((report.received, report.completed, store.effects().len()), (10_000, 10_000, 10_000));
    assert!(store.open_max() <= 4, "{} transactions at once", store.open_max());
    let asked = queue.calls().into_iter().filter_map(|call| match call.what {
        What::Receive(request) => Some(request.max),
        _ => None,
    });
    assert_eq!(asked.max(), Some(4), "never asked for more than there is room for");
    assert_eq!(queue.cut_receives(), 0);
}

#[tokio::test(start_paused = true)]
async fn invariant_13_a_full_worker_does_not_receive() {
    for queue in [MemQueue::standard(), MemQueue::fifo()] {
        let (store, gate) = (MemStore::new(), Gate::new());
        for version in 0..20 {
            queue.send_group("g", body("A", version));
        }
        let route: Route = plain(&store, Scripted::new().gate(&gate));
        let worker = start_with(&queue, route, |builder| builder.concurrency(6));
        gate.reached().await;
        tokio::time::sleep(std::time::Duration::from_secs(600)).await;
        assert_eq!((worker.report().received, queue.in_flight()), (6, 6));
        gate.open(100);
        queue.until_empty().await;
        assert_eq!(worker.stop().await.completed, 20);
    }
}
