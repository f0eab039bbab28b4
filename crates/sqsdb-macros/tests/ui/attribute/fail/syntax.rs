//! What cannot be parsed is one mistake, and nothing is called missing because of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "CloseCase" schema_version = 1, producer = , aggregate(type = "case", id = "{case_id}"))]
struct CloseCase {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message]
struct OpenCase {
    case_id: String,
}

fn main() {}
