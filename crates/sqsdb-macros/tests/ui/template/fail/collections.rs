//! Values that are no scalars.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Tags",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{tags}:{by_name}:{digest}:{pair}",
)]
struct Tags {
    case_id: String,
    tags: Vec<String>,
    by_name: std::collections::BTreeMap<String, u8>,
    digest: Box<[u8; 4]>,
    pair: Option<(u8, u8)>,
}

fn main() {}
