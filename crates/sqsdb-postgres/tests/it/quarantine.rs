//! The quarantine keeps each message once.

use futures_util::future::join_all;
use sqsdb_core::{
    failure::FailureCode,
    store::{QuarantineRecord, QuarantineStore},
};

use crate::support::fixture;

fn record(queue: &str, message_id: &str) -> QuarantineRecord {
    let mut record = QuarantineRecord::new(
        queue,
        message_id,
        r#"{"raw": "A"}"#,
        FailureCode::from("INVALID_STAGE"),
        "stage 12",
    );
    record.attributes = [("traceparent".to_owned(), "00-1".to_owned())].into();
    record
}

#[tokio::test]
async fn a_message_is_kept_once_and_counted() {
    let Some(fixture) = fixture(4, 1).await else { return };
    let mut again = record("cases", "m-1");
    again.receive_count = 7;
    again.body = "rebuilt".into();
    fixture.store.quarantine(&record("cases", "m-1")).await.unwrap();
    fixture.store.quarantine(&again).await.unwrap();
    fixture.store.quarantine(&record("orders", "m-1")).await.unwrap();
    fixture.store.quarantine(&record("cases", "m-2")).await.unwrap();
    let row = "SELECT concat_ws('|', seen_count, receive_count, body, attributes ->> 'traceparent', code, reason, \
               first_quarantined_at < last_quarantined_at) \
               FROM sqsdb.worker_quarantine WHERE queue = 'cases' AND message_id = 'm-1'";
    assert_eq!(fixture.text(row).await, r#"2|7|{"raw": "A"}|00-1|INVALID_STAGE|stage 12|t"#);
    assert_eq!(fixture.number("SELECT count(*) FROM sqsdb.worker_quarantine").await, 3);
}

#[tokio::test]
async fn many_writers_of_one_message_leave_one_record() {
    let Some(fixture) = fixture(8, 8).await else { return };
    let record = record("cases", "m-1");
    for outcome in join_all((0..20).map(|_| fixture.store.quarantine(&record))).await {
        outcome.unwrap();
    }
    assert_eq!(fixture.number("SELECT seen_count::bigint FROM sqsdb.worker_quarantine").await, 20);
}
