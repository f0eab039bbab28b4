//! Commit: what is refused, what is kept, and what it costs.

use sqlx::{Acquire, Executor};
use sqsdb_core::store::{CommitError, Completion, InboxStore, Inspection, StoreErrorKind, Verdict};

use crate::{
    proxy::Proxy,
    support::{backend, claim, effect, eventually, failure, fixture, no_open_transaction},
};

fn refused(outcome: Result<(), CommitError>) -> sqsdb_core::store::StoreError {
    match outcome {
        Err(CommitError::Refused(error)) => error,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[tokio::test]
async fn a_transaction_that_the_server_gave_up_is_not_committed() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let before = backend(fixture.store.pool()).await;
    let (mut tx, _) = fixture.run(&claim("key")).await;
    effect(&mut tx, "lost").await;
    // the handler swallows the error
    tx.execute("SELECT 1 / 0").await.unwrap_err();
    let error = refused(fixture.store.commit(tx, &Completion::default()).await);
    assert_eq!(error.code().as_str(), "PG_IN_FAILED_TRANSACTION");
    assert_eq!(error.kind(), StoreErrorKind::Transient);
    assert!(error.to_string().contains("SQLSTATE 25P02"), "{error}");
    assert_eq!(fixture.effects().await, 0);
    assert_eq!(backend(fixture.store.pool()).await, before, "the connection is sound");
    fixture.complete(&claim("key")).await;
}

#[tokio::test]
async fn a_transaction_given_up_is_refused_with_a_result_reference_too() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let (mut tx, _) = fixture.run(&claim("key")).await;
    tx.execute("SELECT 1 / 0").await.unwrap_err();
    let completion = Completion::new(Some("deadline:7".into()));
    let error = refused(fixture.store.commit(tx, &completion).await);
    assert_eq!(error.code().as_str(), "PG_IN_FAILED_TRANSACTION");
}

#[tokio::test]
async fn a_constraint_that_fails_at_commit_is_a_refusal() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture
        .execute(
            "CREATE TABLE parents (id int PRIMARY KEY); \
             CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)",
        )
        .await;
    let (mut tx, _) = fixture.run(&claim("key")).await;
    tx.execute("INSERT INTO children VALUES (1)").await.unwrap();
    let error = refused(fixture.store.commit(tx, &Completion::default()).await);
    assert_eq!(error.code().as_str(), "PG_FOREIGN_KEY_VIOLATION");
    fixture.complete(&claim("key")).await;
}

#[tokio::test]
async fn a_duplicate_finds_the_result_reference() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let (tx, _) = fixture.run(&claim("key")).await;
    fixture.store.commit(tx, &Completion::new(Some("deadline:7\0".into()))).await.unwrap();
    match fixture.store.claim(&claim("key")).await.unwrap() {
        Verdict::Completed { result_ref } => assert_eq!(result_ref.as_deref(), Some("deadline:7\u{fffd}")),
        other => panic!("{other:?}"),
    }
    let (tx, _) = fixture.run(&claim("too long")).await;
    let error = refused(fixture.store.commit(tx, &Completion::new(Some("x".repeat(301)))).await);
    assert_eq!(error.kind(), StoreErrorKind::Permanent);
}

#[tokio::test]
async fn a_handler_that_ends_the_transaction_by_itself_is_found_out() {
    let Some(fixture) = fixture(2, 2).await else { return };
    for (sql, outcome) in [("COMMIT", Inspection::Committed), ("ROLLBACK", Inspection::NotCommitted)] {
        let (mut tx, _) = fixture.run(&claim(sql)).await;
        tx.execute(sql).await.unwrap();
        let answer = fixture.store.commit(tx, &Completion::default()).await;
        assert!(matches!(answer, Err(CommitError::Unknown(_))), "{answer:?}");
        assert_eq!(fixture.store.inspect(&claim(sql)).await.unwrap(), outcome);
    }
}

#[tokio::test]
async fn handlers_may_nest_transactions() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let before = backend(fixture.store.pool()).await;
    let (mut tx, _) = fixture.run(&claim("key")).await;
    let mut kept = tx.begin().await.unwrap();
    effect(&mut kept, "kept").await;
    kept.commit().await.unwrap();
    let mut undone = (&mut *tx).begin().await.unwrap();
    effect(&mut undone, "undone").await;
    drop(undone);
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    assert_eq!(fixture.text("SELECT string_agg(name, ',') FROM effects").await, "kept");
    assert_eq!(backend(fixture.store.pool()).await, before);
}

#[tokio::test]
async fn a_nested_transaction_that_was_never_ended_costs_the_connection() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let before = backend(fixture.store.pool()).await;
    let (mut tx, _) = fixture.run(&claim("key")).await;
    std::mem::forget(tx.begin().await.unwrap());
    effect(&mut tx, "kept").await;
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    assert_eq!(fixture.effects().await, 1);
    assert_ne!(backend(fixture.store.pool()).await, before);
}

/// The connection is idle in the pool again.
async fn returned(pool: &sqlx::PgPool) {
    eventually("the connection is back", || async { pool.num_idle() == 1 }).await;
}

#[tokio::test]
async fn a_first_delivery_takes_four_round_trips() {
    let Some(fixture) = fixture(2, 4).await else { return };
    let proxy = Proxy::start(&fixture.db).await;
    let store = proxy.store(1).await;
    for key in ["warm-up", "measured"] {
        proxy.forget_flights();
        let Verdict::Run { mut tx, .. } = store.claim(&claim(key)).await.unwrap() else { panic!("{key}") };
        effect(&mut tx, key).await;
        store.commit(tx, &Completion::default()).await.unwrap();
        returned(store.pool()).await;
    }
    let flights = proxy.flights();
    assert_eq!(
        flights[..4],
        ["BEGIN ISOLATION LEVEL READ COMMITTED", "Execute", "Execute", "SELECT 1; COMMIT AND CHAIN"],
        "{flights:?}"
    );
    // what follows is not waited for: the end of the empty transaction, and the pool's ping
    assert_eq!(flights[4..], ["COMMIT", "Sync"], "{flights:?}");

    // the first of them prepares the statement for known work
    assert!(matches!(store.claim(&claim("measured")).await.unwrap(), Verdict::Completed { .. }));
    returned(store.pool()).await;
    proxy.forget_flights();
    assert!(matches!(store.claim(&claim("measured")).await.unwrap(), Verdict::Completed { .. }));
    returned(store.pool()).await;
    let flights = proxy.flights();
    assert_eq!(flights[..3], ["BEGIN ISOLATION LEVEL READ COMMITTED", "Execute", "Execute"], "{flights:?}");
    assert_eq!(flights[3..], ["ROLLBACK", "Sync"], "{flights:?}");
}

#[tokio::test]
async fn connections_are_used_again_and_clean() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let before = backend(fixture.store.pool()).await;
    for round in 0..50 {
        let key = format!("key-{round}");
        fixture.complete(&claim(&key)).await;
        fixture.store.claim(&claim(&key)).await.unwrap();
        fixture.store.record_failure(&claim("failing"), &failure(false)).await.unwrap();
        fixture.store.inspect(&claim(&key)).await.unwrap();
    }
    assert_eq!(backend(fixture.store.pool()).await, before);
    no_open_transaction(&fixture.db.pool(1).await.unwrap()).await;
}
