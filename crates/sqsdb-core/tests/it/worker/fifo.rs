//! Invariant 9: order within a group, whatever fails.

use std::time::Duration;

use sqsdb_core::{Failure, transport::EntryError};

use crate::support::{
    handler::Scripted,
    message::{body, key},
    queue::{Fault, Kind, MemQueue},
    stack::{plain, quarantining},
    store::{Gate, MemStore},
    worker::{start, start_with},
};

const WAIT: Duration = Duration::from_secs(7);

fn failing() -> Failure {
    Failure::retryable("X", "x").after(WAIT)
}

/// Sends messages 1 to `last` of one case to one group.
fn send(queue: &MemQueue, case: &str, last: i64) {
    for version in 1..=last {
        queue.send_group(case, body(case, version));
    }
}

/// The versions of one case in the order of their effects.
fn effects(store: &MemStore, case: &str) -> Vec<String> {
    store.effects().into_iter().filter(|effect| effect.starts_with(&format!("case:{case}:"))).collect()
}

fn ordered(case: &str, last: i64) -> Vec<String> {
    (1..=last).map(|version| key(case, version)).collect()
}

#[tokio::test(start_paused = true)]
async fn invariant_9_groups_run_side_by_side_and_each_in_order() {
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    for version in 1..=20 {
        for case in ["A", "B", "C"] {
            queue.send_group(case, body(case, version));
        }
    }
    let worker =
        start_with(&queue, plain(&store, Scripted::new()), |builder| builder.concurrency(30).pollers(2));
    queue.until_empty().await;
    worker.stop().await;
    for case in ["A", "B", "C"] {
        assert_eq!(effects(&store, case), ordered(case, 20));
    }
    assert!(store.open_max() > 1, "groups do not wait for each other");
}

#[tokio::test(start_paused = true)]
async fn invariant_9_a_failing_head_sends_its_group_back_in_one_call() {
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    send(&queue, "A", 4);
    send(&queue, "B", 3);
    let run = Scripted::new().then_of(key("A", 1), || Err(failing()));
    let worker = start(&queue, plain(&store, run.clone()));
    queue.until("the group is given back", |queue| !queue.visibilities().is_empty()).await;
    let back = ["m1", "m2", "m3", "m4"].map(|id| (id.to_owned(), WAIT));
    assert_eq!(queue.visibilities(), [back], "one call, equal times, in order");
    queue.until("the other group is done", |queue| queue.left().len() == 4).await;
    assert_eq!(effects(&store, "B"), ordered("B", 3));
    assert!(!run.keys().contains(&key("A", 2)), "no sibling ran: {:?}", run.keys());
    queue.until_empty().await;
    let report = worker.stop().await;
    assert_eq!(effects(&store, "A"), ordered("A", 4));
    assert_eq!((report.retries, report.released, report.completed), (1, 3, 7));
}

#[tokio::test(start_paused = true)]
async fn invariant_9_only_the_failed_one_pays_an_attempt() {
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    send(&queue, "A", 3);
    let run = Scripted::new().then(|| Ok(Default::default())).fails(failing).fails(failing);
    let worker = start(&queue, plain(&store, run.clone()));
    queue.until_empty().await;
    worker.stop().await;
    let runs: Vec<_> = run.runs();
    assert_eq!(
        runs,
        [(key("A", 1), 1), (key("A", 2), 1), (key("A", 2), 2), (key("A", 2), 3), (key("A", 3), 1)]
    );
    assert_eq!(effects(&store, "A"), ordered("A", 3));
}

