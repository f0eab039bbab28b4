//! Puts [`Decode`] around an inbox.

use std::{fmt, marker::PhantomData};

use tower::Layer;

use super::{Decode, ParkPolicy};
use crate::message::WorkerMessage;

/// Decodes deliveries to `Message<M>`: envelope, type, version, keys, hash. A body that cannot be decoded is
/// terminal; a schema version newer than this worker's comes again later, uncharged.
pub struct DecodeLayer<M> {
    park: ParkPolicy,
    message: PhantomData<fn() -> M>,
}

impl<M> DecodeLayer<M> {
    /// Decodes to `M`; newer versions are parked by the default policy.
    #[must_use]
    pub fn new() -> Self
    where
        M: WorkerMessage,
    {
        Self { park: ParkPolicy::new(), message: PhantomData }
    }

    /// Parks schema versions newer than this worker's by this policy.
    #[must_use]
    pub fn park(mut self, policy: ParkPolicy) -> Self {
        self.park = policy;
        self
    }
}

impl<M: WorkerMessage> Default for DecodeLayer<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Clone for DecodeLayer<M> {
    fn clone(&self) -> Self {
        Self { park: self.park.clone(), message: PhantomData }
    }
}

impl<M> fmt::Debug for DecodeLayer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeLayer").field("park", &self.park).finish()
    }
}

impl<S, M> Layer<S> for DecodeLayer<M> {
    type Service = Decode<S, M>;

    fn layer(&self, inner: S) -> Decode<S, M> {
        Decode { inner, park: self.park.clone(), message: PhantomData }
    }
}
