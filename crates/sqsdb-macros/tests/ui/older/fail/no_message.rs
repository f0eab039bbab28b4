//! What is named is a message type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema)]
struct CloseCaseV1 {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 2,
    upcast_from = CloseCaseV1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}"
)]
struct CloseCase {
    case_id: String,
}

impl From<CloseCaseV1> for CloseCase {
    fn from(old: CloseCaseV1) -> Self {
        Self { case_id: old.case_id }
    }
}

fn main() {}
