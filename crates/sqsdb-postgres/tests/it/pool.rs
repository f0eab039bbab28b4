//! Connections that die while they wait, and pools that run dry.

use std::time::Duration;

use futures_util::future::join_all;
use sqsdb_core::store::{InboxStore, QuarantineRecord, QuarantineStore, StoreErrorKind, Verdict};
use sqsdb_postgres::PgStore;

use crate::support::{Fixture, claim, failure, fixture, fixture_with};

/// Fills the pool with idle connections and ends their sessions, as a failover does.
async fn kill_idle(fixture: &Fixture, connections: usize) {
    let pool = fixture.store.pool();
    let held: Vec<_> = join_all((0..connections).map(|_| pool.acquire())).await;
    let held: Vec<_> = held.into_iter().map(Result::unwrap).collect();
    drop(held);
    while pool.num_idle() < connections {
        tokio::task::yield_now().await;
    }
    let mut operator = fixture.db.connect().await.unwrap();
    let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
    let killed: i64 = sqlx::query_scalar(kill).fetch_one(&mut operator).await.unwrap();
    assert_eq!(killed, connections as i64);
    crate::support::eventually("the sessions are gone", || async {
        let count = "SELECT count(*) FROM pg_stat_activity \
                     WHERE datname = current_database() AND backend_type = 'client backend'";
        let mut other = fixture.db.connect().await.unwrap();
        sqlx::query_scalar::<_, i64>(count).fetch_one(&mut other).await.unwrap() <= 2
    })
    .await;
}

#[tokio::test]
async fn every_call_survives_a_pool_of_dead_connections() {
    let Some(fixture) = fixture(4, 8).await else { return };
    kill_idle(&fixture, 4).await;
    let (tx, _) = fixture.run(&claim("key")).await;
    fixture.store.rollback(tx).await;
    kill_idle(&fixture, 4).await;
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    kill_idle(&fixture, 4).await;
    fixture.store.inspect(&claim("key")).await.unwrap();
    kill_idle(&fixture, 4).await;
    let record = QuarantineRecord::new("queue", "id", "body", "CODE".into(), "reason");
    fixture.store.quarantine(&record).await.unwrap();
    assert!(fixture.store.pool().size() <= 4);
}

#[tokio::test]
async fn an_empty_pool_is_pressure_and_tells_its_state() {
    let options = PgStore::builder().acquire_timeout(Duration::from_millis(200));
    let Some(fixture) = fixture_with(1, 2, options).await else { return };
    let (tx, _) = fixture.run(&claim("key")).await;
    let error = fixture.store.claim(&claim("other")).await.unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Pressure);
    assert_eq!(error.code().as_str(), "PG_POOL_TIMED_OUT");
    assert!(error.to_string().contains("1 of 1 connections are open and 0 idle"), "{error}");
    fixture.store.rollback(tx).await;
}

#[tokio::test]
async fn a_call_that_hangs_is_cut_off_and_its_connection_closed() {
    let options = PgStore::builder().call_timeout(Duration::from_millis(500));
    let Some(fixture) = fixture_with(1, 2, options).await else { return };
    let mut operator = fixture.db.connect().await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE sqsdb.worker_inbox").execute(&mut operator).await.unwrap();
    let error = fixture.store.claim(&claim("key")).await.unwrap_err();
    assert_eq!(error.code().as_str(), "PG_CALL_TIMED_OUT");
    assert_eq!(error.kind(), StoreErrorKind::Pressure);
    sqlx::raw_sql("ROLLBACK").execute(&mut operator).await.unwrap();
    fixture.complete(&claim("other")).await;
}

/// After a failover a pooled connection may lead to what is a standby now; it must not be used for ever.
#[tokio::test]
async fn a_connection_to_a_standby_is_not_kept() {
    let Some(fixture) = fixture(1, 2).await else { return };
    fixture.execute("SET default_transaction_read_only = on").await;
    let error = fixture.store.claim(&claim("key")).await.unwrap_err();
    assert_eq!(error.code().as_str(), "PG_READ_ONLY");
    assert_eq!(error.kind(), StoreErrorKind::Transient);
    fixture.complete(&claim("key")).await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_pressure() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let options = fixture.db.connect_options().host("127.0.0.1").port(1);
    let pool = sqlx::postgres::PgPoolOptions::new().acquire_timeout(Duration::from_millis(200));
    let store = PgStore::from_pool(pool.connect_lazy_with(options));
    let error = store.claim(&claim("key")).await.unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Pressure, "{error}");
}

#[tokio::test]
async fn statements_work_unnamed() {
    let Some(fixture) = fixture_with(1, 1, PgStore::builder().named_statements(false)).await else { return };
    fixture.complete(&claim("key")).await;
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::Completed { .. }));
    fixture.store.record_failure(&claim("other"), &failure(false)).await.unwrap();
    let sql = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%worker_inbox%'";
    let own = 0;
    assert_eq!(fixture.number(sql).await - 1, own, "only the question itself is prepared");
}

/// One session is all an embedded server has: nothing may need a second one while a transaction is held.
#[tokio::test]
async fn one_connection_is_enough_for_everything() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let (tx, _) = fixture.run(&claim("key")).await;
    fixture.store.rollback(tx).await;
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    fixture.complete(&claim("key")).await;
    fixture.store.inspect(&claim("key")).await.unwrap();
    let record = QuarantineRecord::new("queue", "id", "body", "CODE".into(), "reason");
    fixture.store.quarantine(&record).await.unwrap();
    let (tx, _) = fixture.run(&claim("dropped")).await;
    drop(tx);
    fixture.complete(&claim("dropped")).await;
}
