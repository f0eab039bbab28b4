//! Statements whose snapshot is older than their lock.
//!
//! The session's search path puts a lock function in front of PostgreSQL's own. In one of the claim's statements it
//! stops at a gate, which is after the statement's snapshot was taken and before the lock is.

use sqlx::{Connection, Executor, PgConnection};
use sqsdb_core::store::{Completion, InboxStore, Verdict};
use sqsdb_postgres::PgStore;

use crate::support::{Fixture, claim, effect, eventually, failure, fixture};

/// How the claim's statements begin: for new work and for work that is known.
const STATEMENTS: [&str; 2] = ["INSERT", "WITH"];

const GATE: &str = "
CREATE SCHEMA gated;
CREATE FUNCTION gated.pg_try_advisory_xact_lock(key bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF current_query() LIKE current_setting('gate.statement') THEN
        PERFORM pg_catalog.pg_advisory_lock_shared(4711);
        PERFORM pg_catalog.pg_advisory_unlock_shared(4711);
    END IF;
    RETURN pg_catalog.pg_try_advisory_xact_lock(key);
END $$;
";

struct Gate(PgConnection);

impl Gate {
    /// The gate, and a store that stops at it in statements that begin like this.
    async fn closed(fixture: &Fixture, statement: &str) -> (Self, PgStore) {
        let mut conn = fixture.db.connect().await.unwrap();
        conn.execute(GATE).await.unwrap();
        conn.execute("SELECT pg_advisory_lock(4711)").await.unwrap();
        let statement = format!("{statement}%");
        let options = fixture
            .db
            .connect_options()
            .options([("search_path", "gated,pg_catalog,public"), ("gate.statement", &statement)]);
        let store = PgStore::builder().max_connections(1).connect_with(options).await.unwrap();
        (Self(conn), store)
    }

    async fn reached(&mut self) {
        let sql = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)";
        let conn = tokio::sync::Mutex::new(&mut self.0);
        eventually("a claim waits at the gate", || async {
            sqlx::query_scalar(sql).fetch_one(&mut **conn.lock().await).await.unwrap()
        })
        .await;
    }

    async fn open(mut self) {
        self.0.execute("SELECT pg_advisory_unlock(4711)").await.unwrap();
        self.0.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_row_committed_between_snapshot_and_lock_is_seen() {
    for statement in STATEMENTS {
        let Some(fixture) = fixture(2, 4).await else { return };
        let (mut gate, gated) = Gate::closed(&fixture, statement).await;
        let (mut tx, _) = fixture.run(&claim("key")).await;
        effect(&mut tx, "once").await;
        let late = tokio::spawn(async move { gated.claim(&claim("key")).await.unwrap() });
        gate.reached().await;
        fixture.store.commit(tx, &Completion::default()).await.unwrap();
        gate.open().await;
        let verdict = late.await.unwrap();
        assert!(matches!(verdict, Verdict::Completed { .. }), "{verdict:?}");
        assert_eq!(fixture.effects().await, 1);
    }
}

#[tokio::test]
async fn a_row_changed_between_snapshot_and_lock_is_judged_by_what_it_became() {
    for statement in STATEMENTS {
        let Some(fixture) = fixture(2, 4).await else { return };
        fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
        let (mut gate, gated) = Gate::closed(&fixture, statement).await;
        let (mut tx, attempt) = fixture.run(&claim("key")).await;
        assert_eq!(attempt, 2);
        effect(&mut tx, "once").await;
        let late = tokio::spawn(async move { gated.claim(&claim("key")).await.unwrap() });
        gate.reached().await;
        fixture.store.commit(tx, &Completion::default()).await.unwrap();
        gate.open().await;
        let verdict = late.await.unwrap();
        assert!(matches!(verdict, Verdict::Completed { .. }), "{verdict:?}");
        assert_eq!(fixture.effects().await, 1);
    }
}

#[tokio::test]
async fn a_mismatch_committed_between_snapshot_and_lock_is_found() {
    for statement in STATEMENTS {
        let Some(fixture) = fixture(2, 4).await else { return };
        let (mut gate, gated) = Gate::closed(&fixture, statement).await;
        let (tx, _) = fixture.run(&claim("key")).await;
        let mut other = claim("key");
        other.request_hash = crate::support::hash('b');
        let late = tokio::spawn(async move { gated.claim(&other).await.unwrap() });
        gate.reached().await;
        fixture.store.commit(tx, &Completion::default()).await.unwrap();
        gate.open().await;
        let verdict = late.await.unwrap();
        assert!(matches!(verdict, Verdict::Mismatch { .. }), "{verdict:?}");
    }
}

/// The inspection's first look may be older than the commit it asks about.
#[tokio::test]
async fn an_inspection_looks_again_under_the_lock() {
    let Some(fixture) = fixture(2, 4).await else { return };
    let (mut gate, gated) = Gate::closed(&fixture, "SELECT").await;
    let (tx, _) = fixture.run(&claim("key")).await;
    let late = tokio::spawn(async move { gated.inspect(&claim("key")).await.unwrap() });
    gate.reached().await;
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    gate.open().await;
    assert_eq!(late.await.unwrap(), sqsdb_core::store::Inspection::Committed);
}
