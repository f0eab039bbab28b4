//! Names and values are those of the payload, whatever serde makes of the struct.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sqsdb_core::WorkerMessage;

/// Bytes as hexadecimal text.
mod hexadecimal {
    use super::{Deserialize, Deserializer, Serializer};

    /// Two digits each.
    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits.concat())
    }

    /// Good enough for a test.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(deserializer).map(String::into_bytes)
    }
}

/// In cents.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn cents<S: Serializer>(euros: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::from(*euros).saturating_mul(100))
}

/// Fields that a struct of its own declares.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct More {
    /// Stands in the payload by itself.
    extra: u8,
}

/// Every serde attribute that touches names or values.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "Renamed",
    schema_version = 1,
    producer = "p",
    aggregate(type = "t", id = "{type}"),
    idempotency_key = "{type}:{digest}:{price}:{maybe_price:optional}",
    group = "{digest % 8}"
)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
struct Renamed {
    /// A keyword.
    r#type: String,
    /// An old name, and the new one once more.
    #[serde(rename = "sha", alias = "hash", alias = "sha")]
    #[serde(with = "hexadecimal")]
    #[schemars(with = "String")]
    digest: Vec<u8>,
    /// A function for writing.
    #[serde(serialize_with = "cents")]
    price: u32,
    /// Absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maybe_price: Option<u32>,
    /// Not in the payload.
    #[serde(skip)]
    cache: u8,
    /// Not in the payload under this name.
    #[serde(flatten)]
    more: More,
}

fn renamed() -> Renamed {
    Renamed {
        r#type: "x".to_owned(),
        digest: vec![1, 255],
        price: 5,
        maybe_price: None,
        cache: 9,
        more: More { extra: 1 },
    }
}

#[test]
fn the_table_names_what_stands_in_the_payload() {
    let names: Vec<_> = Renamed::DESCRIPTOR.fields.iter().map(|field| (field.name, field.wire)).collect();
    assert_eq!(
        names,
        [("type", "TYPE"), ("digest", "sha"), ("price", "PRICE"), ("maybe_price", "MAYBE-PRICE")]
    );
    assert_eq!(Renamed::DESCRIPTOR.field("hash").unwrap().name, "digest");
    assert_eq!(Renamed::DESCRIPTOR.fields[1].aliases, ["hash"]);
    let payload = serde_json::to_value(renamed()).unwrap();
    for field in &Renamed::DESCRIPTOR.fields[..3] {
        assert!(payload.get(field.wire).is_some(), "{} in {payload}", field.wire);
    }
}

#[test]
fn templates_name_what_stands_in_the_payload() {
    let descriptor = Renamed::DESCRIPTOR;
    assert_eq!(descriptor.aggregate_id, "{TYPE}");
    assert_eq!(descriptor.idempotency_key, "{TYPE}:{sha}:{PRICE}:{MAYBE-PRICE:optional}");
    assert_eq!(descriptor.group, Some("{sha % 8}"));
}

#[test]
fn keys_hold_what_serde_writes() {
    let message = renamed();
    assert_eq!(message.idempotency_key().unwrap(), "x:01ff:500:!");
    assert_eq!(message.cache, 9, "what is skipped has no part in it");
    assert!(renamed().group_id().is_ok_and(|group| group.is_some()));
}
