//! Names that differ between writing and reading.

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
    #[serde(rename(serialize = "because", deserialize = "reason"))]
    reason: String,
    #[serde(rename = "caseId", alias = "id")]
    other: String,
    #[serde(alias = "id")]
    third: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "OpenCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
struct OpenCase {
    case_id: String,
}

fn main() {}
