//! Bodies: what is read, what is terminal, what waits for a newer worker.

use std::time::Duration;

use serde_json::{Value, json};
use sqsdb_core::{Disposition, disposition::Deleted};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, envelope, event_bridge, key, sns},
    stack::{answer, plain},
    store::MemStore,
};

/// What becomes of a body, and whether its handler ran.
async fn read(text: impl AsRef<str>) -> (Disposition, Vec<String>) {
    let (store, run) = (MemStore::new(), Scripted::new());
    let disposition = answer(&plain(&store, run.clone()), delivery(text)).await;
    assert_eq!(store.effects(), run.keys());
    (disposition, run.keys())
}

async fn refused(text: impl AsRef<str>, code: &str) -> String {
    let (disposition, ran) = read(text).await;
    let Disposition::Terminal(cause) = disposition else { panic!("not terminal: {disposition:?}") };
    assert_eq!(cause.code.as_str(), code, "{}", cause.message);
    assert!(ran.is_empty());
    cause.message
}

#[tokio::test]
async fn plain_and_wrapped_bodies_are_the_same_message() {
    let nested = sns(&event_bridge(&envelope("A", 1)));
    for text in [body("A", 1), sns(&body("A", 1)), event_bridge(&envelope("A", 1)), nested] {
        assert_eq!(read(&text).await, (Disposition::Delete(Deleted::Completed), vec![key("A", 1)]), "{text}");
    }
}

#[tokio::test]
async fn one_message_sent_plain_and_wrapped_has_one_effect() {
    let (store, run) = (MemStore::new(), Scripted::new());
    let route = plain(&store, run);
    answer(&route, delivery(body("A", 1))).await;
    let again = answer(&route, delivery(sns(&body("A", 1)))).await;
    assert_eq!(again, Disposition::Delete(Deleted::Duplicate));
}

#[tokio::test]
async fn invariant_10_what_is_no_envelope_is_terminal() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_payload = body("A", 1).replace("\"caseId\":\"A\"", &format!("\"caseId\":\"A\",\"x\":{deep}"));
    let surrogate = body("A", 1).replace("case-service", "\\ud800");
    let huge = body("A", 1).replace("\"schemaVersion\":2", "\"schemaVersion\":1e999");
    for text in [
        "",
        " ",
        "null",
        "7",
        "\"text\"",
        "[]",
        "{}",
        "{",
        "{\"payload\":{}}",
        "not json",
        "\u{feff}{}",
        &deep,
        &deep_payload,
        &surrogate,
        &huge,
        &sns("not json"),
        &sns(""),
        &event_bridge(&json!("no object")),
    ] {
        refused(text, "UNDECODABLE_BODY").await;
    }
}

#[tokio::test]
async fn every_field_of_the_envelope_is_needed_with_its_type() {
    for field in [
        "messageId",
        "schemaVersion",
        "messageType",
        "producer",
        "occurredAt",
        "idempotencyKey",
        "aggregateType",
        "aggregateId",
        "payload",
    ] {
        let mut without = envelope("A", 1);
        without.as_object_mut().unwrap().remove(field);
        refused(without.to_string(), "UNDECODABLE_BODY").await;
    }
    for (field, value) in [
        ("schemaVersion", json!(-1)),
        ("schemaVersion", json!(1.5)),
        ("schemaVersion", json!("2")),
        ("schemaVersion", json!(5_000_000_000_u64)),
        ("occurredAt", json!("yesterday")),
        ("attemptPolicy", json!(3)),
        ("attemptPolicy", json!({"maxBusinessAttempts": -1})),
        ("idempotencyKey", Value::Null),
    ] {
        let mut bent = envelope("A", 1);
        bent[field] = value;
        refused(bent.to_string(), "UNDECODABLE_BODY").await;
    }
}

#[tokio::test]
async fn a_payload_that_does_not_fit_is_terminal_and_says_why() {
    let broken: [(&str, Value); 5] = [
        ("caseId", json!(7)),
        ("deadlineVersion", json!("1")),
        ("deadlineVersion", json!(1e300)),
        ("deadlineVersion", json!(18_446_744_073_709_551_615_u64)),
        ("requestedAt", json!("soon")),
    ];
    for (field, value) in broken {
        let mut bent = envelope("A", 1);
        bent["payload"][field] = value;
        let reason = refused(bent.to_string(), "INVALID_PAYLOAD").await;
        assert!(reason.contains("DeadlineRequested"), "{reason}");
    }
    let beyond_u64 =
        body("A", 1).replace("\"deadlineVersion\":1", "\"deadlineVersion\":340282366920938463463");
    refused(beyond_u64, "INVALID_PAYLOAD").await;
}

