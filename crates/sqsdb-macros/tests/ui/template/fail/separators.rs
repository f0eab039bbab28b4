//! Values that run into each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "MoveCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}{from}-to-{to}",
    group = "{from}.{to}"
)]
struct MoveCase {
    case_id: String,
    from: String,
    to: String,
}

fn main() {}
