//! The same work from producers in several languages has its effect once.

use std::time::Duration;

use serde_json::json;
use sqsdb_testkit::sqs::QueueSpec;

use crate::support::{Letters, Queue, changed_payload, payload_file};

/// The key of `payload.json`.
const KEY: &str = "invoice:2026%2F0317%20%28Nachtrag%29:reminder:2:de";

#[tokio::test]
async fn on_a_standard_queue_the_worker_absorbs_the_duplicates() {
    let Some(queue) = Queue::new(QueueSpec::standard("reminders")).await else { return };
    let sent = queue.send_from_everywhere(&payload_file()).await;
    let messages = queue.messages();
    assert_eq!(messages.len(), sent);
    assert!(messages.iter().all(|message| message.group.is_none()), "{messages:?}");

    let letters = Letters::new().await;
    let report = letters.work(&queue).await;
    assert_eq!(letters.written().await, [KEY]);
    assert_eq!((report.completed, report.quarantined, report.mismatches), (1, 0, 0), "{report:?}");
    assert!(report.duplicates >= sent as u64 - 1, "{report:?}");
}

#[tokio::test]
async fn on_a_fifo_queue_the_deduplication_id_absorbs_them_first() {
    let Some(queue) = Queue::new(QueueSpec::fifo("reminders.fifo")).await else { return };
    queue.send_from_everywhere(&payload_file()).await;
    let [message] = &queue.messages()[..] else { panic!("{:?}", queue.messages()) };
    assert_eq!(message.group.as_deref(), Some("customer:M%C3%BCller%20%26%20S%C3%B6hne"));
    assert_eq!(message.deduplication_id.as_deref(), Some(KEY));

    let letters = Letters::new().await;
    let report = letters.work(&queue).await;
    assert_eq!((report.completed, report.duplicates), (1, 0), "{report:?}");

    // SQS knows a deduplication id for five minutes, the worker for longer
    queue.server.advance(Duration::from_secs(301));
    queue.send_from_everywhere(&payload_file()).await;
    assert_eq!(queue.messages().len(), 1);
    let report = letters.work(&queue).await;
    assert_eq!((report.completed, report.duplicates), (0, 1), "{report:?}");
    assert_eq!(letters.written().await, [KEY]);
}

#[tokio::test]
async fn a_long_key_gives_the_same_deduplication_id_in_each_language() {
    let Some(queue) = Queue::new(QueueSpec::fifo("reminders.fifo")).await else { return };
    let folder = tempfile::tempdir().unwrap();
    let payload = changed_payload(&folder, "invoice", json!("é".repeat(25)));
    queue.send_from_everywhere(&payload).await;
    let [message] = &queue.messages()[..] else { panic!("{:?}", queue.messages()) };
    // the SHA-256 of a key of more than 128 characters
    assert_eq!(message.deduplication_id.as_ref().map(String::len), Some(64));
}
