//! Invariants 1, 2 and 7: for every verdict and every failure, what becomes of the message and of the row.

use std::time::Duration;

use sqsdb_core::{
    Disposition, Done, Failure,
    disposition::{Deleted, Retry},
    failure::codes,
    store::StoreErrorKind,
};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, envelope, key},
    stack::{answer, plain},
    store::{CommitFault, MemError, MemStore},
};

/// The store and the answer after one delivery of one message.
async fn once(store: &MemStore, run: Scripted) -> Disposition {
    answer(&plain(store, run), delivery(body("A", 1))).await
}

fn retry(disposition: Disposition) -> Retry {
    match disposition {
        Disposition::Retry(retry) => retry,
        other => panic!("not a retry: {other:?}"),
    }
}

#[tokio::test]
async fn invariant_1_done_commits_effect_and_row_together() {
    let store = MemStore::new();
    let done = Scripted::new().then(|| Ok(Done::new().with_result_ref("deadline/7")));
    assert_eq!(once(&store, done).await, Disposition::Delete(Deleted::Completed));
    assert_eq!(store.effects(), [key("A", 1)]);
    assert_eq!(store.status(&key("A", 1)), Some("COMPLETED"));
    assert_eq!(store.result_ref(&key("A", 1)).as_deref(), Some("deadline/7"));
}

#[tokio::test]
async fn invariant_1_a_second_delivery_has_no_second_effect() {
    let (store, run) = (MemStore::new(), Scripted::new());
    once(&store, run.clone()).await;
    assert_eq!(once(&store, run.clone()).await, Disposition::Delete(Deleted::Duplicate));
    assert_eq!((store.effects().len(), run.runs().len()), (1, 1));
}

#[tokio::test]
async fn invariant_2_skipped_is_committed_before_it_is_deleted() {
    let store = MemStore::new();
    let skipped = Scripted::new().then(|| Ok(Done::skipped("STALE_VERSION")));
    assert_eq!(once(&store, skipped).await, Disposition::Delete(Deleted::Skipped("STALE_VERSION".into())));
    assert_eq!(store.status(&key("A", 1)), Some("COMPLETED"));
}

#[tokio::test]
async fn one_key_for_two_payloads_is_terminal_and_touches_nothing() {
    let (store, run) = (MemStore::new(), Scripted::new());
    let route = plain(&store, run.clone());
    answer(&route, delivery(body("A", 1))).await;
    let mut other = envelope("A", 1);
    other["payload"]["note"] = "another payload".into();
    let mismatch = answer(&route, delivery(other.to_string())).await;
    assert!(matches!(mismatch, Disposition::Terminal(_)) && mismatch.is_mismatch(), "{mismatch:?}");
    assert_eq!((store.effects().len(), run.runs().len()), (1, 1));
}

#[tokio::test]
async fn a_volatile_field_does_not_make_another_payload() {
    let (store, run) = (MemStore::new(), Scripted::new());
    let route = plain(&store, run.clone());
    answer(&route, delivery(body("A", 1))).await;
    let mut later = envelope("A", 1);
    later["payload"]["requestedAt"] = "2027-01-01T00:00:00Z".into();
    assert_eq!(answer(&route, delivery(later.to_string())).await, Disposition::Delete(Deleted::Duplicate));
}

#[tokio::test]
async fn invariant_7_a_duplicate_of_a_running_message_comes_back_soon_and_uncharged() {
    let (store, gate) = (MemStore::new(), crate::support::store::Gate::new());
    let run = Scripted::new().gate(&gate);
    let route = plain(&store, run.clone());
    let first = tokio::spawn({
        let route = route.clone();
        async move { answer(&route, delivery(body("A", 1))).await }
    });
    gate.reached().await;
    let duplicate = retry(answer(&route, delivery(body("A", 1))).await);
    assert_eq!((duplicate.code.as_str(), duplicate.charged), ("IN_PROGRESS", false));
    assert!(duplicate.after > Duration::ZERO && duplicate.after <= Duration::from_secs(10), "{duplicate:?}");
    gate.open(1);
    assert_eq!(first.await.unwrap(), Disposition::Delete(Deleted::Completed));
    assert_eq!((run.runs().len(), store.effects().len(), store.failures().len()), (1, 1, 0));
}

#[tokio::test]
async fn a_blocked_aggregate_waits_uncharged() {
    let (store, run) = (MemStore::failing(|faults| faults.blocked = Some("manual".into())), Scripted::new());
    let blocked = retry(once(&store, run.clone()).await);
    assert_eq!((blocked.code.as_str(), blocked.charged), ("AGGREGATE_BLOCKED", false));
    assert_eq!((run.runs().len(), store.failures().len()), (0, 0));
}

#[tokio::test]
async fn invariant_8_a_claim_that_fails_charges_nobody_whatever_the_kind() {
    for (kind, pressure) in [
        (StoreErrorKind::Transient, false),
        (StoreErrorKind::Pressure, true),
        (StoreErrorKind::Permanent, false),
    ] {
        let (store, run) = (MemStore::failing(|faults| faults.claim.push_back(kind)), Scripted::new());
        let failed = retry(once(&store, run.clone()).await);
        assert_eq!((failed.charged, failed.pressure), (false, pressure), "{kind:?}");
        assert_eq!((run.runs().len(), store.failures().len(), store.open()), (0, 0, 0), "{kind:?}");
    }
}

