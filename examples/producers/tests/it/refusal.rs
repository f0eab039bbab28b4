//! What does not fit the schema is not sent.

use serde_json::{Value, json};
use sqsdb_testkit::sqs::QueueSpec;

use crate::{
    program::Program,
    support::{Queue, changed_payload},
};

#[tokio::test]
async fn producers_refuse_what_does_not_fit_the_schema() {
    let Some(queue) = Queue::new(QueueSpec::standard("reminders")).await else { return };
    let folder = tempfile::tempdir().unwrap();
    for (field, value, named) in [
        ("level", json!(4), "3"),
        ("amountCents", json!("12,50"), "integer"),
        ("requestedAt", json!("yesterday"), "date-time"),
        ("amountCents", Value::Null, "amountCents"),
        ("invoice", Value::Null, "absent"),
        ("invoice", json!("é".repeat(30)), "200"), // of the idempotency key
    ] {
        for (name, output) in queue.send(&changed_payload(&folder, field, value.clone())).await {
            let errors = Program::errors(&output);
            assert!(!output.status.success(), "{name} sends {field} = {value}");
            assert!(errors.contains(named), "{name}, {field} = {value}: {errors}");
        }
    }
    assert_eq!(queue.messages(), []);
}
