//! Commits whose answer is lost.

use sqsdb_core::store::{CommitError, Completion, InboxStore, Inspection, Verdict};

use crate::{
    proxy::{Fate, Proxy},
    support::{Fixture, claim, effect, eventually, fixture},
};

/// Loses the answer to a commit; answers what the inbox says while the old transaction lives, and after it ended.
async fn lost(fixture: &Fixture, fate: Fate) -> (Inspection, Inspection) {
    let proxy = Proxy::start(&fixture.db).await;
    let store = proxy.store(2).await;
    let Verdict::Run { mut tx, .. } = store.claim(&claim("key")).await.unwrap() else { panic!("not run") };
    effect(&mut tx, "once").await;
    let decide = proxy.hold_commit();
    let answer = store.commit(tx, &Completion::default()).await;
    assert!(matches!(answer, Err(CommitError::Unknown(_))), "{answer:?}");

    let alive = store.inspect(&claim("key")).await.unwrap();
    assert!(matches!(store.claim(&claim("key")).await.unwrap(), Verdict::InProgress));
    decide.send(fate).unwrap();
    proxy.settled().await;
    eventually("the old transaction ends", || async {
        store.inspect(&claim("key")).await.unwrap() != Inspection::Undecided
    })
    .await;
    (alive, store.inspect(&claim("key")).await.unwrap())
}

#[tokio::test]
async fn invariant_3_a_commit_whose_answer_was_lost_is_found_committed() {
    let Some(fixture) = fixture(2, 6).await else { return };
    assert_eq!(lost(&fixture, Fate::Deliver).await, (Inspection::Undecided, Inspection::Committed));
    assert_eq!(fixture.effects().await, 1);
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::Completed { .. }));
}

#[tokio::test]
async fn invariant_3_a_commit_that_never_arrived_is_found_not_committed() {
    let Some(fixture) = fixture(2, 6).await else { return };
    assert_eq!(lost(&fixture, Fate::Lose).await, (Inspection::Undecided, Inspection::NotCommitted));
    assert_eq!(fixture.effects().await, 0);
    fixture.complete(&claim("key")).await;
}

/// Another payload's completion under the same key is not this work's commit.
#[tokio::test]
async fn invariant_3_other_work_does_not_count_as_committed() {
    let Some(fixture) = fixture(2, 2).await else { return };
    fixture.complete(&claim("key")).await;
    assert_eq!(fixture.store.inspect(&claim("key")).await.unwrap(), Inspection::Committed);
    let mut other = claim("key");
    other.request_hash = crate::support::hash('b');
    assert_eq!(fixture.store.inspect(&other).await.unwrap(), Inspection::NotCommitted);
}

#[tokio::test]
async fn invariant_3_a_server_that_dies_in_the_commit_leaves_it_unknown() {
    let Some(fixture) = fixture(2, 3).await else { return };
    let (mut tx, _) = fixture.run(&claim("key")).await;
    effect(&mut tx, "lost").await;
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut *tx).await.unwrap();
    let kill = sqlx::query("SELECT pg_terminate_backend($1)").bind(pid);
    kill.execute(fixture.store.pool()).await.unwrap();
    let answer = fixture.store.commit(tx, &Completion::default()).await;
    assert!(matches!(answer, Err(CommitError::Unknown(_))), "{answer:?}");
    eventually("the session ends", || async {
        fixture.store.inspect(&claim("key")).await.unwrap() == Inspection::NotCommitted
    })
    .await;
}