#[tokio::test]
async fn the_producer_s_key_must_be_the_payload_s() {
    let mut other = envelope("A", 1);
    other["idempotencyKey"] = "case:A:deadline:v2".into();
    let reason = refused(other.to_string(), "IDEMPOTENCY_KEY_MISMATCH").await;
    assert!(reason.contains("case:A:deadline:v1"), "{reason}");
}

#[tokio::test]
async fn a_key_that_inbox_or_sqs_could_not_hold_is_terminal() {
    for case in ["x".repeat(300), String::from_utf8(vec![0; 150]).unwrap()] {
        let mut bent = envelope("A", 1);
        bent["payload"]["caseId"] = case.into();
        refused(bent.to_string(), "INVALID_KEY").await;
    }
}

#[tokio::test]
async fn types_and_versions_of_others_are_told_apart() {
    let mut other = envelope("A", 1);
    other["messageType"] = "InvoiceRequested".into();
    refused(other.to_string(), "UNKNOWN_MESSAGE_TYPE").await;

    let mut older = envelope("A", 1);
    older["schemaVersion"] = 1.into();
    refused(older.to_string(), "UNSUPPORTED_SCHEMA_VERSION").await;

    let mut newer = envelope("A", 1);
    newer["schemaVersion"] = 3.into();
    newer["payload"] = json!({"shape": "of the future"});
    let (waits, ran) = read(newer.to_string()).await;
    let Disposition::Retry(retry) = waits else { panic!("a rollout must not lose messages: {waits:?}") };
    assert_eq!((retry.code.as_str(), retry.charged), ("UNSUPPORTED_SCHEMA_VERSION", false));
    assert!(retry.after >= Duration::from_secs(60) && ran.is_empty());
}

#[tokio::test]
async fn a_nul_and_other_odd_characters_in_a_value_are_escaped_in_the_key() {
    let mut odd = envelope("A", 1);
    odd["payload"]["caseId"] = "a\0:b/ü".into();
    odd["idempotencyKey"] = "case:a%00%3Ab%2F%C3%BC:deadline:v1".into();
    assert_eq!(read(odd.to_string()).await.0, Disposition::Delete(Deleted::Completed));
}

#[tokio::test]
async fn of_a_key_that_stands_twice_the_last_counts_for_effect_and_hash_alike() {
    let (store, run) = (MemStore::new(), Scripted::new());
    let route = plain(&store, run.clone());
    answer(&route, delivery(body("A", 1))).await;
    let twice = body("A", 1).replace("\"caseId\":\"A\"", "\"caseId\":\"B\",\"caseId\":\"A\"");
    assert_eq!(answer(&route, delivery(twice)).await, Disposition::Delete(Deleted::Duplicate));
    let forged = body("A", 1).replace("\"caseId\":\"A\"", "\"caseId\":\"A\",\"caseId\":\"B\"");
    let forged = answer(&route, delivery(forged)).await;
    assert_eq!(forged.code().unwrap().as_str(), "IDEMPOTENCY_KEY_MISMATCH");
}

#[tokio::test]
async fn fields_that_this_worker_does_not_know_are_no_fault() {
    let mut extended = envelope("A", 1);
    extended["tenant"] = json!({"id": 7});
    extended["payload"]["addedLater"] = json!([1, 2]);
    assert_eq!(read(extended.to_string()).await.0, Disposition::Delete(Deleted::Completed));
}

/// The store's columns are narrow, and what goes into them comes from the payload, not from the producer's word.
#[tokio::test]
async fn invariant_11_the_aggregate_of_a_claim_is_the_payload_s() {
    let mut bent = envelope("A", 1);
    bent["aggregateId"] = format!("\0{}", "x".repeat(5_000)).into();
    bent["aggregateType"] = "\0".into();
    let store = MemStore::new();
    answer(&plain(&store, Scripted::new()), delivery(bent.to_string())).await;
    for (kind, id) in store.aggregates() {
        assert_eq!((kind.as_str(), id.as_str()), ("case", "A"));
    }
}
