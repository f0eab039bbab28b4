//! Characters that SQS refuses, or that have a meaning in keys.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "ä{case_id}"),
    idempotency_key = "close case:{case_id}",
    group = "50%:{case_id}",
    deduplication_id = "now!:{case_id}"
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
