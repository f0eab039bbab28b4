//! Payloads of older schema versions: read as they were sent, handed on as the newest type.

use std::{convert::Infallible, time::Duration};

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqsdb_core::layers::DecodeLayer;
use sqsdb_core::lease::Lease;
use sqsdb_core::message::{DecodeError, Decoded, Envelope, decode};
use sqsdb_core::{Delivery, Disposition, Message, WorkerMessage};
use tower::{Layer, ServiceExt, service_fn};

/// Said in days.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "DeadlineRequested",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:deadline"
)]
#[serde(rename_all = "camelCase")]
struct DeadlineV1 {
    /// The case.
    case_id: String,
    /// How long.
    days: i64,
    /// Not part of the work.
    #[worker_message(volatile)]
    sent_at: DateTime<Utc>,
}

/// Said in hours.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "DeadlineRequested",
    schema_version = 2,
    upcast_from = DeadlineV1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:deadline:h{hours}"
)]
#[serde(rename_all = "camelCase")]
struct DeadlineV2 {
    /// The case.
    case_id: String,
    /// How long.
    hours: i64,
}

impl From<DeadlineV1> for DeadlineV2 {
    fn from(old: DeadlineV1) -> Self {
        Self { case_id: old.case_id, hours: old.days.saturating_mul(24) }
    }
}

/// Never negative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "DeadlineRequested",
    schema_version = 4,
    upcast_from = DeadlineV2,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}:{hours}"
)]
struct Deadline {
    /// The case.
    case_id: String,
    /// How long.
    hours: u32,
}

impl TryFrom<DeadlineV2> for Deadline {
    type Error = std::num::TryFromIntError;

    fn try_from(old: DeadlineV2) -> Result<Self, Self::Error> {
        Ok(Self { case_id: old.case_id, hours: old.hours.try_into()? })
    }
}

fn v1(days: i64) -> DeadlineV1 {
    DeadlineV1 { case_id: "A".to_owned(), days, sent_at: DateTime::UNIX_EPOCH }
}

#[expect(clippy::unwrap_used, reason = "a test ends here")]
fn body<M: WorkerMessage>(payload: M) -> Value {
    serde_json::to_value(Envelope::new(payload).unwrap()).unwrap()
}

fn read<M: WorkerMessage>(body: &Value) -> Result<Decoded<M>, DecodeError> {
    decode(&body.to_string())
}

#[test]
fn every_version_of_the_chain_becomes_the_newest() {
    let newest = Deadline { case_id: "A".to_owned(), hours: 48 };
    let v2 = DeadlineV2 { case_id: "A".to_owned(), hours: 48 };
    for (body, version) in [(body(v1(2)), 1), (body(v2), 2), (body(newest.clone()), 4)] {
        let decoded = read::<Deadline>(&body).unwrap();
        assert_eq!(decoded.payload, newest, "version {version}");
        assert_eq!(decoded.header.schema_version, version);
    }
}

#[test]
fn key_and_hash_are_those_of_the_version_it_was_sent_as() {
    let body = body(v1(2));
    let (sent, upcast) = (read::<DeadlineV1>(&body).unwrap(), read::<Deadline>(&body).unwrap());
    assert_eq!(upcast.identity.idempotency_key, "case:A:deadline");
    assert_eq!(upcast.identity, sent.identity);
    assert_eq!(upcast.request_hash, sent.request_hash);
    let middle = read::<DeadlineV2>(&body).unwrap();
    assert_eq!(middle.request_hash, sent.request_hash);

    let mut resent = body;
    resent["payload"]["sentAt"] = json!("2030-01-01T00:00:00Z");
    assert_eq!(read::<Deadline>(&resent).unwrap().request_hash, sent.request_hash, "volatile in version 1");
    resent["payload"]["days"] = json!(3);
    assert_ne!(read::<Deadline>(&resent).unwrap().request_hash, sent.request_hash);
}

#[test]
fn an_old_message_with_a_wrong_key_is_refused() {
    let mut bent = body(v1(2));
    bent["idempotencyKey"] = json!("A:48"); // what the newest version would call it
    assert!(matches!(read::<Deadline>(&bent), Err(DecodeError::Key { .. })));
}

#[tokio::test]
async fn what_cannot_be_turned_into_the_newest_is_terminal() {
    let refused = read::<Deadline>(&body(v1(-2))).unwrap_err();
    assert!(matches!(refused, DecodeError::Upcast { from: 1, to: 4, .. }), "{refused:?}");

    let inner = service_fn(async |_: Message<Deadline>| -> Result<Disposition, Infallible> {
        Ok(Disposition::Release)
    });
    let lease = Lease::new(tokio::time::Instant::now(), Duration::from_secs(30));
    let delivery = Delivery::new("cases", "m-1", "h-1", body(v1(-2)).to_string(), lease);
    let answer = DecodeLayer::<Deadline>::new().layer(inner).oneshot(delivery).await.unwrap();
    let Disposition::Terminal(cause) = answer else { panic!("not terminal: {answer:?}") };
    assert_eq!(cause.code.as_str(), "INVALID_PAYLOAD");
    assert!(cause.message.contains("version 1 cannot be turned into version 4"), "{}", cause.message);
}

#[test]
fn an_old_payload_that_does_not_fit_its_own_version_names_that_version() {
    let mut bent = body(v1(2));
    bent["payload"]["days"] = json!("two");
    let refused = read::<Deadline>(&bent).unwrap_err();
    assert!(matches!(refused, DecodeError::Payload { schema_version: 1, .. }), "{refused:?}");
}

/// Older versions are not read any more.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Archived",
    schema_version = 5,
    oldest_version = 5,
    producer = "p",
    aggregate(type = "t", id = "{id}"),
    idempotency_key = "{id}"
)]
struct ArchivedV5 {
    /// The id.
    id: String,
}

/// Reads back to version 5.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Archived",
    schema_version = 7,
    upcast_from = ArchivedV5,
    producer = "p",
    aggregate(type = "t", id = "{id}"),
    idempotency_key = "{id}"
)]
struct Archived {
    /// The id.
    id: String,
}

impl From<ArchivedV5> for Archived {
    fn from(old: ArchivedV5) -> Self {
        Self { id: old.id }
    }
}

#[test]
fn descriptors_say_how_far_back_a_type_reads() {
    assert_eq!(DeadlineV1::DESCRIPTOR.oldest_version, 1);
    assert_eq!(Deadline::DESCRIPTOR.oldest_version, 1);
    assert_eq!(ArchivedV5::DESCRIPTOR.oldest_version, 5);
    assert_eq!((Archived::DESCRIPTOR.schema_version, Archived::DESCRIPTOR.oldest_version), (7, 5));
}

#[test]
fn versions_that_are_not_read_say_why() {
    let refused = |version: u32| {
        let mut bent = body(Archived { id: "A".to_owned() });
        bent["schemaVersion"] = json!(version);
        let refused = read::<Archived>(&bent).unwrap_err();
        assert_eq!(refused.code().as_str(), "UNSUPPORTED_SCHEMA_VERSION");
        (refused.is_from_the_future(), refused.to_string())
    };
    for (version, future, why) in [
        (4, false, "version 4, which was removed: this worker reads versions 5 to 7"),
        (6, false, "none of those that this worker reads between 5 and 7"),
        (8, true, "deploy one that knows version 8"),
    ] {
        let (is_from_the_future, text) = refused(version);
        assert_eq!(is_from_the_future, future, "{text}");
        assert!(text.contains(why), "{text}");
    }
}