#[tokio::test(start_paused = true)]
async fn invariant_9_a_group_larger_than_a_batch_goes_back_last_first() {
    let (queue, store, gate) = (MemQueue::fifo(), MemStore::new(), Gate::new());
    send(&queue, "A", 10);
    let run = Scripted::new().gate(&gate).fails(failing);
    let route = plain(&store, run.clone());
    let worker = start_with(&queue, route, |builder| builder.concurrency(24));
    gate.reached().await;
    // SQS hands out a locked group's later messages to nobody, but after a lapse of the head they may come
    queue.deliver_again("m1");
    queue.until("the head came again", |queue| queue.receives("m1") == 2).await;
    gate.open(100);
    queue.until_empty().await;
    worker.stop().await;
    assert_eq!(effects(&store, "A"), ordered("A", 10));
}

#[tokio::test(start_paused = true)]
async fn invariant_9_a_terminal_head_blocks_its_group_unless_it_is_quarantined() {
    let bad = || Scripted::new().fails(|| Failure::terminal("BAD", "x"));
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    send(&queue, "A", 3);
    let worker = start(&queue, plain(&store, bad()));
    queue.until("it came again", |queue| queue.receives("m1") == 3).await;
    worker.stop().await;
    assert!(store.effects().is_empty() && queue.left().len() == 3);

    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    send(&queue, "A", 3);
    let worker = start(&queue, quarantining(&store, bad()));
    queue.until_empty().await;
    worker.stop().await;
    assert_eq!(effects(&store, "A"), [key("A", 2), key("A", 3)]);
}

#[tokio::test(start_paused = true)]
async fn invariant_9_a_member_whose_return_fails_at_first_breaks_no_order() {
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    send(&queue, "A", 3);
    let refused = EntryError::new("InternalError", "as the test wants it");
    queue.fault(Kind::Hide, Fault::Entries(vec![(0, refused)]));
    let worker = start(&queue, plain(&store, Scripted::new().fails(failing)));
    queue.until_empty().await;
    worker.stop().await;
    assert_eq!(effects(&store, "A"), ordered("A", 3));
}

/// On several threads a handler may fail before its siblings of the same receive have entered the lane.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invariant_9_siblings_of_a_quick_failure_never_overtake_it() {
    const GROUPS: usize = 500;
    let (queue, store) = (MemQueue::fifo(), MemStore::new());
    for group in 0..GROUPS {
        let case = group.to_string();
        queue.send_group(&case, "no envelope");
        for version in 1..=9 {
            queue.send_group(&case, body(&case, version));
        }
    }
    let worker = start_with(&queue, plain(&store, Scripted::new()), |builder| {
        builder.concurrency(100).terminal_wait(Duration::from_secs(3_600)).poll_wait(Duration::from_secs(1))
    });
    // not merely received: what a stop finds unstarted is released, its head too
    let every_head_failed = || worker.report().terminal == GROUPS as u64;
    queue.until("every head failed", |_| every_head_failed() || !store.effects().is_empty()).await;
    let report = worker.stop().await;
    assert_eq!(store.effects(), Vec::<String>::new(), "messages overtook the failed head of their group");
    assert_eq!((report.terminal, report.released), (GROUPS as u64, GROUPS as u64 * 9));
}

#[tokio::test(start_paused = true)]
async fn invariant_4_a_message_whose_lease_was_lost_in_its_lane_does_not_start() {
    let (queue, store, gate) = (MemQueue::fifo(), MemStore::new(), Gate::new());
    send(&queue, "A", 2);
    let gone = EntryError::new("ReceiptHandleIsInvalid", "as the test wants it").verdict(true, true);
    queue.fault(Kind::Hide, Fault::Entries(vec![(0, gone)]));
    let run = Scripted::new().gate(&gate);
    let worker = start(&queue, plain(&store, run.clone()));
    gate.reached().await;
    queue.until("the extension", |queue| !queue.visibilities().is_empty()).await;
    assert_eq!(queue.visibilities()[0][0].0, "m2", "the later one stands first");
    gate.open(2);
    queue.until_empty().await;
    worker.stop().await;
    assert_eq!((queue.receives("m2"), run.keys()), (2, ordered("A", 2)));
    assert_eq!(store.dropped(), 0, "the lost delivery did not even ask the store");
}
