//! What may differ between two sendings of the same work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{trace_id}"),
    idempotency_key = "{case_id}:{sent_at}",
    version = attempt,
    group = "{trace_id}",
    deduplication_id = "{trace_id}"
)]
struct CloseCase {
    case_id: String,
    #[worker_message(volatile)]
    sent_at: String,
    #[worker_message(volatile)]
    trace_id: String,
    #[worker_message(volatile)]
    attempt: i64,
}

fn main() {}
