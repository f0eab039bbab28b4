//! Recording failures.

use sqsdb_core::{
    failure::FailureCode,
    store::{Completion, FailureRecord, InboxStore, StoreErrorKind, Verdict},
};

use crate::support::{claim, effect, failure, fixture};

#[tokio::test]
async fn attempts_count_up_and_are_never_lost_by_a_rollback() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for expected in 1..=3 {
        let (mut tx, attempt) = fixture.run(&claim("key")).await;
        assert_eq!(attempt, expected);
        effect(&mut tx, "undone").await;
        fixture.store.rollback(tx).await;
        assert_eq!(fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap(), expected);
    }
    let (mut tx, attempt) = fixture.run(&claim("key")).await;
    assert_eq!(attempt, 4);
    effect(&mut tx, "kept").await;
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    assert_eq!(fixture.number("SELECT attempts::bigint FROM sqsdb.worker_inbox").await, 4);
    // what went wrong before stays readable
    assert_eq!(fixture.text("SELECT failure_code FROM sqsdb.worker_inbox").await, "CASE_NOT_FOUND");
}

#[tokio::test]
async fn a_terminal_failure_is_told_again() {
    let Some(fixture) = fixture(1, 1).await else { return };
    assert_eq!(fixture.store.record_failure(&claim("key"), &failure(true)).await.unwrap(), 1);
    match fixture.store.claim(&claim("key")).await.unwrap() {
        Verdict::Terminal { code, message } => {
            assert_eq!((code.as_str(), message.as_str()), ("CASE_NOT_FOUND", "no such case"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap(), 1);
    assert_eq!(fixture.text("SELECT status FROM sqsdb.worker_inbox").await, "FAILED_TERMINAL");
    let other = FailureRecord::new(true, FailureCode::from("INVALID_STAGE"), "worse");
    assert_eq!(fixture.store.record_failure(&claim("key"), &other).await.unwrap(), 2);
    assert_eq!(fixture.text("SELECT failure_code FROM sqsdb.worker_inbox").await, "INVALID_STAGE");
}

#[tokio::test]
async fn completed_work_stays_completed() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.complete(&claim("key")).await;
    for terminal in [false, true] {
        assert_eq!(fixture.store.record_failure(&claim("key"), &failure(terminal)).await.unwrap(), 1);
    }
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::Completed { .. }));
    let sql = "SELECT coalesce(failure_code, 'none') FROM sqsdb.worker_inbox";
    assert_eq!(fixture.text(sql).await, "none");
}

/// Were it to wait for the running duplicate, it would hold the pool's only other connection.
#[tokio::test]
async fn invariant_7_a_failure_does_not_wait_for_a_running_duplicate() {
    let Some(fixture) = fixture(2, 2).await else { return };
    let (tx, _) = fixture.run(&claim("key")).await;
    let error = fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap_err();
    assert_eq!(error.code().as_str(), "PG_INBOX_ROW_BUSY");
    assert_eq!(error.kind(), StoreErrorKind::Transient);
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    assert_eq!(fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap(), 1);
}

/// The handler panics: its transaction is dropped, and the failure recorded right after.
#[tokio::test]
async fn a_failure_is_recorded_right_after_its_transaction_was_dropped() {
    let Some(fixture) = fixture(2, 2).await else { return };
    for expected in 1..=10 {
        let (mut tx, _) = fixture.run(&claim("key")).await;
        effect(&mut tx, "undone").await;
        drop(tx);
        assert_eq!(fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap(), expected);
    }
}

#[tokio::test]
async fn times_are_the_databases() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    fixture.complete(&claim("key")).await;
    let sql = "SELECT count(*) FROM sqsdb.worker_inbox \
               WHERE first_seen_at <= failed_at AND failed_at < completed_at AND completed_at = last_seen_at \
                 AND completed_at BETWEEN now() - interval '1 hour' AND now()";
    assert_eq!(fixture.number(sql).await, 1);
}
