//! Two answers to one question.

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
    single_lane,
    deduplication = idempotency_key,
    deduplication_id = "{case_id}"
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
