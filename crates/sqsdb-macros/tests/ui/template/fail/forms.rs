//! Forms that do not fit the types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Price",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{price}",
)]
struct Price {
    case_id: String,
    price: f64,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Region",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{region}",
)]
struct Region {
    case_id: String,
    region: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Always",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id:optional}",
)]
struct Always {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Decimals",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id:.2}",
)]
struct Decimals {
    case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "MaybePrice",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{price:.2}",
)]
struct MaybePrice {
    case_id: String,
    price: Option<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "MaybeShard",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{case_id}",
    group = "{region % 4}"
)]
struct MaybeShard {
    case_id: String,
    region: Option<String>,
}

fn main() {}
