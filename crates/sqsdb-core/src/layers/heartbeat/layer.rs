//! Puts [`Heartbeat`] around a service.

use tower::Layer;

use super::Heartbeat;
use crate::lease::LeasePolicy;

/// Tells the worker's heartbeat to keep the lease while the message runs, up to the policy's cap.
///
/// Without it, a message that runs longer than its visibility timeout is delivered again while it runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct HeartbeatLayer {
    policy: LeasePolicy,
}

impl HeartbeatLayer {
    /// Keeps leases by this policy.
    #[must_use]
    pub fn new(policy: LeasePolicy) -> Self {
        Self { policy }
    }
}

impl<S> Layer<S> for HeartbeatLayer {
    type Service = Heartbeat<S>;

    fn layer(&self, inner: S) -> Heartbeat<S> {
        Heartbeat { inner, policy: self.policy }
    }
}
