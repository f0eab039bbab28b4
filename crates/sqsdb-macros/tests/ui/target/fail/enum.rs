//! A message is one payload, not one of several.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "CaseEvent", schema_version = 1, producer = "case-service")]
enum CaseEvent {
    Opened { case_id: String },
    Closed { case_id: String },
}

fn main() {}
