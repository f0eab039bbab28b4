//! All mistakes of a struct are reported in one run, and its uses are not reported as well.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_typ = "CloseCase",
    schema_version = 0,
    producer = "case-service",
    aggregate(type = "case", id = "{case}"),
    idempotency_key = "close case {case_id}{tags}",
    version = version,
    group = "all"
)]
struct CloseCase {
    case_id: String,
    tags: Vec<String>,
    version: u64,
    #[worker_message(group)]
    #[serde(rename(serialize = "a", deserialize = "b"))]
    reason: String,
}

fn route<M: WorkerMessage>(message: &M) -> Option<i64> {
    message.version()
}

fn uses(message: &CloseCase) -> Option<i64> {
    let _ = (CloseCase::DESCRIPTOR.message_type, message.idempotency_key(), message.group_id());
    route(message)
}

fn main() {}
