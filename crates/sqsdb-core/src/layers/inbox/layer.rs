//! Puts [`Inbox`] around a handler.

use std::sync::Arc;

use tower::Layer;

use super::Inbox;
use crate::{clock::Clock, store::InboxStore};

/// Lets each (consumer, idempotency key) take effect once: claims it in the store's transaction, runs the
/// handler in it, and commits both together.
#[derive(Debug, Clone)]
pub struct InboxLayer<St> {
    store: St,
    consumer: Arc<str>,
    clock: Clock,
}

impl<St> InboxLayer<St> {
    /// Uses this store's inbox, under the consumer name `default`.
    #[must_use]
    pub fn new(store: St) -> Self
    where
        St: InboxStore,
    {
        Self { store, consumer: Arc::from("default"), clock: Clock::system() }
    }

    /// Name of the worker application. Two consumers of one message each have their effect.
    #[must_use]
    pub fn consumer(mut self, consumer: impl Into<Arc<str>>) -> Self {
        self.consumer = consumer.into();
        self
    }

    /// Takes the time for `notBefore` from this clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }
}

impl<S, St: Clone> Layer<S> for InboxLayer<St> {
    type Service = Inbox<S, St>;

    fn layer(&self, inner: S) -> Inbox<S, St> {
        Inbox {
            inner,
            store: self.store.clone(),
            consumer: Arc::clone(&self.consumer),
            clock: self.clock.clone(),
        }
    }
}
