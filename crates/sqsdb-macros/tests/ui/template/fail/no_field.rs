//! Templates that are the same for every message.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "case"),
    idempotency_key = "close-case",
    group = "cases",
    deduplication_id = "close"
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
