//! Guards against the real thing.

use sqlx::PgConnection;
use sqsdb_core::failure::FailureKind;
use sqsdb_core::store::{InboxStore, Transaction};
use sqsdb_postgres::{
    PgTx,
    guard::{GuardError, Moved, MovedExt, StateGuard, VersionGuard},
};

use crate::support::{Fixture, fixture};

const TABLES: &str = r#"
CREATE SCHEMA "App";
CREATE TABLE "App".cases (
    tenant int, case_id text, version bigint, stage text, note text, PRIMARY KEY (tenant, case_id)
);
CREATE TYPE order_status AS ENUM ('PAID', 'PACKED', 'SHIPPED');
CREATE TABLE orders (order_id bigint PRIMARY KEY, status order_status NOT NULL, version int NOT NULL, note text);
INSERT INTO orders VALUES (1, 'PACKED', 3, NULL), (2, 'PAID', 3, NULL);
"#;

#[derive(Debug, Clone, Copy, sqlx::Type)]
#[sqlx(type_name = "order_status", rename_all = "UPPERCASE")]
enum Status {
    Paid,
    Packed,
    Shipped,
}

async fn tables() -> Option<(Fixture, PgTx)> {
    let fixture = fixture(1, 1).await?;
    fixture.execute(TABLES).await;
    let tx = fixture.store.begin().await.unwrap();
    Some((fixture, tx))
}

fn case(version: i64, stage: &str) -> VersionGuard {
    VersionGuard::table("App.cases")
        .key("tenant", 7_i32)
        .key("case_id", "C-1")
        .version("version", version)
        .set("stage", stage)
}

async fn stage(conn: &mut PgConnection) -> String {
    sqlx::query_scalar(r#"SELECT concat_ws(' ', stage, version) FROM "App".cases"#)
        .fetch_one(conn)
        .await
        .unwrap()
}

#[tokio::test]
async fn the_newer_version_wins_in_any_order() {
    let Some((fixture, mut tx)) = tables().await else { return };
    assert_eq!(case(4, "INVESTIGATION").update(&mut tx).await.unwrap(), Moved::No, "no row yet");
    assert_eq!(case(5, "REVIEW").upsert(&mut tx).await.unwrap(), Moved::Yes);
    assert_eq!(case(4, "INVESTIGATION").upsert(&mut tx).await.unwrap(), Moved::No);
    assert_eq!(case(4, "INVESTIGATION").update(&mut tx).await.unwrap(), Moved::No);
    assert_eq!(case(5, "AGAIN").update(&mut tx).await.unwrap(), Moved::No);
    assert_eq!(stage(&mut tx).await, "REVIEW 5");
    assert_eq!(case(6, "CLOSED").update(&mut tx).await.unwrap(), Moved::Yes);
    assert_eq!(case(7, "REOPENED").upsert(&mut tx).await.unwrap(), Moved::Yes);
    assert_eq!(stage(&mut tx).await, "REOPENED 7");
    sqlx::query(r#"UPDATE "App".cases SET version = NULL"#).execute(&mut *tx).await.unwrap();
    assert_eq!(case(1, "FIRST").upsert(&mut tx).await.unwrap(), Moved::Yes, "no version is older than any");
    fixture.store.rollback(tx).await;
}

#[tokio::test]
async fn a_transition_needs_its_state_and_version() {
    let Some((fixture, mut tx)) = tables().await else { return };
    let ship = |order: i64, expected: i32| {
        StateGuard::table("orders")
            .key("order_id", order)
            .transition("status", [Status::Packed], Status::Shipped)
            .expected_version("version", expected)
            .set("note", None::<&str>)
    };
    assert_eq!(ship(2, 3).apply(&mut tx).await.unwrap(), Moved::No, "not packed");
    assert_eq!(ship(1, 2).apply(&mut tx).await.unwrap(), Moved::No, "another version");
    assert_eq!(ship(3, 3).apply(&mut tx).await.unwrap(), Moved::No, "no such order");
    assert_eq!(ship(1, 3).apply(&mut tx).await.unwrap(), Moved::Yes);
    assert_eq!(ship(1, 4).apply(&mut tx).await.unwrap(), Moved::No, "shipped already");
    let back = StateGuard::table("orders").key("order_id", 2_i64);
    let back = back.transition("status", [Status::Packed, Status::Paid], Status::Packed);
    assert_eq!(back.apply(&mut tx).await.unwrap(), Moved::Yes);
    let rows: Vec<String> =
        sqlx::query_scalar("SELECT concat_ws(' ', order_id, status, version) FROM orders ORDER BY order_id")
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    assert_eq!(rows, ["1 SHIPPED 4", "2 PACKED 3"]);
    fixture.store.rollback(tx).await;
}

#[tokio::test]
async fn plain_sql_tells_whether_it_moved() {
    let Some((fixture, mut tx)) = tables().await else { return };
    let sql = "UPDATE orders SET version = $1 WHERE order_id = 1 AND version < $1";
    assert!(sqlx::query(sql).bind(4).execute(&mut *tx).await.unwrap().moved().is_yes());
    assert!(sqlx::query(sql).bind(4).execute(&mut *tx).await.unwrap().moved().is_no());
    fixture.store.rollback(tx).await;
}

#[tokio::test]
async fn names_and_values_cannot_break_out() {
    let Some((fixture, mut tx)) = tables().await else { return };
    let evil = r#"x" = 1; DROP TABLE orders; --"#;
    let error = VersionGuard::table("orders")
        .key("order_id", 1_i64)
        .version("version", 9_i32)
        .set(evil, 1)
        .update(&mut tx);
    let error = error.await.unwrap_err();
    // the classify layer finds the code below the guard's own error
    let cause = std::error::Error::source(&error).unwrap();
    assert_eq!(PgTx::classify(cause).unwrap().code.as_str(), "PG_UNDEFINED_COLUMN");
    assert_eq!(PgTx::classify(cause).unwrap().kind, FailureKind::Terminal);
    fixture.store.rollback(tx).await;

    let mut tx = fixture.store.begin().await.unwrap();
    let quoted =
        VersionGuard::table("App.cases").key("tenant", 1).key("case_id", "'; --").version("version", 1_i64);
    assert_eq!(quoted.set("note", evil).upsert(&mut tx).await.unwrap(), Moved::Yes);
    let error =
        VersionGuard::table("a.b.c").key("id", 1).version("version", 1).update(&mut tx).await.unwrap_err();
    assert!(matches!(error, GuardError::Name(_)), "{error}");
    fixture.store.rollback(tx).await;
}
