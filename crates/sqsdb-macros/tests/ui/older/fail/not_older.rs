//! What only the compiler can compare: message type and version of the older type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

mod old {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use sqsdb_core::WorkerMessage;

    #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
    #[worker_message(
        message_type = "ReopenCase",
        schema_version = 1,
        producer = "case-service",
        aggregate(type = "case", id = "{case_id}"),
        idempotency_key = "{case_id}"
    )]
    pub struct ReopenCase {
        pub case_id: String,
    }
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 2,
    oldest_version = 2,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}"
)]
struct CloseCaseV2 {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 3,
    upcast_from = old::ReopenCase,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}"
)]
struct OfAnother {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 2,
    upcast_from = CloseCaseV2,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}"
)]
struct SameVersion {
    case_id: String,
}

impl From<old::ReopenCase> for OfAnother {
    fn from(old: old::ReopenCase) -> Self {
        Self { case_id: old.case_id }
    }
}

impl From<CloseCaseV2> for SameVersion {
    fn from(old: CloseCaseV2) -> Self {
        Self { case_id: old.case_id }
    }
}

fn main() {}
