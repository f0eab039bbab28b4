//! Verdicts: who may run, and what the others are told.

use std::sync::Arc;

use futures_util::future::join_all;
use sqlx::Executor;
use sqsdb_core::store::{Completion, InboxStore, Verdict};
use tokio::sync::Barrier;

use crate::support::{claim, effect, failure, fixture, fixture_with, impatient};

#[tokio::test(flavor = "multi_thread")]
async fn invariant_1_one_of_many_runs_and_the_others_do_not_wait() {
    const SESSIONS: u32 = 12;
    let Some(fixture) = fixture_with(SESSIONS, SESSIONS, impatient()).await else { return };
    for round in 0..10 {
        let (claim, start) =
            (Arc::new(claim(&format!("key-{round}"))), Arc::new(Barrier::new(SESSIONS as usize)));
        let claims = (0..SESSIONS).map(|_| {
            let (store, claim, start) = (fixture.store.clone(), Arc::clone(&claim), Arc::clone(&start));
            tokio::spawn(async move {
                start.wait().await;
                store.claim(&claim).await.unwrap()
            })
        });
        // all have answered before the winner goes on
        let mut verdicts: Vec<_> = join_all(claims).await.into_iter().map(Result::unwrap).collect();
        let winner = verdicts.iter().position(|verdict| matches!(verdict, Verdict::Run { .. })).unwrap();
        let Verdict::Run { mut tx, attempt } = verdicts.swap_remove(winner) else { unreachable!() };
        assert_eq!(attempt, 1);
        assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::InProgress)), "{verdicts:?}");
        effect(&mut tx, "once").await;
        fixture.store.commit(tx, &Completion::default()).await.unwrap();

        let again = join_all((0..SESSIONS).map(|_| fixture.store.claim(&claim))).await;
        assert!(again.iter().all(|verdict| matches!(verdict, Ok(Verdict::Completed { .. }))), "{again:?}");
        assert_eq!(fixture.effects().await, round + 1);
    }
}

/// Whoever is told InProgress asks again, with no pause between commit and claim.
#[tokio::test(flavor = "multi_thread")]
async fn invariant_1_effects_happen_once_under_a_storm_of_duplicates() {
    const WORKERS: u32 = 8;
    let Some(fixture) = fixture_with(WORKERS, WORKERS, impatient()).await else { return };
    let store = fixture.store.clone();
    let workers = (0..WORKERS).map(|worker| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut asked = 0_u32;
            for key in 0..20 {
                let claim = claim(&format!("storm-{key}"));
                loop {
                    asked += 1;
                    match store.claim(&claim).await.unwrap() {
                        Verdict::Run { mut tx, .. } => {
                            effect(&mut tx, &claim.idempotency_key).await;
                            if asked % 3 == worker % 3 {
                                store.rollback(tx).await;
                            } else {
                                store.commit(tx, &Completion::default()).await.unwrap();
                            }
                        }
                        Verdict::Completed { .. } => break,
                        Verdict::InProgress => tokio::task::yield_now().await,
                        other => panic!("{other:?}"),
                    }
                }
            }
        })
    });
    for worker in join_all(workers).await {
        worker.unwrap();
    }
    assert_eq!(fixture.effects().await, 20);
    assert_eq!(fixture.number("SELECT count(DISTINCT name) FROM effects").await, 20);
}

#[tokio::test]
async fn invariant_7_a_duplicate_of_running_work_does_not_wait() {
    let Some(fixture) = fixture_with(2, 2, impatient()).await else { return };
    let (mut tx, _) = fixture.run(&claim("key")).await;
    effect(&mut tx, "running").await;
    for _ in 0..5 {
        // were it to wait, it would hold the pool's only other connection until the call timeout
        assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::InProgress));
    }
    let (other, _) = fixture.run(&claim("other key")).await;
    fixture.store.rollback(other).await;
    fixture.store.commit(tx, &Completion::default()).await.unwrap();
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::Completed { .. }));
    assert_eq!(fixture.number("SELECT attempts::bigint FROM sqsdb.worker_inbox").await, 1);
}

#[tokio::test]
async fn invariant_7_a_row_that_an_operator_has_locked_is_not_waited_for() {
    let Some(fixture) = fixture_with(2, 3, impatient()).await else { return };
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    let mut operator = fixture.db.connect().await.unwrap();
    operator.execute("BEGIN; SELECT * FROM sqsdb.worker_inbox FOR UPDATE").await.unwrap();
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::InProgress));
    operator.execute("ROLLBACK").await.unwrap();
    let (tx, attempt) = fixture.run(&claim("key")).await;
    assert_eq!(attempt, 2);
    fixture.store.rollback(tx).await;
}

#[tokio::test]
async fn consumers_have_keys_of_their_own() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.complete(&claim("key")).await;
    let mut other = claim("key");
    other.consumer = "case-audit".into();
    fixture.complete(&other).await;
    assert_eq!(fixture.effects().await, 2);
}

#[tokio::test]
async fn a_rolled_back_transaction_leaves_no_row_and_its_connection() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let before = crate::support::backend(fixture.store.pool()).await;
    let (mut tx, _) = fixture.run(&claim("key")).await;
    effect(&mut tx, "undone").await;
    fixture.store.rollback(tx).await;
    assert_eq!(fixture.number("SELECT count(*) FROM sqsdb.worker_inbox").await, 0);
    assert_eq!(fixture.effects().await, 0);
    fixture.complete(&claim("key")).await;
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::Completed { .. }));
    assert_eq!(crate::support::backend(fixture.store.pool()).await, before);
}

#[tokio::test]
async fn leased_work_is_in_progress_until_its_lease_ends() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    fixture
        .execute("UPDATE sqsdb.worker_inbox SET status = 'PROCESSING', lease_expires_at = now() + interval '1 hour'")
        .await;
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::InProgress));
    for expired in [
        "UPDATE sqsdb.worker_inbox SET lease_expires_at = now() - interval '1 second'",
        "UPDATE sqsdb.worker_inbox SET lease_expires_at = NULL",
        "UPDATE sqsdb.worker_inbox SET status = 'RECEIVED'",
    ] {
        fixture.execute(expired).await;
        let (tx, attempt) = fixture.run(&claim("key")).await;
        assert_eq!(attempt, 2);
        fixture.store.rollback(tx).await;
    }
}

/// The logic needs READ COMMITTED, whatever the server's default is.
#[tokio::test]
async fn the_isolation_level_is_the_stores_own() {
    let Some(fixture) = fixture(2, 3).await else { return };
    let options = fixture.db.connect_options().options([("default_transaction_isolation", "serializable")]);
    let strict = sqsdb_postgres::PgStore::builder().connect_with(options).await.unwrap();
    let mut tx = strict.begin().await.unwrap();
    let level: String = sqlx::query_scalar("SELECT current_setting('transaction_isolation')")
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert_eq!(level, "read committed");
    strict.rollback(tx).await;
}
