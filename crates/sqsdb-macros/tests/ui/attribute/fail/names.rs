//! Names that do not fit envelope and inbox.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Close Case",
    schema_version = 0,
    producer = "",
    aggregate(
        type = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        id = "{case_id}"
    ),
    idempotency_key = "case:{case_id}"
)]
struct CloseCase {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseCloseClose",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}"
)]
struct TooLong {
    case_id: String,
}

fn main() {}
