//! A payload that is not the struct.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Transparent",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
#[serde(transparent)]
struct Transparent {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Tagged",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
#[serde(tag = "type")]
struct Tagged {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Other {
    id: String,
}

impl From<Converted> for Other {
    fn from(message: Converted) -> Self {
        Self { id: message.case_id }
    }
}

#[derive(Serialize, Deserialize, JsonSchema, Clone, WorkerMessage)]
#[worker_message(
    message_type = "Converted",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
)]
#[serde(into = "Other")]
struct Converted {
    case_id: String,
}

fn main() {}
