//! A migrated store on a database of its own, and short forms of what every test does.

use std::{future::Future, time::Duration};

use sqlx::{PgConnection, PgPool};
use sqsdb_core::{
    failure::FailureCode,
    hash::RequestHash,
    store::{Claim, Completion, FailureRecord, InboxStore, Verdict},
};
use sqsdb_postgres::{PgStore, PgStoreOptions, PgTx};
use sqsdb_testkit::postgres::{Postgres, TestDatabase};

pub(crate) const CONSUMER: &str = "case-deadlines";

/// Fields are dropped in order: the pool before the database.
pub(crate) struct Fixture {
    pub(crate) store: PgStore,
    pub(crate) db: TestDatabase,
}

/// A database of its own: on the server that is at hand, or with `SQSDB_POSTGRES=embedded` on the embedded one, for
/// which the tests are built with `--features sqsdb-testkit/embedded-postgres`.
pub(crate) async fn database() -> TestDatabase {
    let embedded = std::env::var_os("SQSDB_POSTGRES").is_some_and(|kind| kind == "embedded");
    let postgres =
        if embedded { Postgres::builder().embedded_only().start().await } else { Postgres::start().await };
    postgres.unwrap().database().await.unwrap()
}

/// A store with a pool of at most `max` connections and a table `effects`; `None` where the server has too few
/// sessions for the test.
pub(crate) async fn fixture(max: u32, sessions: u32) -> Option<Fixture> {
    fixture_with(max, sessions, PgStore::builder()).await
}

pub(crate) async fn fixture_with(max: u32, sessions: u32, options: PgStoreOptions) -> Option<Fixture> {
    let db = database().await;
    if db.max_sessions() < sessions {
        return None;
    }
    let max = max.min(db.max_sessions());
    let store = options.max_connections(max).connect_with(db.connect_options()).await.unwrap();
    store.migrate().await.unwrap();
    sqlx::raw_sql("CREATE TABLE effects (id bigserial PRIMARY KEY, name text NOT NULL)")
        .execute(store.pool())
        .await
        .unwrap();
    Some(Fixture { store, db })
}

/// A store that gives up soon: a call that waits for a lock fails instead of hanging the test.
pub(crate) fn impatient() -> PgStoreOptions {
    PgStore::builder().call_timeout(Duration::from_secs(10))
}

pub(crate) fn hash(digit: char) -> RequestHash {
    RequestHash::from_parts(1, digit.to_string().repeat(64))
}

pub(crate) fn claim(key: &str) -> Claim {
    Claim::new(CONSUMER, key, hash('a'))
        .message("CaseDeadlineCalculationRequested", 1)
        .aggregate("case", "CASE-1")
}

pub(crate) fn failure(terminal: bool) -> FailureRecord {
    FailureRecord::new(terminal, FailureCode::from("CASE_NOT_FOUND"), "no such case")
}

impl Fixture {
    /// Claims and expects to run.
    pub(crate) async fn run(&self, claim: &Claim) -> (PgTx, u32) {
        match self.store.claim(claim).await.unwrap() {
            Verdict::Run { tx, attempt } => (tx, attempt),
            other => panic!("expected Run, got {other:?}"),
        }
    }

    /// Claims, makes an effect and commits.
    pub(crate) async fn complete(&self, claim: &Claim) {
        let (mut tx, _) = self.run(claim).await;
        effect(&mut tx, &claim.idempotency_key).await;
        self.store.commit(tx, &Completion::default()).await.unwrap();
    }

    pub(crate) async fn effects(&self) -> i64 {
        self.number("SELECT count(*) FROM effects").await
    }

    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(self.store.pool()).await.unwrap()
    }

    pub(crate) async fn text(&self, sql: &'static str) -> String {
        sqlx::query_scalar(sql).fetch_one(self.store.pool()).await.unwrap()
    }

    pub(crate) async fn execute(&self, sql: &'static str) {
        sqlx::raw_sql(sql).execute(self.store.pool()).await.unwrap();
    }
}

pub(crate) async fn effect(conn: &mut PgConnection, name: &str) {
    sqlx::query("INSERT INTO effects (name) VALUES ($1)").bind(name).execute(conn).await.unwrap();
}

/// Asks again until the condition holds. Each question is a round trip, so this does not spin.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut condition: impl FnMut() -> F) {
    let hold = async {
        while !condition().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), hold)
        .await
        .unwrap_or_else(|_| panic!("never happened: {what}"));
}

/// Sessions of this database other than the one asking that have a transaction open.
pub(crate) async fn open_transactions(conn: &mut PgConnection) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL \
                 AND backend_type = 'client backend'";
    sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
}

pub(crate) async fn no_open_transaction(observer: &PgPool) {
    eventually("all transactions end", || async {
        open_transactions(&mut observer.acquire().await.unwrap()).await == 0
    })
    .await;
}

pub(crate) async fn backend(pool: &PgPool) -> i32 {
    sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(pool).await.unwrap()
}
