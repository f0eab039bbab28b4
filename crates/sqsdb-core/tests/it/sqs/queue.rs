//! The transport alone: settings, deliveries, errors.

use std::{sync::Arc, time::Duration};

use sqsdb_core::{
    SqsQueue,
    transport::{Queue, QueueErrorKind, ReceiveRequest},
    worker::WorkerError,
};
use sqsdb_testkit::sqs::QueueSpec;

use super::Sqs;
use crate::support::{handler::Scripted, stack::plain, store::MemStore};

fn at_once(max: usize) -> ReceiveRequest {
    ReceiveRequest::new(max, Duration::ZERO, Duration::from_secs(30))
}

#[tokio::test]
async fn settings_are_the_queue_s_own() {
    let server = sqsdb_testkit::sqs::SqsServer::start().await.unwrap();
    let dead = server.create_fifo_queue("dead.fifo").unwrap();
    let spec = QueueSpec::fifo("cases.fifo").visibility(Duration::from_secs(77)).dead_letter(&dead, 9);
    let url = server.create(spec.attribute("MessageRetentionPeriod", "86400")).unwrap();
    let settings = SqsQueue::new(server.client(), url).settings().await.unwrap();
    assert_eq!((&*settings.name, settings.fifo, settings.max_receive_count), ("cases.fifo", true, Some(9)));
    assert_eq!(settings.visibility_timeout, Duration::from_secs(77));
    assert_eq!(settings.retention, Duration::from_secs(86_400));

    let sqs = Sqs::standard().await;
    let settings = sqs.queue().settings().await.unwrap();
    assert_eq!((settings.fifo, settings.max_receive_count), (false, None));
}

#[tokio::test]
async fn a_queue_that_does_not_exist_is_a_permanent_error_that_ends_the_worker() {
    let sqs = Sqs::standard().await;
    let nowhere = SqsQueue::new(sqs.client.clone(), sqs.url.replace("cases", "nowhere"));
    let error = nowhere.receive(&at_once(1)).await.unwrap_err();
    assert_eq!(error.kind(), QueueErrorKind::Permanent, "{error}");
    assert_eq!(error.code(), "AWS.SimpleQueueService.NonExistentQueue");
    let worker = crate::support::worker::start(&nowhere, plain(&MemStore::new(), Scripted::new()));
    assert!(matches!(worker.end().await, Err(WorkerError::Queue(_))));
}

#[tokio::test]
async fn handles_that_are_worth_nothing_are_told_entry_by_entry() {
    let sqs = Sqs::standard().await;
    sqs.send("A", 2).await;
    let received = sqs.queue().receive(&at_once(10)).await.unwrap();
    let handles: Vec<Arc<str>> =
        [&*received[0].receipt_handle, "garbage", &*received[1].receipt_handle].map(Arc::from).into();
    let hidden: Vec<_> = handles.iter().map(|handle| (Arc::clone(handle), Duration::from_secs(60))).collect();
    for results in
        [sqs.queue().change_visibility(&hidden).await.unwrap(), sqs.queue().delete(&handles).await.unwrap()]
    {
        assert!(results[0].is_ok() && results[2].is_ok(), "{results:?}");
        assert!(results[1].as_ref().unwrap_err().gone, "{results:?}");
    }
    assert_eq!(sqs.stats().total(), 0);
}

#[tokio::test]
async fn one_message_may_stand_in_a_batch_twice() {
    let sqs = Sqs::standard().await;
    sqs.send("A", 1).await;
    let received = sqs.queue().receive(&at_once(1)).await.unwrap();
    let twice = [Arc::clone(&received[0].receipt_handle), Arc::clone(&received[0].receipt_handle)];
    assert_eq!(sqs.queue().delete(&twice).await.unwrap(), [Ok(()), Ok(())]);
    assert_eq!(sqs.stats().total(), 0);
}
