//! Braces, forms and shards that mean nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{}:{case_id:x}:{case_id % 0}:{case_id:.99}:}:{case_id",
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
