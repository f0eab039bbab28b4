//! Stacks over the store in memory.

use sqsdb_core::{Delivery, Disposition, Handler, RetryPolicy, Route, Stack, handler};
use tower::ServiceExt;

use super::{
    message::Deadline,
    store::{CONSUMER, MemStore, MemTx},
};

/// The default stack without quarantine.
pub(crate) fn plain(store: &MemStore, run: impl Handler<Deadline, MemTx>) -> Route {
    stack(store).handle::<Deadline, _>(handler(run))
}

/// The default stack with quarantine.
pub(crate) fn quarantining(store: &MemStore, run: impl Handler<Deadline, MemTx>) -> Route {
    stack(store).quarantine().handle::<Deadline, _>(handler(run))
}

pub(crate) fn stack(store: &MemStore) -> Stack<MemStore> {
    Stack::new(store.clone(), CONSUMER).retry(RetryPolicy::new().max_attempts(3))
}

/// What becomes of one delivery.
pub(crate) async fn answer(route: &Route, delivery: Delivery) -> Disposition {
    match route.clone().oneshot(delivery).await {
        Ok(disposition) => disposition,
        Err(never) => match never {},
    }
}
