//! A body that changes with each sending is never a duplicate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}",
    group = "{case_id}",
    deduplication = content_based
)]
struct CloseCase {
    case_id: String,
    #[worker_message(volatile)]
    requested_at: String,
    #[worker_message(volatile)]
    correlation_id: String,
}

fn main() {}
