//! The layers put together by hand, as the guide shows it.

use std::sync::Arc;

use sqsdb_core::{
    Disposition, Done, Failure, FailureExt, Handler, Message, RetryPolicy, Route,
    disposition::Deleted,
    handler, handler_fn,
    layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, InboxLayer, QuarantineLayer, TraceLayer},
    lease::LeasePolicy,
};
use tower::ServiceBuilder;

use crate::support::{
    delivery::delivery,
    message::{Deadline, body},
    stack::{answer, stack},
    store::{CONSUMER, MemError, MemStore, MemTx},
};

async fn calculate(message: Message<Deadline>, tx: &mut MemTx) -> Result<Done, Failure> {
    if message.deadline_version < 0 {
        return Err(Failure::terminal("NEGATIVE_VERSION", "a version is never negative"));
    }
    let days: i64 = message.case_id.parse().terminal("CASE_ID_NOT_A_NUMBER")?;
    save(days, tx)?;
    Ok(Done::new())
}

fn save(days: i64, tx: &mut MemTx) -> Result<(), MemError> {
    tx.effect(format!("{days} days"));
    if days < 0 { Err(MemError::Malformed) } else { Ok(()) }
}

#[tokio::test]
async fn the_example_of_the_guide_runs() {
    let store = MemStore::new();
    let service = ServiceBuilder::new()
        .layer(TraceLayer::new())
        .layer(QuarantineLayer::new(store.clone()))
        .layer(HeartbeatLayer::new(LeasePolicy::new()))
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(calculate));
    let route = Route::new(service);
    assert_eq!(answer(&route, delivery(body("30", 1))).await, Disposition::Delete(Deleted::Completed));
    for case in ["x", "-1"] {
        let bad = answer(&route, delivery(body(case, 1))).await;
        assert!(matches!(bad, Disposition::Delete(Deleted::Quarantined(_))), "{bad:?}");
    }
    assert_eq!(store.effects(), ["30 days"]);
}

#[tokio::test]
async fn layers_that_may_be_left_out_can_be() {
    let store = MemStore::new();
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()))
        .service(handler_fn(calculate));
    let route = Route::new(service);
    assert_eq!(answer(&route, delivery(body("30", 1))).await, Disposition::Delete(Deleted::Completed));
    // without the classify layer an error is retryable and waits as the inbox has it
    assert!(
        matches!(answer(&route, delivery(body("-1", 1))).await, Disposition::Retry(retry) if retry.charged)
    );
}

/// A handler with something of its own.
#[derive(Clone)]
struct Prefixing(Arc<str>);

impl Handler<Deadline, MemTx> for Prefixing {
    async fn handle(&self, message: Message<Deadline>, tx: &mut MemTx) -> Result<Done, Failure> {
        tx.effect(format!("{}{}", self.0, message.payload().case_id));
        Ok(Done::new())
    }
}

#[tokio::test]
async fn a_struct_is_a_handler_and_a_closure_shares_state_with_a_function() {
    let store = MemStore::new();
    let route = stack(&store).handle::<Deadline, _>(handler(Prefixing("case ".into())));
    answer(&route, delivery(body("A", 1))).await;
    assert_eq!(store.effects(), ["case A"]);
}
