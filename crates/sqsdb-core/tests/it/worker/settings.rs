//! Settings that cannot work are refused at the start, with what to do.

use std::time::Duration;

use sqsdb_core::{
    Worker,
    transport::{QueueErrorKind, QueueSettings},
    worker::{WorkerBuilder, WorkerError},
};

use crate::support::{
    handler::Scripted,
    queue::{Fault, Kind, MemQueue},
    stack::plain,
    store::MemStore,
};

fn builder(queue: &MemQueue) -> WorkerBuilder<MemQueue> {
    Worker::builder(queue.clone()).route(plain(&MemStore::new(), Scripted::new()))
}

fn refusal(builder: WorkerBuilder<MemQueue>) -> String {
    builder.build().unwrap_err().to_string()
}

async fn refusal_at_start(builder: WorkerBuilder<MemQueue>) -> String {
    builder.build().unwrap().run_until(async {}).await.unwrap_err().to_string()
}

#[tokio::test]
async fn what_is_missing_or_zero_is_refused() {
    let queue = MemQueue::standard();
    assert!(refusal(Worker::builder(queue.clone())).contains(".route("));
    assert!(refusal(builder(&queue).concurrency(0)).contains("concurrency"));
    assert!(refusal(builder(&queue).pollers(0)).contains("pollers"));
    assert!(refusal(builder(&queue).poll_wait(Duration::from_secs(21))).contains("20 s"));
}

#[tokio::test]
async fn a_visibility_that_sqs_does_not_know_is_refused() {
    let mut hides_nothing = QueueSettings::new("cases", false);
    hides_nothing.visibility_timeout = Duration::ZERO;
    let reason = refusal_at_start(builder(&MemQueue::with(hides_nothing))).await;
    assert!(reason.contains("cases") && reason.contains("visibility"), "{reason}");
    let reason =
        refusal_at_start(builder(&MemQueue::standard()).visibility(Duration::from_secs(43_201))).await;
    assert!(reason.contains("12 h"), "{reason}");
}

#[tokio::test]
async fn invariant_12_an_inbox_that_forgets_before_the_queue_is_refused() {
    let four_days = Duration::from_secs(4 * 86_400);
    let reason = refusal_at_start(builder(&MemQueue::standard()).inbox_retention(four_days)).await;
    assert!(reason.contains("retention"), "{reason}");
    let longer = builder(&MemQueue::standard()).inbox_retention(four_days * 8);
    longer.build().unwrap().run_until(async {}).await.unwrap();
}

#[tokio::test]
async fn a_queue_that_cannot_be_read_ends_the_worker_at_once() {
    let queue = MemQueue::standard();
    queue.fault(Kind::Settings, Fault::Refused(QueueErrorKind::Permanent));
    let ended = builder(&queue).build().unwrap().run_until(std::future::pending()).await;
    assert!(matches!(ended, Err(WorkerError::Queue(_))), "{ended:?}");
}
