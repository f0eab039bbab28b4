//! A message type names one payload, which owns its data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
struct CloseCase<T> {
    case_id: String,
    reason: T,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Borrowed",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
struct Borrowed<'a> {
    case_id: &'a str,
}

fn main() {}
