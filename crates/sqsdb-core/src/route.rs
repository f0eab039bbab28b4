//! A finished stack, with its type erased.

use std::{
    convert::Infallible,
    fmt,
    task::{Context, Poll},
};

use tower::{Service, ServiceExt, util::BoxCloneSyncService};

use crate::{delivery::Delivery, disposition::Disposition, layers::ResponseFuture};

/// A finished stack: takes a delivery, says what becomes of the message. Cheap to clone.
#[derive(Clone)]
pub struct Route(BoxCloneSyncService<Delivery, Disposition, Infallible>);

impl Route {
    /// Erases the type of a stack.
    pub fn new<S>(service: S) -> Self
    where
        S: Service<Delivery, Response = Disposition, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        Self(BoxCloneSyncService::new(service))
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Route")
    }
}

impl Service<Delivery> for Route {
    type Response = Disposition;
    type Error = Infallible;
    type Future = ResponseFuture<Disposition>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, delivery: Delivery) -> Self::Future {
        Box::pin(self.0.clone().oneshot(delivery))
    }
}
