//! Attempts, and when a producer's policy ends them.

use std::{error::Error, fmt, time::Duration};

use chrono::{TimeDelta, TimeZone, Utc};
use sqsdb_core::{
    Disposition, Failure, RetryPolicy, Route,
    clock::Clock,
    disposition::Deleted,
    handler,
    layers::{ClassifyLayer, DecodeLayer, InboxLayer},
    message::AttemptPolicy,
};
use tower::ServiceBuilder;

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{Deadline, body, body_with, key},
    stack::{answer, plain},
    store::{CONSUMER, MemError, MemStore},
};

fn down() -> Failure {
    Failure::retryable("PROVIDER_DOWN", "no answer")
}

/// A stack on a clock that the test moves.
fn timed(store: &MemStore, run: Scripted, clock: &Clock) -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER).clock(clock.clone()))
        .layer(ClassifyLayer::new(RetryPolicy::new().max_attempts(3)).clock(clock.clone()))
        .service(handler(run));
    Route::new(service)
}

fn clock() -> Clock {
    Clock::manual(Utc.with_ymd_and_hms(2026, 6, 1, 0, 0, 0).unwrap())
}

#[tokio::test]
async fn invariant_8_attempts_survive_the_rollback_and_end_terminal() {
    let (store, run) = (MemStore::new(), Scripted::new().fails(down).fails(down).fails(down));
    let route = plain(&store, run.clone());
    for _ in 0..2 {
        assert!(matches!(answer(&route, delivery(body("A", 1))).await, Disposition::Retry(_)));
    }
    let Disposition::Terminal(cause) = answer(&route, delivery(body("A", 1))).await else {
        panic!("not terminal")
    };
    assert_eq!(cause.code.as_str(), "PROVIDER_DOWN");
    assert!(cause.message.contains("3 of 3"), "{}", cause.message);
    assert_eq!(run.runs().iter().map(|(_, attempt)| *attempt).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(store.attempts(&key("A", 1)), 3);
}

#[tokio::test]
async fn the_receive_count_is_never_the_attempt() {
    let store = MemStore::new();
    let route = plain(&store, Scripted::new().fails(down));
    let mut often = delivery(body("A", 1));
    often.receive_count = 1_000;
    assert!(matches!(answer(&route, often).await, Disposition::Retry(_)));
}

#[tokio::test]
async fn the_envelope_s_attempts_win_over_the_worker_s() {
    let store = MemStore::new();
    let route = plain(&store, Scripted::new().fails(down));
    let one = body_with("A", AttemptPolicy::new().max_business_attempts(1));
    assert!(matches!(answer(&route, delivery(one)).await, Disposition::Terminal(_)));
}

#[tokio::test]
async fn zero_attempts_are_one() {
    let store = MemStore::new();
    let zero = body_with("A", AttemptPolicy::new().max_business_attempts(0));
    let done = answer(&plain(&store, Scripted::new()), delivery(zero)).await;
    assert_eq!(done, Disposition::Delete(Deleted::Completed));
}

#[tokio::test]
async fn attempts_used_up_elsewhere_are_not_exceeded_here() {
    let (store, run) = (MemStore::new(), Scripted::new().fails(down).fails(down));
    let generous = plain(&store, run.clone());
    for _ in 0..2 {
        answer(&generous, delivery(body("A", 1))).await;
    }
    // a row with two attempts, and a policy that allows one: nothing may run any more
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER))
        .layer(ClassifyLayer::new(RetryPolicy::new().max_attempts(1)))
        .service(handler(run.clone()));
    let ended = answer(&Route::new(service), delivery(body("A", 1))).await;
    assert!(matches!(ended, Disposition::Terminal(_)), "{ended:?}");
    assert_eq!(run.runs().len(), 2, "the handler was not started a third time");
    assert_eq!((store.effects().len(), store.open()), (0, 0));
}

#[tokio::test]
async fn a_code_that_the_producer_calls_terminal_is() {
    let store = MemStore::new();
    let route = plain(&store, Scripted::new().fails(down));
    let policy = AttemptPolicy::new().terminal_after_code("PROVIDER_DOWN");
    assert!(matches!(answer(&route, delivery(body_with("A", policy))).await, Disposition::Terminal(_)));
}

