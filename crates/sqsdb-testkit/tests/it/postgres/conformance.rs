//! What holds on every kind of server.

use std::borrow::Cow;

use sqlx::{
    Connection, Executor, PgConnection, SqlStr,
    migrate::{Migration, MigrationType, Migrator},
};
use sqsdb_testkit::postgres::{Postgres, TestDatabase};

/// Runs all of it; `reconnects` is how often a session is opened and ended.
pub(crate) async fn check(postgres: &Postgres, reconnects: u32) {
    let database = postgres.database().await.unwrap();
    migrations_run_once(&database).await;
    errors_have_their_sqlstate(&database).await;
    locks_end_with_their_transaction(&database).await;
    a_dropped_session_rolls_back(&database).await;
    sessions_come_and_go(&database, reconnects).await;
    a_pool_hands_one_session_around(&database).await;
    database.close().await.unwrap();
}

async fn migrations_run_once(database: &TestDatabase) {
    let script =
        "CREATE TABLE item (id int PRIMARY KEY, note text);\n-- no end; here\nCREATE INDEX ON item (note)";
    let migration =
        Migration::new(1, Cow::Borrowed("items"), MigrationType::Simple, SqlStr::from_static(script), false);
    let mut migrator = Migrator::DEFAULT;
    migrator.migrations = Cow::Owned(vec![migration]);
    for _ in 0..2 {
        let pool = database.pool(2).await.unwrap();
        migrator.run(&pool).await.unwrap();
        pool.close().await;
    }
}

async fn errors_have_their_sqlstate(database: &TestDatabase) {
    let mut session = database.connect().await.unwrap();
    let insert = "INSERT INTO item (id) VALUES ($1)";
    sqlx::query(insert).bind(1).execute(&mut session).await.unwrap();
    let error = sqlx::query(insert).bind(1).execute(&mut session).await.unwrap_err();
    assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some("23505"));
    session.close().await.unwrap();
}

async fn locks_end_with_their_transaction(database: &TestDatabase) {
    let mut session = database.connect().await.unwrap();
    for _ in 0..3 {
        let mut transaction = session.begin().await.unwrap();
        let got: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)")
            .bind(7_i64)
            .fetch_one(&mut *transaction)
            .await
            .unwrap();
        assert!(got);
        transaction.commit().await.unwrap();
    }
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";
    assert_eq!(sqlx::query_scalar::<_, i64>(held).fetch_one(&mut session).await.unwrap(), 0);
    session.close().await.unwrap();
}

async fn a_dropped_session_rolls_back(database: &TestDatabase) {
    let mut session = database.connect().await.unwrap();
    session.execute("BEGIN").await.unwrap();
    session.execute("INSERT INTO item (id) VALUES (2)").await.unwrap();
    drop(session);
    let mut session = database.connect().await.unwrap();
    // waits for the other one's row lock, if that is still there
    session.execute("INSERT INTO item (id) VALUES (2)").await.unwrap();
    session.close().await.unwrap();
}

async fn sessions_come_and_go(database: &TestDatabase, times: u32) {
    for turn in 0..times {
        let mut session = database.connect().await.unwrap();
        let one: i32 = sqlx::query_scalar("SELECT 1").fetch_one(&mut session).await.unwrap();
        assert_eq!(one, 1);
        end(session, turn).await;
    }
}

async fn end(session: PgConnection, turn: u32) {
    match turn % 3 {
        0 => session.close().await.unwrap(),
        1 => session.close_hard().await.unwrap(),
        _ => drop(session),
    }
}

async fn a_pool_hands_one_session_around(database: &TestDatabase) {
    let pool = database.pool(4).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for id in 100..120 {
        let pool = pool.clone();
        tasks.spawn(async move {
            sqlx::query("INSERT INTO item (id) VALUES ($1)").bind(id).execute(&pool).await.unwrap();
        });
    }
    tasks.join_all().await;
    let many = "SELECT count(*) FROM item WHERE id >= 100";
    assert_eq!(sqlx::query_scalar::<_, i64>(many).fetch_one(&pool).await.unwrap(), 20);
    pool.close().await;
}
