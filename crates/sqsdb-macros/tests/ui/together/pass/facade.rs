//! `crate` names sqsdb_core where it has another name.

use my_facade::queue::WorkerMessage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod my_facade {
    pub use sqsdb_core as queue;
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
    crate = my_facade::queue
)]
struct CloseCase {
    case_id: String,
}

fn main() {}
