//! Invariant 9 on a FIFO queue.

use std::time::Duration;

use sqsdb_core::Failure;
use sqsdb_testkit::sqs::Action;

use super::Sqs;
use crate::support::{handler::Scripted, message::key, stack::plain, store::MemStore};

fn of(store: &MemStore, case: &str) -> Vec<String> {
    store.effects().into_iter().filter(|effect| effect.starts_with(&format!("case:{case}:"))).collect()
}

fn ordered(case: &str, last: i64) -> Vec<String> {
    (1..=last).map(|version| key(case, version)).collect()
}

#[tokio::test]
async fn invariant_9_every_group_keeps_its_order_while_others_run() {
    let (sqs, store) = (Sqs::fifo().await, MemStore::new());
    for case in ["A", "B", "C", "D"] {
        sqs.send(case, 12).await;
    }
    let worker = sqs.start_with(plain(&store, Scripted::new()), |builder| builder.concurrency(40).pollers(3));
    sqs.until_empty().await;
    let report = worker.stop().await;
    for case in ["A", "B", "C", "D"] {
        assert_eq!(of(&store, case), ordered(case, 12));
    }
    assert_eq!((report.completed, report.settle_failures), (48, 0));
}

#[tokio::test]
async fn invariant_9_a_failing_head_gives_its_group_back_in_one_call_and_order_holds() {
    let (sqs, store) = (Sqs::fifo().await, MemStore::new());
    sqs.send("A", 5).await;
    sqs.send("B", 5).await;
    let failing = || Err(Failure::retryable("X", "x").after(Duration::from_secs(1)));
    let run = Scripted::new().then_of(key("A", 1), failing).then_of(key("A", 3), failing);
    let worker = sqs.start(plain(&store, run.clone()));
    sqs.until_empty().await;
    let report = worker.stop().await;
    assert_eq!((of(&store, "A"), of(&store, "B")), (ordered("A", 5), ordered("B", 5)));
    assert_eq!((report.retries, report.released), (2, 4 + 2));
    assert_eq!(sqs.server.call_counts().of(Action::ChangeMessageVisibilityBatch), 2);
    for version in [2, 4, 5] {
        assert_eq!(run.runs().iter().filter(|(ran, _)| *ran == key("A", version)).count(), 1);
        assert_eq!(store.attempts(&key("A", version)), 1, "siblings pay nothing");
    }
}
