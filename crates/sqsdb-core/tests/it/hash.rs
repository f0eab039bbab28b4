//! Invariant 18: hashes of derived types, as databases hold them.
//!
//! The values were made without this crate, by Python's hashlib:
//!
//! ```python
//! import hashlib, json
//! def request_hash(message_type, version, payload):  # payload: without volatile fields and nulls
//!     text = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
//!     return hashlib.sha256(f"1\\n{message_type}\\n{version}\\n{text}".encode()).hexdigest()
//! ```

use serde_json::json;
use sqsdb_core::message::{Envelope, decode};

use crate::support::message::{Deadline, Reminder, envelope};

const PLAIN: &str = "9fbc2393b44cf926425352d19776a0c90f38b98e6cbca59f48e3e0492291c44e";
const ODD: &str = "f9b9cb7fa96bcff14b9fb88c2551f5791348f5aa938599d3faceec2f6b6d1abe";
const REMINDER: &str = "1de37d521f1135b3de953f529cd85c727a9661c48ba4e9b523b2188a954039d8";

fn hash(body: &serde_json::Value) -> String {
    decode::<Deadline>(&body.to_string()).unwrap().request_hash.to_string()
}

#[test]
fn invariant_18_golden_values_of_derived_types() {
    assert_eq!(hash(&envelope("A", 1)), format!("1:{PLAIN}"));

    let mut odd = envelope("A", -9_007_199_254_740_993);
    odd["payload"]["caseId"] = "\u{c4}\"\\\u{1f600}".into();
    odd["payload"]["note"] = "tab\there".into();
    odd["idempotencyKey"] = "case:%C3%84%22%5C%F0%9F%98%80:deadline:v-9007199254740993".into();
    assert_eq!(hash(&odd), format!("1:{ODD}"));

    let reminder = serde_json::to_string(&Envelope::new(Reminder { case_id: "A".into() }).unwrap()).unwrap();
    assert_eq!(decode::<Reminder>(&reminder).unwrap().request_hash.hex(), REMINDER);
}

#[test]
fn invariant_18_what_is_the_same_work_has_the_same_hash() {
    let same = |change: fn(&mut serde_json::Value)| {
        let mut body = envelope("A", 1);
        change(&mut body);
        assert_eq!(hash(&body), format!("1:{PLAIN}"), "{body}");
    };
    same(|body| body["payload"]["requestedAt"] = json!("2030-01-01T00:00:00Z"));
    same(|body| body["payload"]["note"] = json!(null));
    same(|body| body["payload"]["addedLater"] = json!(true));
    same(|body| body["messageId"] = json!("another"));
    same(|body| body["occurredAt"] = json!("2030-01-01T00:00:00Z"));
    same(|body| body["producer"] = json!("another-service"));
    same(|body| body["attemptPolicy"] = json!({"maxBusinessAttempts": 9}));
}
