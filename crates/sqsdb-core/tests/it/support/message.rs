//! The message types of the tests.

use chrono::{DateTime, TimeZone, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqsdb_core::{
    WorkerMessage,
    message::{AttemptPolicy, Envelope},
};

/// A deadline to be calculated for a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "DeadlineRequested",
    schema_version = 2,
    oldest_version = 2,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:deadline:v{deadline_version}",
    version = deadline_version,
    group = "case:{case_id}"
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Deadline {
    pub(crate) case_id: String,
    pub(crate) deadline_version: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    #[worker_message(volatile)]
    pub(crate) requested_at: DateTime<Utc>,
}

/// Another type on the same queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "ReminderRequested",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:reminder"
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reminder {
    pub(crate) case_id: String,
}

pub(crate) fn deadline(case_id: &str, version: i64) -> Deadline {
    let requested_at = Utc.with_ymd_and_hms(2026, 1, 2, 3, 4, 5).unwrap();
    Deadline { case_id: case_id.into(), deadline_version: version, note: None, requested_at }
}

/// The key of [`deadline`].
pub(crate) fn key(case_id: &str, version: i64) -> String {
    format!("case:{case_id}:deadline:v{version}")
}

/// An envelope's JSON, to be bent by a test.
pub(crate) fn envelope(case_id: &str, version: i64) -> Value {
    serde_json::to_value(Envelope::new(deadline(case_id, version)).unwrap()).unwrap()
}

/// The body of a message.
pub(crate) fn body(case_id: &str, version: i64) -> String {
    envelope(case_id, version).to_string()
}

/// The body of a message with an attempt policy.
pub(crate) fn body_with(case_id: &str, policy: AttemptPolicy) -> String {
    serde_json::to_string(&Envelope::new(deadline(case_id, 1)).unwrap().attempt_policy(policy)).unwrap()
}

/// An envelope as SNS delivers it without raw delivery.
pub(crate) fn sns(inner: &str) -> String {
    json!({"Type": "Notification", "MessageId": "n-1", "TopicArn": "arn:aws:sns:eu:1:t", "Message": inner})
        .to_string()
}

/// An envelope as EventBridge delivers it.
pub(crate) fn event_bridge(inner: &Value) -> String {
    json!({"version": "0", "id": "e-1", "detail-type": "DeadlineRequested", "source": "cases", "detail": inner})
        .to_string()
}
