//! Puts [`Quarantine`] around a service.

use tower::Layer;

use super::Quarantine;
use crate::store::QuarantineStore;

/// Stores terminal messages with their reason, then answers Delete. Without this layer they go to the
/// dead-letter queue. One record is kept per message, however often it comes.
#[derive(Debug, Clone)]
pub struct QuarantineLayer<Q> {
    store: Q,
}

impl<Q> QuarantineLayer<Q> {
    /// Keeps terminal messages in this store.
    #[must_use]
    pub fn new(store: Q) -> Self
    where
        Q: QuarantineStore,
    {
        Self { store }
    }
}

impl<S, Q: Clone> Layer<S> for QuarantineLayer<Q> {
    type Service = Quarantine<S, Q>;

    fn layer(&self, inner: S) -> Quarantine<S, Q> {
        Quarantine { inner, store: self.store.clone() }
    }
}
