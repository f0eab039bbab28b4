//! A shard names no effect.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id % 4}"),
    idempotency_key = "case:{case_id % 16}",
    group = "case:{case_id % 16}",
    deduplication_id = "{case_id % 16}"
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
