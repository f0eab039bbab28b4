//! A template names what the struct does not have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_idd}:{caseId}:{deadline.version}",
    group = "{tenant}",
    version = versoin
)]
#[serde(rename_all = "camelCase")]
struct CloseCase {
    case_id: String,
    version: i64,
}

fn main() {}