#[tokio::test]
async fn not_before_holds_back_uncharged_until_its_time() {
    let (store, run, clock) = (MemStore::new(), Scripted::new(), clock());
    let route = timed(&store, run.clone(), &clock);
    let text = body_with("A", AttemptPolicy::new().not_before(clock.now() + TimeDelta::seconds(90)));
    let Disposition::Retry(early) = answer(&route, delivery(&text)).await else { panic!("ran too early") };
    assert_eq!(
        (early.after, early.code.as_str(), early.charged),
        (Duration::from_secs(90), "NOT_BEFORE", false)
    );
    assert_eq!(store.begun(), 0, "the store was not asked");
    clock.advance(TimeDelta::seconds(90));
    assert_eq!(answer(&route, delivery(&text)).await, Disposition::Delete(Deleted::Completed));
}

#[tokio::test]
async fn not_before_next_year_hides_no_longer_than_sqs_can() {
    let (store, clock) = (MemStore::new(), clock());
    let route = timed(&store, Scripted::new(), &clock);
    let text = body_with("A", AttemptPolicy::new().not_before(clock.now() + TimeDelta::days(365)));
    let Disposition::Retry(early) = answer(&route, delivery(&text)).await else { panic!("ran too early") };
    assert!(early.after < Duration::from_secs(12 * 3_600), "{early:?}");
}

#[tokio::test]
async fn retryable_until_ends_the_retries_but_not_a_success() {
    let (store, clock) = (MemStore::new(), clock());
    let until = clock.now() + TimeDelta::seconds(60);
    let text = |case| body_with(case, AttemptPolicy::new().retryable_until(until));
    let run = Scripted::new().fails(down).fails(down);
    let route = timed(&store, run, &clock);
    assert!(matches!(answer(&route, delivery(text("A"))).await, Disposition::Retry(_)));
    clock.advance(TimeDelta::seconds(61));
    assert!(matches!(answer(&route, delivery(text("A"))).await, Disposition::Terminal(_)));
    assert_eq!(answer(&route, delivery(text("B"))).await, Disposition::Delete(Deleted::Completed));
}

/// An error of the application with the store's error behind it.
#[derive(Debug)]
struct Wrapped(MemError);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the case could not be saved")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

#[tokio::test]
async fn the_store_s_rules_find_its_error_behind_others() {
    for (error, code, terminal) in [
        (MemError::Conflict, "MEM_CONFLICT", false),
        (MemError::Malformed, "MEM_MALFORMED", true),
        (MemError::Full, "MEM_FULL", false),
        (MemError::Strange, "UNCLASSIFIED", false),
    ] {
        let store = MemStore::new();
        let route = plain(&store, Scripted::new().fails(move || Wrapped(error).into()));
        let ended = answer(&route, delivery(body("A", 1))).await;
        assert_eq!(ended.code().unwrap().as_str(), code);
        assert_eq!(matches!(ended, Disposition::Terminal(_)), terminal, "{ended:?}");
    }
}

#[tokio::test]
async fn what_the_handler_named_is_not_sorted_anew() {
    let store = MemStore::new();
    let named = || Failure::retryable("CASE_LOCKED", "x").with_source(MemError::Malformed);
    let ended = answer(&plain(&store, Scripted::new().fails(named)), delivery(body("A", 1))).await;
    assert!(matches!(&ended, Disposition::Retry(retry) if retry.code.as_str() == "CASE_LOCKED"), "{ended:?}");
}

#[tokio::test]
async fn invariant_11_a_megabyte_of_error_text_is_recorded_cut() {
    let store = MemStore::new();
    let route = plain(&store, Scripted::new().fails(|| format!("\0{}", "é".repeat(1 << 20)).into()));
    assert!(matches!(answer(&route, delivery(body("A", 1))).await, Disposition::Retry(_)));
    let message = &store.failures()[0].1.message;
    assert!(message.len() <= 2_000 && !message.contains('\0'));
}
