//! Names that are mistyped or stand in the wrong place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    messageType = "CloseCase",
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}", name = "x"),
    idempotency_key = "case:{case_id}",
    volatile,
    visibility_timeout = 30
)]
struct CloseCase {
    case_id: String,
    #[worker_message(volatil)]
    closed_at: String,
    #[worker_message(version)]
    version: i64,
}

fn main() {}
