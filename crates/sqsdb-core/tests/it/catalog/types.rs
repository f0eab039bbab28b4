//! Message types of every shape that JSON Schema has a word for.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

/// A product costs something else now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "PriceChanged",
    schema_version = 3,
    oldest_version = 3,
    producer = "price-service",
    aggregate(type = "product", id = "{product_id}"),
    idempotency_key = "price:{product_id}:{region:optional}:{price:.2}/{weight:.3}{{{sale}}}:{channel}",
    version = revision,
    group = "product:{product_id % 16}",
    deduplication_id = "{product_id}:{revision}"
)]
#[serde(rename_all = "camelCase")]
pub(super) struct PriceChanged {
    /// An id | with any text.
    #[schemars(length(min = 3, max = 40))]
    pub(super) product_id: String,
    pub(super) region: Option<String>,
    pub(super) price: f64,
    pub(super) weight: f32,
    pub(super) sale: bool,
    pub(super) revision: u32,
    #[serde(default = "web")]
    pub(super) channel: String,
    /// Not part of the work.
    #[worker_message(volatile)]
    pub(super) sent_at: DateTime<Utc>,
}

fn web() -> String {
    "web".to_owned()
}

/// An order was placed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "OrderPlaced",
    schema_version = 2,
    oldest_version = 2,
    producer = "shop",
    aggregate(type = "order", id = "{order_id}"),
    idempotency_key = "order:{order_id}:placed"
)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPlaced {
    #[schemars(extend("format" = "uuid"))]
    pub(super) order_id: String,
    #[schemars(length(min = 2))]
    pub(super) items: Vec<Item>,
    pub(super) payment: Payment,
    pub(super) delivery: Option<Delivery>,
    #[serde(default)]
    pub(super) labels: BTreeMap<String, i64>,
    pub(super) due: NaiveDate,
    pub(super) position: (i32, String),
    #[serde(flatten)]
    pub(super) contact: Contact,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    pub(super) anything: serde_json::Value,
}

/// One line of an order.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(super) struct Item {
    pub(super) sku: String,
    #[schemars(range(min = 1, max = 99))]
    pub(super) count: u8,
    #[schemars(range(max = 0.5), extend("exclusiveMinimum" = 0.0))]
    pub(super) discount: f64,
}

/// How it is paid.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum Payment {
    /// By card.
    Card { last4: String },
    /// By invoice.
    Invoice { days: u16 },
}

/// Who brings it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(super) enum Delivery {
    /// Fetched by the customer.
    Pickup,
    Post,
    /// Brought by a courier.
    Courier {
        name: String,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(super) struct Contact {
    #[schemars(email)]
    pub(super) mail: String,
    #[schemars(url)]
    pub(super) page: String,
}

/// The first version, with an example of its own.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "OrderPlaced",
    schema_version = 1,
    producer = "shop",
    aggregate(type = "order", id = "{order}"),
    idempotency_key = "order:{order}"
)]
#[schemars(example = placed())]
pub(super) struct Placed {
    #[schemars(regex(pattern = r"^A-[0-9]+$"))]
    pub(super) order: String,
}

fn placed() -> Placed {
    Placed { order: "A-17".into() }
}

/// A type that contains itself.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "tree.grown",
    schema_version = 1,
    producer = "shop",
    aggregate(type = "tree", id = "{id}"),
    idempotency_key = "{id}:{height}",
    group = "{id}"
)]
pub(super) struct Tree {
    pub(super) id: String,
    pub(super) height: i64,
    pub(super) left: Option<Box<Tree>>,
    pub(super) branches: Vec<Tree>,
    pub(super) size: Expression,
}

/// Contains itself, and more than once.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "camelCase")]
pub(super) enum Expression {
    Add { left: Box<Expression>, middle: Box<Expression>, right: Box<Expression> },
    Negate { of: Box<Expression> },
    Number { value: i64 },
}
