//! Group and deduplication ids are those that the type declares.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::{
    Envelope, WorkerMessage,
    message::{Deduplication, FieldDescriptor, KeyError, MessageDescriptor},
};
use sqsdb_testkit::sqs::QueueSpec;

use super::{Sqs, envelope, outline};
use crate::support::message::Reminder;

/// Leaves deduplication to the queue.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "ByContent", schema_version = 1, producer = "p")]
#[worker_message(aggregate(type = "t", id = "{id}"), idempotency_key = "k:{id}")]
#[worker_message(group = "g:{id}", deduplication = content_based)]
pub(super) struct ByContent {
    pub(super) id: String,
}

/// Has a deduplication id of its own.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "ByTemplate", schema_version = 1, producer = "p")]
#[worker_message(aggregate(type = "t", id = "{id}"), idempotency_key = "k:{id}:{part}")]
#[worker_message(group = "g:{id}", deduplication_id = "d:{part}")]
struct ByTemplate {
    id: String,
    part: u32,
}

/// Written by hand, with a group that SQS does not take.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Spaced {
    id: String,
}

impl WorkerMessage for Spaced {
    const DESCRIPTOR: &'static MessageDescriptor = &MessageDescriptor::new(
        "Spaced",
        1,
        "p",
        ("t", "{id}"),
        "k:{id}",
        &[FieldDescriptor::new("id", "id")],
    )
    .with_group("a group", Deduplication::IdempotencyKey);

    fn idempotency_key(&self) -> Result<String, KeyError> {
        Ok(format!("k:{}", self.id))
    }

    fn aggregate_id(&self) -> Result<String, KeyError> {
        Ok(self.id.clone())
    }

    fn group_id(&self) -> Result<Option<String>, KeyError> {
        Ok(Some("a group".into()))
    }
}

async fn sent<M: WorkerMessage>(sqs: &Sqs, message: M) -> (String, String) {
    sqs.publisher.publish(&Envelope::new(message).unwrap()).await.unwrap();
    let last = sqs.messages().pop().unwrap();
    (last.group.unwrap(), last.deduplication_id.unwrap())
}

#[tokio::test]
async fn they_come_from_the_declaration() {
    let sqs = Sqs::fifo().await;
    sqs.publisher.publish(&envelope("C 1", 4)).await.unwrap();
    let message = sqs.messages().remove(0);
    assert_eq!(message.group.as_deref(), Some("case:C%201"));
    assert_eq!(message.deduplication_id.as_deref(), Some("case:C%201:deadline:v4"));
    let by_template = ByTemplate { id: "x".into(), part: 7 };
    assert_eq!(sent(&sqs, by_template).await, ("g:x".into(), "d:7".into()));
}

#[tokio::test]
async fn a_long_key_is_shortened_to_a_deduplication_id() {
    let sqs = Sqs::fifo().await;
    let message = sqs.outgoing(&"x".repeat(120), 1);
    assert_eq!(message.group_id().map(str::len), Some(125));
    let id = message.deduplication_id().unwrap().to_owned();
    assert!(id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    sqs.publisher.send(vec![message]).await.remove(0).unwrap();
}

#[tokio::test]
async fn the_same_work_in_a_new_envelope_is_a_duplicate() {
    let sqs = Sqs::fifo().await;
    let first = sqs.publisher.publish(&envelope("A", 1)).await.unwrap();
    let second = sqs.publisher.publish(&envelope("A", 1)).await.unwrap();
    assert_eq!((first, sqs.messages().len()), (second, 1));
}

#[tokio::test]
async fn content_is_left_to_a_queue_that_knows_how() {
    let sqs = Sqs::with(QueueSpec::fifo("q.fifo").content_based_deduplication()).await;
    let envelope = Envelope::new(ByContent { id: "x".into() }).unwrap();
    let first = sqs.publisher.publish(&envelope).await.unwrap();
    assert_eq!(sqs.publisher.publish(&envelope).await.unwrap(), first);
    assert_eq!(sqs.messages()[0].deduplication_id.as_ref().map(String::len), Some(64));
    // a type's own id goes before the content
    assert_eq!(sent(&sqs, ByTemplate { id: "x".into(), part: 1 }).await.1, "d:1");
}

#[tokio::test]
async fn what_a_fifo_queue_would_refuse_is_refused_with_what_to_do() {
    let sqs = Sqs::fifo().await;
    let outgoing = |message| sqs.publisher.outgoing(&Envelope::new(message).unwrap()).unwrap();
    let by_content = sqs.publisher.outgoing(&Envelope::new(ByContent { id: "x".into() }).unwrap()).unwrap();
    let messages = vec![
        sqs.publisher.outgoing(&Envelope::new(Reminder { case_id: "A".into() }).unwrap()).unwrap(),
        by_content,
        outgoing(Spaced { id: "x".into() }),
        sqs.outgoing("A", 1),
    ];
    let results = sqs.publisher.send(messages).await;
    assert_eq!(outline(&results), ["NoGroup", "NoDeduplication", "Id", "ok"]);
    for (result, hint) in results.iter().zip(["add `group", "ContentBasedDeduplication", "punctuation"]) {
        let error = result.as_ref().unwrap_err();
        assert!(error.is_permanent() && error.to_string().contains(hint), "{error}");
    }
}
