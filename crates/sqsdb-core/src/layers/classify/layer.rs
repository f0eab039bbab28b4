//! Puts [`Classify`] around a handler.

use tower::Layer;

use super::Classify;
use crate::{clock::Clock, retry::RetryPolicy};

/// Sorts the failures of a handler by the store's rules, and decides by attempt, retry policy and envelope
/// whether the message comes again.
#[derive(Debug, Clone, Default)]
pub struct ClassifyLayer {
    policy: RetryPolicy,
    clock: Clock,
}

impl ClassifyLayer {
    /// Decides by this policy.
    #[must_use]
    pub fn new(policy: RetryPolicy) -> Self {
        Self { policy, clock: Clock::system() }
    }

    /// Takes the time for `retryableUntil` from this clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }
}

impl<S> Layer<S> for ClassifyLayer {
    type Service = Classify<S>;

    fn layer(&self, inner: S) -> Classify<S> {
        Classify { inner, policy: self.policy, clock: self.clock.clone() }
    }
}
