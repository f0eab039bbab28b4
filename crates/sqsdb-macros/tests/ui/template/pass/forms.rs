//! Every form where it belongs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Price",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "{{{case_id}}}:{region:optional}:{price:.2}/{narrow:.0}",
    version = version,
    group = "case:{case_id % 16}:{done}"
)]
struct Price {
    case_id: std::borrow::Cow<'static, str>,
    region: Option<u64>,
    price: f64,
    narrow: Box<f32>,
    version: u32,
    done: bool,
}

fn main() {}
