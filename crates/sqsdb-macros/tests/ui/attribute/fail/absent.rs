//! The derive without its attribute; the answer is an attribute to copy.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
struct CloseCase {
    case_id: String,
}

fn main() {}
