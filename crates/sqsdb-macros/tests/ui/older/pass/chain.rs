//! Three versions, one of them in a module, one made by a macro, one refused at times.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

mod old {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use sqsdb_core::WorkerMessage;

    #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
    #[worker_message(
        message_type = "CloseCase",
        schema_version = 2,
        oldest_version = 2,
        producer = "case-service",
        aggregate(type = "case", id = "{case_id}"),
        idempotency_key = "{case_id}"
    )]
    pub struct CloseCase {
        pub case_id: String,
    }
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 3,
    upcast_from = old::CloseCase,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}"
)]
struct CloseCaseV3 {
    case_id: String,
}

impl From<old::CloseCase> for CloseCaseV3 {
    fn from(old: old::CloseCase) -> Self {
        Self { case_id: old.case_id }
    }
}

macro_rules! newest {
    ($name:ident, $version:literal, $older:ty) => {
        #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
        #[worker_message(
            message_type = "CloseCase",
            schema_version = $version,
            upcast_from = $older,
            producer = "case-service",
            aggregate(type = "case", id = "{case_id}"),
            idempotency_key = "{case_id}"
        )]
        struct $name {
            case_id: String,
        }
    };
}

newest!(CloseCase, 9, CloseCaseV3);

impl TryFrom<CloseCaseV3> for CloseCase {
    type Error = String;

    fn try_from(old: CloseCaseV3) -> Result<Self, String> {
        if old.case_id.is_empty() { Err("no case".to_owned()) } else { Ok(Self { case_id: old.case_id }) }
    }
}

const _: () = assert!(CloseCase::DESCRIPTOR.oldest_version == 2);

fn main() {}
