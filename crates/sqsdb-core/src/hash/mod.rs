//! The request hash: tells whether two messages with one key carry the same payload.
//!
//! Algorithm 1: take the payload as its type serialises it, keep the top-level fields that were present in the
//! wire payload and are not volatile, drop nulls, write it as canonical JSON, put
//! `1\n<message type>\n<schema version>\n` in front, and hash that with SHA-256.

mod canonical;

use std::fmt;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::message::MessageDescriptor;

/// The algorithm that new rows are written with.
pub const HASH_VERSION: u16 = 1;

/// A request hash and the version of the algorithm that made it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RequestHash {
    version: u16,
    hex: String,
}

impl RequestHash {
    /// A hash as a store holds it: algorithm version and 64 lower-case hex digits.
    #[must_use]
    pub fn from_parts(version: u16, hex: impl Into<String>) -> Self {
        Self { version, hex: hex.into() }
    }

    /// Hashes a payload by the newest algorithm.
    ///
    /// `wire` is the payload as received, `typed` the same payload as its type serialises it.
    #[must_use]
    pub fn of(descriptor: &MessageDescriptor, schema_version: u32, wire: &Value, typed: &Value) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(format!("{HASH_VERSION}\n{}\n{schema_version}\n", descriptor.message_type));
        hasher.update(canonical::to_string(&hashed_part(descriptor, wire, typed)));
        Self { version: HASH_VERSION, hex: hex::encode(hasher.finalize()) }
    }

    /// Version of the algorithm.
    #[must_use]
    pub fn version(&self) -> u16 {
        self.version
    }

    /// 64 lower-case hex digits.
    #[must_use]
    pub fn hex(&self) -> &str {
        &self.hex
    }
}

impl fmt::Display for RequestHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.version, self.hex)
    }
}

/// The typed payload's top-level fields that were sent and are not volatile.
fn hashed_part(descriptor: &MessageDescriptor, wire: &Value, typed: &Value) -> Value {
    let (Value::Object(wire), Value::Object(typed)) = (wire, typed) else {
        return typed.clone();
    };
    let kept = typed.iter().filter(|(name, _)| match descriptor.field(name) {
        Some(field) if field.volatile => false,
        Some(field) => {
            wire.contains_key(*name) || field.aliases.iter().any(|alias| wire.contains_key(*alias))
        }
        None => wire.contains_key(*name),
    });
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message::FieldDescriptor;

    const FIELDS: &[FieldDescriptor] = &[
        FieldDescriptor::new("case_id", "caseId").with_aliases(&["case"]),
        FieldDescriptor::new("amount", "amount"),
        FieldDescriptor::new("note", "note"),
        FieldDescriptor::new("requested_at", "requestedAt").volatile(),
    ];
    const TYPE: MessageDescriptor =
        MessageDescriptor::new("T", 1, "p", ("case", "{caseId}"), "case:{caseId}", FIELDS);

    fn hash(wire: &Value, typed: &Value) -> String {
        RequestHash::of(&TYPE, 1, wire, typed).hex
    }

    /// Invariant 18: these values stand in databases; a change here makes old rows look like mismatches.
    #[test]
    fn invariant_18_golden_values() {
        let cases = [
            (json!({"caseId": "C-1"}), "3820d5e753dc3b7ff64d91bd6559003c8deece3e6bc56550714eb97cda2a1899"),
            (
                json!({"caseId": "C-1", "amount": 9_007_199_254_740_993_i64}),
                "f108d4be3e9cb587a3e8a7e32ef0e09b9f8e168a5d5a0fe43ba536ba231f88b8",
            ),
            (
                json!({"caseId": "ü\u{1}\"", "amount": 1.5e300, "note": {"b": [1, null], "a": false}}),
                "fc9ec06c3e9794716f48f0288ffc0ad4d18bc69a47df5b21a7f23cd8fafc2dd2",
            ),
        ];
        for (payload, golden) in cases {
            assert_eq!(hash(&payload, &payload), golden, "{payload}");
        }
    }

    #[test]
    fn spelling_does_not_change_the_hash() {
        let typed = json!({"caseId": "C-1", "amount": 1.0, "note": null, "requestedAt": "now"});
        let base = hash(&json!({"caseId": "C-1", "amount": 1}), &typed);
        for wire in [
            json!({"amount": 1.0, "caseId": "C-1"}),
            json!({"case": "C-1", "amount": 1}),
            json!({"caseId": "C-1", "amount": 1, "note": null}),
            json!({"caseId": "C-1", "amount": 1, "requestedAt": "later"}),
            json!({"caseId": "C-1", "amount": 1, "unknown": true}),
        ] {
            assert_eq!(hash(&wire, &typed), base, "{wire}");
        }
    }

    #[test]
    fn a_changed_value_type_or_version_changes_the_hash() {
        let wire = json!({"caseId": "C-1", "amount": 1});
        let base = hash(&wire, &wire);
        let other = json!({"caseId": "C-1", "amount": 2});
        assert_ne!(hash(&other, &other), base);
        assert_ne!(RequestHash::of(&TYPE, 2, &wire, &wire).hex, base);
        let renamed = MessageDescriptor { message_type: "U", ..TYPE };
        assert_ne!(RequestHash::of(&renamed, 1, &wire, &wire).hex, base);
    }
}
