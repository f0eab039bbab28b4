//! Throw-away PostgreSQL: what a test may rely on.
#![allow(clippy::unwrap_used, reason = "clippy.toml allows it in tests, and these are their helpers")]

mod conformance;
#[cfg(feature = "embedded-postgres")]
mod embedded;
mod victim;

use sqlx::{Connection, Executor, PgConnection, Row};
use sqsdb_testkit::postgres::{Kind, Postgres, PostgresError, Shutdown, TestDatabase};

#[tokio::test]
async fn the_shared_server_conforms() {
    let postgres = Postgres::start().await.unwrap();
    let reconnects = if postgres.kind() == Kind::Embedded { 9 } else { 200 };
    conformance::check(&postgres, reconnects).await;
}

#[tokio::test]
async fn databases_are_separate() {
    let postgres = Postgres::start().await.unwrap();
    let (one, two) = (postgres.database().await.unwrap(), postgres.database().await.unwrap());
    for database in [&one, &two] {
        let mut session = database.connect().await.unwrap();
        session.execute("CREATE TABLE same_name (id int PRIMARY KEY)").await.unwrap();
        session.close().await.unwrap();
    }
}

#[tokio::test]
async fn an_open_session_does_not_keep_a_database() {
    let postgres = Postgres::start().await.unwrap();
    if postgres.kind() == Kind::Embedded {
        return;
    }
    let database = postgres.database().await.unwrap();
    let mut session = database.connect().await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(&mut session).await.unwrap();
    database.close().await.unwrap();
    assert!(sqlx::query("SELECT 1").execute(&mut session).await.is_err());
    assert!(!exists(&postgres, &name).await);
}

#[tokio::test]
async fn a_dropped_database_is_gone_at_once() {
    let postgres = Postgres::start().await.unwrap();
    if postgres.kind() == Kind::Embedded {
        return;
    }
    let database = postgres.database().await.unwrap();
    let name = database.url().rsplit_once('/').unwrap().1.split('?').next().unwrap().to_owned();
    assert!(exists(&postgres, &name).await);
    drop(database);
    assert!(!exists(&postgres, &name).await);
}

async fn exists(postgres: &Postgres, database: &str) -> bool {
    let mut session = PgConnection::connect(postgres.url().unwrap()).await.unwrap();
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(database)
        .fetch_one(&mut session)
        .await
        .unwrap()
}

/// A server with programs to start, or `None` on a machine that has none.
async fn installed() -> Option<Postgres> {
    match Postgres::builder().installed_only().start().await {
        Err(PostgresError::NoServer) => None,
        started => Some(started.unwrap()),
    }
}

#[tokio::test]
async fn a_restart_keeps_committed_data_and_the_port() {
    let Some(postgres) = installed().await else { return };
    let database = postgres.database().await.unwrap();
    let mut session = database.connect().await.unwrap();
    session.execute("CREATE TABLE kept AS SELECT 7 AS value").await.unwrap();
    for shutdown in [Shutdown::Fast, Shutdown::Immediate] {
        postgres.restart(shutdown).await.unwrap();
        assert!(session.execute("SELECT 1").await.is_err(), "sessions do not survive");
        session = database.connect().await.unwrap();
        let row = session.fetch_one("SELECT value FROM kept").await.unwrap();
        assert_eq!(row.get::<i32, _>(0), 7);
    }
}

#[tokio::test]
async fn the_shared_server_is_not_restarted() {
    let postgres = Postgres::start().await.unwrap();
    let error = postgres.restart(Shutdown::Fast).await.unwrap_err();
    assert!(matches!(error, PostgresError::SharedServer | PostgresError::NotInstalled { .. }), "{error}");
}

#[tokio::test]
async fn a_private_server_ends_with_its_last_handle() {
    let Some(postgres) = installed().await else { return };
    let database: TestDatabase = postgres.database().await.unwrap();
    let url = postgres.url().unwrap().to_owned();
    let directory: String = sqlx::query_scalar("SHOW data_directory")
        .fetch_one(&mut PgConnection::connect(&url).await.unwrap())
        .await
        .unwrap();
    drop(postgres);
    assert!(PgConnection::connect(&url).await.is_ok(), "the database still holds the server");
    drop(database);
    assert!(PgConnection::connect(&url).await.is_err());
    assert!(!std::path::Path::new(&directory).exists());
}

#[tokio::test]
async fn a_server_is_fast_unless_durability_is_asked_for() {
    let Some(fast) = installed().await else { return };
    let durable = Postgres::builder()
        .installed_only()
        .durable()
        .setting("max_connections", "17")
        .start()
        .await
        .unwrap();
    assert_eq!(show(&fast, "fsync").await, "off");
    assert_eq!(show(&durable, "fsync").await, "on");
    assert_eq!(show(&durable, "max_connections").await, "17");
    assert_eq!(show(&fast, "listen_addresses").await, "127.0.0.1");
}

async fn show(postgres: &Postgres, setting: &str) -> String {
    let mut session = PgConnection::connect(postgres.url().unwrap()).await.unwrap();
    sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut session).await.unwrap()
}
