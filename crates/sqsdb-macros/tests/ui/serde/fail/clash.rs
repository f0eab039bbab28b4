//! Two fields with one name.

#![allow(unreachable_patterns)]

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
struct CloseCase {
    case_id: String,
    #[serde(alias = "case_id")]
    old_id: String,
}

fn main() {}
