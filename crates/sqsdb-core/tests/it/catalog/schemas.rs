//! The schema of an envelope.

use serde_json::{Value, json};
use sqsdb_core::{catalog, envelope_schema, message::Envelope};

use super::{
    all,
    types::{Placed, PriceChanged},
};

pub(super) fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).build(schema).unwrap()
}

#[test]
fn they_are_valid_and_named() {
    for (stem, schema) in all().schemas().unwrap() {
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{stem}");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        let (name, version) = stem.rsplit_once(".v").unwrap();
        assert_eq!(schema["$id"], format!("urn:sqsdb:{name}:v{version}"));
        assert_eq!(schema["title"], format!("{name} v{version}"));
        assert_eq!(schema["properties"]["messageType"]["const"], name);
        assert_eq!(schema["properties"]["schemaVersion"]["const"].to_string(), version);
        assert!(schema["required"].as_array().unwrap().contains(&json!("payload")));
    }
}

#[test]
fn keys_are_annotated_in_pieces() {
    let schema = envelope_schema::<PriceChanged>().unwrap().to_value();
    assert_eq!(schema["description"], "A product costs something else now.");
    let annotation = &schema["x-sqsdb"];
    assert_eq!(
        annotation["idempotencyKey"]["pieces"],
        json!([
            {"literal": "price:"},
            {"field": "productId"},
            {"literal": ":"},
            {"field": "region", "optional": true},
            {"literal": ":"},
            {"field": "price", "decimals": 2},
            {"literal": "/"},
            {"field": "weight", "decimals": 3, "precision": "single"},
            {"literal": "{"},
            {"field": "sale"},
            {"literal": "}:"},
            {"field": "channel", "default": "web"},
        ])
    );
    assert_eq!(
        annotation["group"]["pieces"],
        json!([{"literal": "product:"}, {"field": "productId", "shards": 16}])
    );
    assert_eq!(annotation["group"]["maxLength"], 128);
    assert_eq!(annotation["deduplication"]["rule"], "template");
    assert_eq!(annotation["deduplication"]["template"], "{productId}:{revision}");
    assert_eq!(annotation["version"], "revision");
    assert_eq!(annotation["volatile"], json!(["sentAt"]));
    assert_eq!(annotation["producer"], "price-service");
}

#[test]
fn a_type_without_group_has_no_rule_for_it() {
    let schema = envelope_schema::<Placed>().unwrap().to_value();
    for name in ["group", "deduplication", "version"] {
        assert!(schema["x-sqsdb"].get(name).is_none(), "{name}");
    }
}

#[test]
fn what_has_a_default_may_be_left_out() {
    let mut envelope = example("PriceChanged.v3");
    let validator = validator(&all().schemas().unwrap()["PriceChanged.v3"]);
    for name in ["channel", "region"] {
        envelope["payload"].as_object_mut().unwrap().remove(name);
    }
    assert!(validator.is_valid(&envelope));
    envelope["payload"].as_object_mut().unwrap().remove("revision");
    assert!(!validator.is_valid(&envelope));
}

#[test]
fn keys_of_another_make_are_refused() {
    let validator = validator(&all().schemas().unwrap()["PriceChanged.v3"]);
    let good = example("PriceChanged.v3");
    for (pointer, bad) in [
        ("/idempotencyKey", json!("price:a b:!:1.50/1.500{true}:web")),
        ("/idempotencyKey", json!("price:a:!:1.5/1.500{true}:web")),
        ("/idempotencyKey", json!("")),
        ("/aggregateId", json!("x".repeat(201))),
        ("/aggregateType", json!("house")),
        ("/messageType", json!("PriceChange")),
        ("/schemaVersion", json!(2)),
        ("/occurredAt", json!("yesterday")),
        ("/payload/productId", json!("ab")),
    ] {
        let mut envelope = good.clone();
        *envelope.pointer_mut(pointer).unwrap() = bad;
        assert!(!validator.is_valid(&envelope), "{pointer}");
    }
}

/// What Rust producers send is what the schema asks of all others.
#[test]
fn envelopes_of_rust_producers_fit() {
    let message = PriceChanged {
        product_id: "Müller: 100%".into(),
        region: Some("!".into()),
        price: -0.125,
        weight: 0.0005,
        sale: false,
        revision: u32::MAX,
        channel: String::new(),
        sent_at: chrono::DateTime::UNIX_EPOCH,
    };
    let envelope = serde_json::to_value(Envelope::new(message).unwrap()).unwrap();
    let schema = &catalog![PriceChanged].schemas().unwrap()["PriceChanged.v3"];
    let errors: Vec<_> = validator(schema).iter_errors(&envelope).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{envelope}");
}

fn example(stem: &str) -> Value {
    all().examples().unwrap()[stem].clone()
}
