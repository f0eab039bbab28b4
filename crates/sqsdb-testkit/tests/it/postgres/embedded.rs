//! The embedded server: as good as another one for one session, and robust where clients are not.

use std::sync::Arc;

use futures_util::StreamExt;
use sqlx::Executor;
use sqsdb_testkit::postgres::{Kind, Postgres};
use tokio::{sync::Barrier, task::JoinSet};

use super::conformance;

async fn embedded() -> Postgres {
    Postgres::builder().embedded_only().start().await.unwrap()
}

#[tokio::test]
async fn embedded_conforms() {
    let postgres = embedded().await;
    assert_eq!(postgres.kind(), Kind::Embedded);
    assert!(postgres.url().is_none());
    conformance::check(&postgres, 9).await;
}

#[tokio::test]
async fn a_client_cut_in_the_middle_of_an_answer_does_not_end_the_server() {
    let database = embedded().await.database().await.unwrap();
    for _ in 0..3 {
        let mut session = database.connect().await.unwrap();
        let mut rows = session.fetch("SELECT repeat('x', 1000) FROM generate_series(1, 20000)");
        assert!(rows.next().await.is_some(), "the answer has begun");
        drop(rows);
        drop(session);
    }
    database.connect().await.unwrap();
}

#[tokio::test]
async fn a_second_session_is_told_that_there_is_only_one() {
    let database = embedded().await.database().await.unwrap();
    assert_eq!(database.max_sessions(), 1);
    let mut first = database.connect().await.unwrap();
    let error = database.connect().await.unwrap_err();
    assert!(error.to_string().contains("one session at a time"), "{error}");
    first.execute("SELECT 1").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn embedded_databases_run_side_by_side() {
    let postgres = embedded().await;
    let together = Arc::new(Barrier::new(3));
    let mut tasks = JoinSet::new();
    for _ in 0..3 {
        let (postgres, together) = (postgres.clone(), Arc::clone(&together));
        tasks.spawn(async move {
            let database = postgres.database().await.unwrap();
            let mut session = database.connect().await.unwrap();
            together.wait().await;
            session.execute("CREATE TABLE same_name (id int)").await.unwrap();
        });
    }
    tasks.join_all().await;
}
