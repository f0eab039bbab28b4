//! Futures that are dropped halfway, and what they leave in the pool.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use sqlx::Executor;
use sqsdb_core::store::{Completion, InboxStore, QuarantineStore, Verdict};

use crate::{
    proxy::Proxy,
    support::{claim, effect, eventually, failure, fixture, no_open_transaction, open_transactions},
};

/// Polls a future a number of times, then gives up on it.
struct Cut<F>(Pin<Box<F>>, usize);

impl<F: Future> Future for Cut<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(output) = self.0.as_mut().poll(cx) {
            return Poll::Ready(Some(output));
        }
        self.1 -= 1;
        if self.1 == 0 { Poll::Ready(None) } else { Poll::Pending }
    }
}

fn cut<F: Future>(future: F, polls: usize) -> Cut<F> {
    Cut(Box::pin(future), polls)
}

/// The proxy runs on the test's own thread, so no answer is there before the claim was polled again: each round trip
/// is a point to cut at.
#[tokio::test]
async fn invariant_6_a_claim_dropped_at_any_point_leaves_nothing_open() {
    let Some(fixture) = fixture(1, 4).await else { return };
    let observer = fixture.db.pool(1).await.unwrap();
    let proxy = Proxy::start(&fixture.db).await;
    let store = proxy.store(1).await;
    let mut polls = 1;
    loop {
        let key = format!("key-{polls}");
        let outcome = cut(store.claim(&claim(&key)), polls).await;
        let finished = outcome.is_some();
        drop(outcome);
        no_open_transaction(&observer).await;
        assert!(store.pool().size() <= 1);
        assert_eq!(fixture.number("SELECT count(*) FROM sqsdb.worker_inbox").await, 0);
        if finished {
            break;
        }
        polls += 1;
    }
    assert!(polls > 3, "cut at {polls} points only");
    fixture.complete(&claim("after")).await;
}

/// `sqlx` forgets a transaction whose BEGIN was sent and not awaited.
#[tokio::test]
async fn invariant_6_a_begin_that_was_sent_and_dropped_does_not_reach_the_next_user() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for polls in 1..20 {
        drop(cut(fixture.store.begin(), polls).await);
        effect(&mut fixture.store.pool().acquire().await.unwrap(), "kept").await;
    }
    // had one of them run in a forgotten transaction, it would be undone by now
    let mut fresh = fixture.store.pool().acquire().await.unwrap().detach();
    fresh.execute("SELECT 1").await.unwrap();
    drop(fresh);
    assert_eq!(fixture.effects().await, 19);
}

#[tokio::test]
async fn invariant_6_a_dropped_transaction_closes_its_connection() {
    let Some(fixture) = fixture(2, 3).await else { return };
    let observer = fixture.db.pool(1).await.unwrap();
    for _ in 0..5 {
        let (mut tx, _) = fixture.run(&claim("key")).await;
        effect(&mut tx, "undone").await;
        let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut *tx).await.unwrap();
        drop(tx);
        eventually("the session is gone", || async {
            let sql = "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)";
            sqlx::query_scalar(sql).bind(pid).fetch_one(&observer).await.unwrap()
        })
        .await;
        assert!(fixture.store.pool().size() <= 2);
    }
    assert_eq!(fixture.effects().await, 0);
    fixture.complete(&claim("key")).await;
}

#[tokio::test]
async fn invariant_6_a_transaction_dropped_in_the_middle_of_a_query_gives_its_place_back() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let observer = fixture.db.pool(1).await.unwrap();
    let (mut tx, _) = fixture.run(&claim("key")).await;
    effect(&mut tx, "undone").await;
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut *tx).await.unwrap();
    {
        let mut query = std::pin::pin!(tx.execute("SELECT pg_sleep(3600)"));
        let running = eventually("the query runs", || async {
            let sql =
                "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep')";
            sqlx::query_scalar(sql).bind(pid).fetch_one(&observer).await.unwrap()
        });
        tokio::select! {
            _ = &mut query => panic!("it ended"),
            () = running => {}
        }
    }
    drop(tx);
    // the pool of one serves others, though the server still sleeps for the first
    assert!(matches!(fixture.store.claim(&claim("key")).await.unwrap(), Verdict::InProgress));
    eventually("only the sleeper is open", || async {
        open_transactions(&mut observer.acquire().await.unwrap()).await == 1
    })
    .await;
    sqlx::query("SELECT pg_cancel_backend($1)").bind(pid).execute(&observer).await.unwrap();
    no_open_transaction(&observer).await;
    assert_eq!(fixture.effects().await, 0);
    fixture.complete(&claim("key")).await;
}

#[tokio::test]
async fn invariant_6_commit_and_rollback_dropped_at_any_point_leave_nothing_open() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let observer = fixture.db.pool(1).await.unwrap();
    for polls in 1..8 {
        let (mut tx, _) = fixture.run(&claim(&format!("key-{polls}"))).await;
        effect(&mut tx, "either").await;
        if polls % 2 == 0 {
            cut(fixture.store.rollback(tx), polls / 2).await;
        } else {
            drop(cut(fixture.store.commit(tx, &Completion::default()), polls / 2 + 1).await);
        }
        no_open_transaction(&observer).await;
    }
    let completed =
        fixture.number("SELECT count(*) FROM sqsdb.worker_inbox WHERE status = 'COMPLETED'").await;
    assert_eq!(fixture.effects().await, completed, "effect and row go together");
}

#[tokio::test]
async fn invariant_6_other_calls_dropped_at_any_point_leave_nothing_open() {
    let Some(fixture) = fixture(1, 2).await else { return };
    let observer = fixture.db.pool(1).await.unwrap();
    let record = sqsdb_core::store::QuarantineRecord::new("queue", "id", "body", "CODE".into(), "reason");
    for polls in 1..12 {
        drop(cut(fixture.store.record_failure(&claim("key"), &failure(false)), polls).await);
        drop(cut(fixture.store.inspect(&claim("key")), polls).await);
        drop(cut(fixture.store.quarantine(&record), polls).await);
        no_open_transaction(&observer).await;
    }
    fixture.complete(&claim("key")).await;
}
