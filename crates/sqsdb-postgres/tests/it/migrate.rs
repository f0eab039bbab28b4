//! Migrations.

use std::sync::Arc;

use futures_util::future::join_all;
use sqlx::Executor;
use sqsdb_postgres::{MigrateError, PgStore};
use sqsdb_testkit::postgres::TestDatabase;
use tokio::sync::Barrier;

use crate::support::{database, fixture};

async fn store(db: &TestDatabase, schema: &str) -> PgStore {
    PgStore::builder().schema(schema).max_connections(1).connect_with(db.connect_options()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_processes_may_migrate_at_once() {
    const PROCESSES: usize = 8;
    let db = database().await;
    if db.max_sessions() < 8 {
        return;
    }
    let start = Arc::new(Barrier::new(PROCESSES));
    let stores = join_all((0..PROCESSES).map(|_| store(&db, "sqsdb"))).await;
    let migrations = stores.clone().into_iter().map(|store| {
        let start = Arc::clone(&start);
        tokio::spawn(async move {
            start.wait().await;
            store.migrate().await
        })
    });
    for outcome in join_all(migrations).await {
        outcome.unwrap().unwrap();
    }
    let applied: i64 = sqlx::query_scalar("SELECT count(*) FROM sqsdb.migrations")
        .fetch_one(stores[0].pool())
        .await
        .unwrap();
    assert_eq!(applied, 1);
}

#[tokio::test]
async fn two_schemas_are_two_stores() {
    use sqsdb_core::store::InboxStore;
    let db = database().await;
    for schema in ["first", "second"] {
        let store = store(&db, schema).await;
        store.migrate().await.unwrap();
        store.migrate().await.unwrap();
        let claim = crate::support::claim("key");
        let sqsdb_core::store::Verdict::Run { tx, .. } = store.claim(&claim).await.unwrap() else { panic!() };
        store.commit(tx, &Default::default()).await.unwrap();
        store.pool().close().await;
    }
}

#[tokio::test]
async fn a_migration_that_was_changed_is_reported() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.execute("UPDATE sqsdb.migrations SET checksum = repeat('0', 64)").await;
    let error = fixture.store.migrate().await.unwrap_err();
    assert!(matches!(error, MigrateError::Changed { version: 1, .. }), "{error}");
    assert!(error.to_string().contains("0001_inbox_and_quarantine"), "{error}");
}

#[tokio::test]
async fn a_newer_program_s_migrations_are_left_alone() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture
        .execute("INSERT INTO sqsdb.migrations (version, name, checksum) VALUES (9999, 'later', 'x')")
        .await;
    fixture.store.migrate().await.unwrap();
}

/// Workers often have no right to create anything.
#[tokio::test]
async fn nothing_to_do_needs_no_rights() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let options = fixture.db.connect_options().options([("default_transaction_read_only", "on")]);
    let reader = PgStore::builder().max_connections(1).connect_with(options).await.unwrap();
    reader.migrate().await.unwrap();
}

#[tokio::test]
async fn a_failed_migration_leaves_nothing() {
    let db = database().await;
    let store = store(&db, "sqsdb").await;
    let in_the_way = "CREATE SCHEMA sqsdb; CREATE TABLE sqsdb.worker_quarantine (id int)";
    store.pool().execute(in_the_way).await.unwrap();
    let error = store.migrate().await.unwrap_err();
    assert!(error.to_string().contains("worker_quarantine"), "{error}");
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'sqsdb'")
        .fetch_one(store.pool())
        .await
        .unwrap();
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_schema_name_that_needs_quotes_is_refused() {
    let db = database().await;
    let error = PgStore::builder().schema("My Schema").connect_with(db.connect_options()).await.unwrap_err();
    assert!(error.to_string().contains("My Schema"), "{error}");
}
