//! Values of the wrong kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = CloseCase,
    schema_version = "1",
    producer = concat!("case", "-service"),
    aggregate = "case",
    idempotency_key = "",
    version = "version",
    group,
    single_lane = true,
    deduplication = random,
    crate = "sqsdb_core"
)]
struct CloseCase {
    case_id: String,
    version: i64,
}

fn main() {}
