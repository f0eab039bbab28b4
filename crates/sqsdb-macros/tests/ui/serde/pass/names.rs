//! Everything that serde may do to names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct More {
    extra: u8,
}

fn shout<S: serde::Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.to_uppercase())
}

#[derive(Serialize, Deserialize, JsonSchema, Default, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}:{loud}",
)]
#[serde(rename_all = "kebab-case", default)]
struct CloseCase {
    #[serde(rename = "id", alias = "case")]
    case_id: String,
    #[serde(serialize_with = "shout")]
    loud: String,
    #[serde(rename(serialize = "same", deserialize = "same"))]
    both: u8,
    #[serde(skip)]
    cache: u8,
    #[serde(flatten)]
    more: More,
}

fn main() {
    let message = CloseCase { case_id: "1".into(), loud: "a".into(), ..CloseCase::default() };
    assert_eq!(message.idempotency_key().as_deref(), Ok("1:A"));
    assert_eq!(CloseCase::DESCRIPTOR.idempotency_key, "{id}:{loud}");
}
