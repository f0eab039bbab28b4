//! What does not travel cannot stand in a key.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema)]
struct More {
    extra: u8,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{cache}:{read_only}:{more}:{odd}",
    version = skipped
)]
struct CloseCase {
    case_id: String,
    #[serde(skip)]
    cache: u8,
    #[serde(skip_deserializing)]
    read_only: u8,
    #[serde(skip)]
    skipped: i64,
    #[serde(rename = "odd:name")]
    odd: String,
    #[serde(flatten)]
    #[worker_message(volatile)]
    more: More,
    #[serde(skip)]
    #[worker_message(volatile)]
    useless: u8,
}

fn main() {}
