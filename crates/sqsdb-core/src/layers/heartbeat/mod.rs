//! Keeps the lease while a message runs, and cancels the handler when it is lost.

mod layer;

use std::{
    convert::Infallible,
    task::{Context, Poll},
};

pub use layer::HeartbeatLayer;
use tower::{Service, ServiceExt};

use super::{ResponseFuture, infallible, request::DeliveryRequest};
use crate::{
    delivery::Delivery,
    disposition::Disposition,
    lease::{Lease, LeasePolicy},
};

/// A service that keeps the lease of what it hands on.
#[derive(Debug, Clone)]
pub struct Heartbeat<S> {
    inner: S,
    policy: LeasePolicy,
}

impl<S, R> Service<R> for Heartbeat<S>
where
    R: DeliveryRequest,
    S: Service<Delivery, Response = Disposition, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let delivery = request.into_delivery();
        let lease = delivery.lease.clone();
        lease.keep(self.policy);
        let running = self.inner.clone().oneshot(delivery);
        Box::pin(async move { Ok(until_lost(running, &lease).await) })
    }
}

/// Runs to the end, or until the lease is lost. The inbox sees to it that a commit is never cut.
async fn until_lost(
    running: impl Future<Output = Result<Disposition, Infallible>>,
    lease: &Lease,
) -> Disposition {
    tokio::select! {
        biased;
        disposition = running => infallible(disposition),
        () = lease.lost() => {
            tracing::warn!("the lease was lost while the handler ran; the handler was cancelled");
            // the worker settles nothing on a lost lease: the message is with someone else
            Disposition::Release
        }
    }
}
