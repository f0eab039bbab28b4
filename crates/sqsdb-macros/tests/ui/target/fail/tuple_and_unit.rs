//! Fields without names, and no fields at all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{0}"),
    idempotency_key = "case:{0}"
)]
struct CloseCase(String);

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Tick",
    schema_version = 1,
    producer = "clock",
    aggregate(type = "clock", id = "{id}"),
    idempotency_key = "{id}"
)]
struct Tick;

fn main() {}
