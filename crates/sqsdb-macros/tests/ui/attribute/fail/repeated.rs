//! What is said twice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    message_type = "CaseClosed",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}"
)]
#[worker_message(producer = "other")]
struct CloseCase {
    case_id: String,
    #[worker_message(volatile)]
    #[worker_message(volatile)]
    closed_at: String,
}

fn main() {}
