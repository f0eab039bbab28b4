//! Invariant 16: whatever the worker is doing, a stop leaves nothing in flight and charges nobody.

use std::time::Duration;

use sqsdb_core::{Failure, transport::QueueErrorKind};
use tokio::time::{Instant, sleep};

use crate::support::{
    handler::Scripted,
    message::{body, key},
    queue::{Fault, Kind, MemQueue},
    stack::plain,
    store::{Gate, MemStore},
    worker::{start, start_with},
};

fn both() -> [MemQueue; 2] {
    [MemQueue::standard(), MemQueue::fifo()]
}

fn send(queue: &MemQueue, groups: &[&str], last: i64) {
    for case in groups {
        for version in 1..=last {
            queue.send_group(case, body(case, version));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_an_idle_worker_stops_within_its_poll() {
    for queue in both() {
        let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
        sleep(Duration::from_secs(7)).await;
        let asked = Instant::now();
        worker.stop().await;
        assert!(asked.elapsed() <= Duration::from_secs(5), "{:?}", asked.elapsed());
        assert_eq!((queue.cut_receives(), queue.in_flight()), (0, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_what_the_last_poll_brings_is_given_back_at_once() {
    for queue in both() {
        let (store, run) = (MemStore::new(), Scripted::new());
        let worker = start(&queue, plain(&store, run.clone()));
        sleep(Duration::from_secs(1)).await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(1)).await;
        send(&queue, &["A", "B"], 2);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.received, report.released, queue.in_flight()), (4, 4, 0));
        assert_eq!((run.runs().len(), store.begun(), queue.left().len()), (0, 0, 4));
        assert!(queue.visibilities().iter().flatten().all(|(_, hidden)| hidden.is_zero()));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_what_runs_may_end_and_is_deleted() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        send(&queue, &["A", "B", "C"], 1);
        let worker = start(&queue, plain(&store, Scripted::new().gate(&gate)));
        for _ in 0..3 {
            gate.reached().await;
        }
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(20)).await;
        gate.open(3);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.completed, report.released, queue.left().len()), (3, 0, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_what_waits_in_a_lane_is_given_back_while_its_head_ends() {
    let (queue, store, gate) = (MemQueue::fifo(), MemStore::new(), Gate::new());
    send(&queue, &["A", "B", "C"], 7);
    let run = Scripted::new().gate(&gate);
    let worker = start_with(&queue, plain(&store, run.clone()), |builder| builder.concurrency(25).pollers(2));
    for _ in 0..3 {
        gate.reached().await;
    }
    sleep(Duration::from_secs(1)).await;
    let stopping = tokio::spawn(worker.ask_to_stop());
    queue.until("the siblings are back", |queue| queue.in_flight() == 3).await;
    for entries in queue.visibilities() {
        assert!(entries.iter().all(|(_, hidden)| hidden.is_zero()), "{entries:?}");
    }
    gate.open(3);
    let report = stopping.await.unwrap().unwrap();
    // a poll in flight may bring some again; they are given back again
    assert_eq!((report.completed, report.released), (3, report.received - 3));
    assert_eq!((queue.in_flight(), queue.left().len(), run.runs().len()), (0, 18, 3));
    for case in ["A", "B", "C"] {
        assert_eq!(store.attempts(&key(case, 2)), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_what_does_not_end_is_cancelled_at_the_deadline_and_given_back() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        send(&queue, &["A", "B"], 2);
        let worker = start_with(&queue, plain(&store, Scripted::new().gate(&gate)), |builder| {
            builder.drain(Duration::from_secs(60))
        });
        gate.reached().await;
        gate.reached().await;
        let asked = Instant::now();
        let report = worker.stop().await;
        let took = asked.elapsed();
        assert!(took >= Duration::from_secs(60) && took <= Duration::from_secs(66), "{took:?}");
        assert_eq!((report.completed, report.released, queue.in_flight()), (0, 4, 0));
        assert_eq!((store.open(), store.failures().len(), store.effects().len()), (0, 0, 0));
        assert!(store.cut().is_empty());
        assert_eq!(queue.left().len(), 4);
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_a_handler_that_fails_during_the_drain_is_charged_and_given_back() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        send(&queue, &["A"], 1);
        let failing = || Failure::retryable("X", "x").after(Duration::from_secs(3));
        let worker = start(&queue, plain(&store, Scripted::new().gate(&gate).fails(failing)));
        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(1)).await;
        gate.open(1);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.retries, store.attempts(&key("A", 1))), (1, 1));
        sleep(Duration::from_secs(3)).await;
        assert_eq!(queue.in_flight(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_deletes_that_are_due_are_flushed() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        queue.fault(Kind::Delete, Fault::Gate(gate.clone()));
        queue.fault(Kind::Delete, Fault::Refused(QueueErrorKind::Throttled));
        send(&queue, &["A", "B", "C"], 1);
        let route = plain(&store, Scripted::new());
        let worker = start_with(&queue, route, |builder| builder.poll_wait(Duration::from_secs(1)));

        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(2)).await;
        assert!(!stopping.is_finished(), "it must not leave the delete behind");
        gate.open(1);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.completed, report.settle_failures, queue.left().len()), (3, 0, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_leases_are_kept_during_the_drain() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        send(&queue, &["A"], 1);
        let worker = start_with(&queue, plain(&store, Scripted::new().gate(&gate)), |builder| {
            builder.drain(Duration::from_secs(600))
        });
        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(500)).await;
        gate.open(1);
        let report = stopping.await.unwrap().unwrap();
        assert_eq!((report.received, report.completed, queue.left().len()), (1, 1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_a_commit_under_way_at_the_deadline_is_not_cut() {
    for queue in both() {
        let (store, gate) = (MemStore::new(), Gate::new());
        store.faults(|faults| faults.commit_gate = Some(gate.clone()));
        send(&queue, &["A"], 1);
        let worker = start_with(&queue, plain(&store, Scripted::new()), |builder| {
            builder.drain(Duration::from_secs(10))
        });
        gate.reached().await;
        let stopping = tokio::spawn(worker.ask_to_stop());
        sleep(Duration::from_secs(12)).await;
        gate.open(1);
        stopping.await.unwrap().unwrap();
        assert_eq!((store.effects().len(), store.cut().len(), store.running()), (1, 0, 0));
        assert_eq!(queue.in_flight(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn invariant_16_a_receive_that_is_never_answered_does_not_hold_up_the_end() {
    for queue in both() {
        queue.fault(Kind::Receive, Fault::Hangs);
        queue.fault(Kind::Receive, Fault::Hangs);
        let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
        sleep(Duration::from_secs(1)).await;
        let asked = Instant::now();
        worker.stop().await;
        assert!(asked.elapsed() <= Duration::from_secs(60), "{:?}", asked.elapsed());
    }
}

/// The answer of the last receive was lost: a FIFO queue repeats it, so that no group stays locked.
#[tokio::test(start_paused = true)]
async fn invariant_16_a_fifo_receive_whose_answer_was_lost_is_reclaimed() {
    let queue = MemQueue::fifo();
    queue.fault(Kind::Receive, Fault::Refused(QueueErrorKind::Transient));
    queue.send_group("A", body("A", 1));
    let worker = start(&queue, plain(&MemStore::new(), Scripted::new()));
    tokio::task::yield_now().await;
    let report = worker.stop().await;
    assert_eq!(report.received, report.released + report.completed);
    assert_eq!(queue.in_flight(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_worker_that_is_dropped_ends_its_tasks_and_cuts_nothing() {
    let (queue, store, gate) = (MemQueue::standard(), MemStore::new(), Gate::new());
    send(&queue, &["A"], 1);
    let worker = sqsdb_core::Worker::builder(queue.clone())
        .route(plain(&store, Scripted::new().gate(&gate)))
        .build()
        .unwrap();
    let running = tokio::spawn(worker.run_until(std::future::pending()));
    gate.reached().await;
    running.abort();
    assert!(running.await.unwrap_err().is_cancelled());
    sleep(Duration::from_secs(30)).await;
    assert_eq!((store.open(), store.cut().len(), store.running()), (0, 0, 0));
    assert_eq!((queue.cut_receives(), queue.in_flight()), (0, 0));
    let calls = queue.calls().len();
    sleep(Duration::from_secs(600)).await;
    assert_eq!(queue.calls().len(), calls, "nobody polls any more");
}
