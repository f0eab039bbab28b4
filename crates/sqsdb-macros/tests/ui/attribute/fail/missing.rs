//! Parts that every message has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "CloseCase", aggregate(type = "case"))]
struct CloseCase {
    case_id: String,
}

fn main() {}
