//! Rendered keys.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;
use sqsdb_core::message::{Deduplication, Identity, KeyError};

/// Every form of a placeholder, every part of the attribute.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "PriceChanged",
    schema_version = 3,
    oldest_version = 3,
    producer = "price-service",
    aggregate(type = "product", id = "{product_id}"),
    idempotency_key = "price:{product_id}:{region:optional}:{price:.2}/{weight:.3}{{{sale}}}",
    version = revision,
    group = "product:{product_id % 16}",
    deduplication_id = "{product_id}:{revision}"
)]
#[serde(rename_all = "camelCase")]
struct PriceChanged {
    /// An id with any text.
    product_id: Cow<'static, str>,
    /// May be absent.
    region: Option<Box<str>>,
    /// Not boxed.
    price: f64,
    /// Boxed and narrower.
    weight: Box<f32>,
    /// A flag.
    sale: bool,
    /// Narrower than the guard.
    revision: Box<u32>,
    /// Not part of the work.
    #[worker_message(volatile)]
    sent_at: DateTime<Utc>,
}

fn price_changed() -> PriceChanged {
    PriceChanged {
        product_id: "a:b 1".into(),
        region: None,
        price: 1.005,
        weight: Box::new(0.5),
        sale: true,
        revision: Box::new(7),
        sent_at: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn every_form_is_rendered() {
    let message = price_changed();
    assert_eq!(message.idempotency_key().unwrap(), "price:a%3Ab%201:!:1.00/0.500{true}");
    assert_eq!(message.aggregate_id().unwrap(), "a%3Ab%201");
    assert_eq!(message.version(), Some(7));
    let group = message.group_id().unwrap().unwrap();
    let shard: u32 = group.strip_prefix("product:").unwrap().parse().unwrap();
    assert!(shard < 16, "{group}");
    assert_eq!(message.deduplication_id().unwrap().unwrap(), "a%3Ab%201:7");

    let with_region = PriceChanged { region: Some("!".into()), ..message };
    assert_eq!(with_region.idempotency_key().unwrap(), "price:a%3Ab%201:%21:1.00/0.500{true}");
}

#[test]
fn a_value_without_a_form_is_an_error_and_no_panic() {
    let message = PriceChanged { price: f64::NAN, ..price_changed() };
    assert_eq!(message.idempotency_key(), Err(KeyError::NotFinite { field: "price" }));
}

#[test]
#[expect(clippy::literal_string_with_formatting_args, reason = "templates look like that")]
fn descriptors_name_the_payload() {
    let descriptor = PriceChanged::DESCRIPTOR;
    assert_eq!(descriptor.message_type, "PriceChanged");
    assert_eq!((descriptor.schema_version, descriptor.oldest_version), (3, 3));
    assert_eq!(descriptor.producer, "price-service");
    assert_eq!(descriptor.aggregate_type, "product");
    assert_eq!(descriptor.aggregate_id, "{productId}");
    assert_eq!(
        descriptor.idempotency_key,
        "price:{productId}:{region:optional}:{price:.2}/{weight:.3}{{{sale}}}"
    );
    assert_eq!(descriptor.version_field, Some("revision"));
    assert_eq!(descriptor.group, Some("product:{productId % 16}"));
    assert_eq!(descriptor.deduplication, Deduplication::Template("{productId}:{revision}"));
    let volatile: Vec<_> =
        descriptor.fields.iter().filter(|field| field.volatile).map(|field| field.wire).collect();
    assert_eq!(volatile, ["sentAt"]);
}

/// The least that a message says.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "Least", schema_version = 1)]
#[worker_message(producer = "p", aggregate(type = "t", id = "{id}"), idempotency_key = "{id}")]
struct Least {
    /// The id.
    id: u64,
}

#[test]
fn the_least_message_is_for_standard_queues() {
    let message = Least { id: u64::MAX };
    assert_eq!(message.idempotency_key().unwrap(), "18446744073709551615");
    assert_eq!(message.version(), None);
    assert_eq!(message.group_id().unwrap(), None);
    assert_eq!(message.deduplication_id().unwrap(), None);
    assert_eq!(Least::DESCRIPTOR.version_field, None);
    assert_eq!(Least::DESCRIPTOR.group, None);
}

/// One lane, deduplicated by its body.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "single.lane",
    schema_version = 1,
    producer = "p",
    aggregate(type = "t", id = "{id}"),
    idempotency_key = "{id}:{at}",
    version = at,
    group = "all",
    single_lane,
    deduplication = content_based
)]
struct SingleLane {
    /// The id.
    id: String,
    /// The guard.
    at: i64,
}

#[test]
fn one_lane_for_all_and_the_body_as_deduplication_id() {
    let message = SingleLane { id: "x".to_owned(), at: -1 };
    let identity = Identity::of(&message).unwrap();
    assert_eq!(identity.idempotency_key, "x:-1");
    assert_eq!(identity.group_id.as_deref(), Some("all"));
    assert_eq!(identity.deduplication_id, None);
    assert_eq!(message.version(), Some(-1));
    assert_eq!(SingleLane::DESCRIPTOR.deduplication, Deduplication::ContentBased);
}