/// Failure, charged, kind of the row afterwards, pressure.
type Case = (fn() -> Failure, bool, Option<&'static str>, bool);

#[tokio::test]
async fn invariant_8_failures_charge_what_they_say() {
    let minute = Duration::from_secs(60);
    let cases: [(&str, Case); 8] = [
        ("retryable", (|| Failure::retryable("X", "x"), true, Some("FAILED_RETRYABLE"), false)),
        ("unclassified", (|| MemError::Strange.into(), true, Some("FAILED_RETRYABLE"), false)),
        ("conflict", (|| MemError::Conflict.into(), true, Some("FAILED_RETRYABLE"), false)),
        ("full", (|| MemError::Full.into(), false, None, true)),
        ("pressure", (|| Failure::pressure("X", "x"), false, None, true)),
        ("not yet", (|| Failure::not_yet("X", "x", Duration::from_secs(60)), false, None, false)),
        (
            "after",
            (
                || Failure::retryable("X", "x").after(Duration::from_secs(60)),
                true,
                Some("FAILED_RETRYABLE"),
                false,
            ),
        ),
        ("text", (|| "only a text".into(), true, Some("FAILED_RETRYABLE"), false)),
    ];
    for (name, (failure, charged, row, pressure)) in cases {
        let store = MemStore::new();
        let retry = retry(once(&store, Scripted::new().fails(failure)).await);
        assert_eq!((retry.charged, retry.pressure), (charged, pressure), "{name}");
        assert_eq!(store.status(&key("A", 1)), row, "{name}");
        assert_eq!(store.attempts(&key("A", 1)), u32::from(charged), "{name}");
        assert!(retry.after >= Duration::from_secs(1) && retry.after <= minute, "{name}: {retry:?}");
        assert!(store.effects().is_empty() && store.open() == 0, "{name}: rolled back");
    }
}

#[tokio::test]
async fn a_terminal_failure_is_recorded_and_stays_terminal_without_a_run() {
    for failure in [|| Failure::terminal("NO_SUCH_CASE", "x"), || MemError::Malformed.into()] {
        let (store, run) = (MemStore::new(), Scripted::new().fails(failure));
        let first = once(&store, run.clone()).await;
        assert!(matches!(first, Disposition::Terminal(_)), "{first:?}");
        assert_eq!(store.status(&key("A", 1)), Some("FAILED_TERMINAL"));
        let second = once(&store, run.clone()).await;
        assert_eq!(second.code(), first.code());
        assert!(matches!(second, Disposition::Terminal(_)), "{second:?}");
        assert_eq!((run.runs().len(), store.effects().len()), (1, 0));
    }
}

#[tokio::test]
async fn invariant_2_a_failure_that_cannot_be_recorded_comes_again() {
    for failure in [|| Failure::retryable("X", "x"), || Failure::terminal("X", "x")] {
        for kind in [StoreErrorKind::Transient, StoreErrorKind::Pressure, StoreErrorKind::Permanent] {
            let store = MemStore::failing(|faults| faults.record_failure.push_back(kind));
            let again = retry(once(&store, Scripted::new().fails(failure)).await);
            assert!(!again.charged, "{kind:?}");
            assert_eq!((store.status(&key("A", 1)), store.effects().len(), store.open()), (None, 0, 0));
        }
    }
}

#[tokio::test]
async fn invariant_2_a_refused_commit_never_deletes() {
    for (kind, charged) in [
        (StoreErrorKind::Transient, true),
        (StoreErrorKind::Pressure, false),
        (StoreErrorKind::Permanent, true),
    ] {
        let store = MemStore::failing(|faults| faults.commit.push_back(CommitFault::Refused(kind)));
        let refused = once(&store, Scripted::new()).await;
        match kind {
            StoreErrorKind::Permanent => assert!(matches!(refused, Disposition::Terminal(_)), "{refused:?}"),
            _ => assert_eq!(retry(refused).charged, charged, "{kind:?}"),
        }
        assert_eq!((store.effects().len(), store.open()), (0, 0), "{kind:?}");
        assert_eq!(store.attempts(&key("A", 1)), u32::from(charged), "{kind:?}");
    }
}

#[tokio::test]
async fn a_wait_of_nothing_is_no_hot_loop() {
    for failure in
        [|| Failure::not_yet("X", "x", Duration::ZERO), || Failure::retryable("X", "x").after(Duration::ZERO)]
    {
        let store = MemStore::new();
        let again = retry(once(&store, Scripted::new().fails(failure)).await);
        assert!(again.after >= Duration::from_secs(1), "{again:?}");
    }
}

#[tokio::test]
async fn codes_of_the_library_are_their_own_names() {
    assert_eq!(codes::IN_PROGRESS.as_str(), "IN_PROGRESS");
    assert_eq!(codes::COMMIT_UNKNOWN.as_str(), "COMMIT_UNKNOWN");
}
