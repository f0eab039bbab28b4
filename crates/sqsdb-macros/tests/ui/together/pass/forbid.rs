//! The expansion does not relax what a crate forbids.

#![forbid(missing_docs, unsafe_code, unused_results)]
#![deny(unused_qualifications, warnings)]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, Debug, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}",
    version = version,
    group = "{case_id}"
)]
/// A message.
pub struct CloseCase {
    /// The id.
    pub case_id: String,
    /// The guard.
    pub version: i32,
}

fn main() {}
