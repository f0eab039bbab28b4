//! Invariant 10: a panic is an outcome of its own message.

use sqsdb_core::{Disposition, Failure, Handled, InTx, Stack, disposition::Deleted, handler, layers::*};
use tower::{ServiceBuilder, ServiceExt, service_fn, util::MapRequestLayer};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{Deadline, body, key},
    stack::{answer, plain, quarantining},
    store::{CONSUMER, MemStore, MemTx},
};

#[tokio::test]
async fn invariant_10_a_panicking_handler_pays_an_attempt_and_is_rolled_back() {
    let store = MemStore::new();
    let run = Scripted::new().then(|| panic!("as the test wants it"));
    let route = plain(&store, run);
    let Disposition::Retry(retry) = answer(&route, delivery(body("A", 1))).await else { panic!("no retry") };
    assert_eq!((retry.code.as_str(), retry.charged), ("HANDLER_PANICKED", true));
    assert_eq!((store.open(), store.effects().len(), store.attempts(&key("A", 1))), (0, 0, 1));
    assert!(store.failures()[0].1.message.contains("as the test wants it"));
    assert_eq!(answer(&route, delivery(body("A", 1))).await, Disposition::Delete(Deleted::Completed));
}

#[tokio::test]
async fn invariant_10_a_handler_that_always_panics_ends_in_quarantine() {
    let store = MemStore::new();
    let panics = || -> Result<_, Failure> { panic!("always") };
    let route = quarantining(&store, Scripted::new().then(panics).then(panics).then(panics));
    for _ in 0..2 {
        assert!(matches!(answer(&route, delivery(body("A", 1))).await, Disposition::Retry(_)));
    }
    let last = answer(&route, delivery(body("A", 1))).await;
    assert!(matches!(last, Disposition::Delete(Deleted::Quarantined(_))), "{last:?}");
    assert_eq!(store.quarantined().len(), 1);
}

/// A layer of the application between inbox and handler that keeps the transaction and says "done".
#[tokio::test]
async fn invariant_2_a_layer_that_loses_the_transaction_deletes_nothing() {
    let store = MemStore::new();
    let thief = service_fn(|request: InTx<Deadline, MemTx>| async move {
        let mut handled = handler(Scripted::new()).oneshot(request).await?;
        handled.tx = None;
        Ok::<Handled<MemTx>, std::convert::Infallible>(handled)
    });
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER))
        .service(thief);
    let Ok(lost) = service.oneshot(delivery(body("A", 1))).await;
    assert!(matches!(lost, Disposition::Retry(_)), "{lost:?}");
    assert_eq!((store.effects().len(), store.open()), (0, 0));
}

#[tokio::test]
async fn a_panicking_layer_leaves_no_transaction_open() {
    let store = MemStore::new();
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Deadline>::new())
        .layer(InboxLayer::new(store.clone()).consumer(CONSUMER))
        .layer(MapRequestLayer::new(|_: InTx<Deadline, MemTx>| -> InTx<Deadline, MemTx> {
            panic!("a layer of the application")
        }))
        .service(handler(Scripted::new()));
    let ran = tokio::spawn(service.oneshot(delivery(body("A", 1)))).await;
    assert!(ran.unwrap_err().is_panic(), "the worker catches it, not the inbox");
    assert_eq!((store.open(), store.dropped(), store.effects().len()), (0, 1, 0));
}

#[tokio::test]
async fn the_default_stack_can_be_taken_twice() {
    let stack = Stack::new(MemStore::new(), CONSUMER);
    let (one, two) = (stack.handle::<Deadline, _>(handler(Scripted::new())), stack.clone());
    let two = two.quarantine().handle::<Deadline, _>(handler(Scripted::new()));
    assert_eq!(answer(&one, delivery(body("A", 1))).await, Disposition::Delete(Deleted::Completed));
    assert_eq!(answer(&two, delivery(body("A", 1))).await, Disposition::Delete(Deleted::Duplicate));
}
