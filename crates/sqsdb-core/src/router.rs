//! Several message types on one queue: each goes to the stack of its type and version.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use tower::Service;

use crate::{
    delivery::Delivery,
    disposition::{Cause, Disposition},
    failure::codes,
    layers::{ParkPolicy, ResponseFuture},
    message::{Peek, WorkerMessage, peek},
    route::Route,
};

/// Sends each delivery to the stack of its message type and schema version. A service like the stacks in it,
/// so that trace and quarantine layers can stand around it.
///
/// A version without a stack of its own goes to the next newer one, which may upcast it. A type that no route takes
/// is terminal; a version newer than every route of its type is parked, so that a rollout loses nothing.
#[derive(Debug, Clone)]
pub struct Router {
    routes: Arc<BTreeMap<&'static str, BTreeMap<u32, Route>>>,
    park: ParkPolicy,
}

impl Router {
    /// A router without routes.
    #[must_use]
    pub fn new() -> Self {
        Self { routes: Arc::default(), park: ParkPolicy::new() }
    }

    /// Sends messages of type `M`, in its schema version, to this stack. A second stack for the same type and
    /// version replaces the first.
    #[must_use]
    pub fn message<M: WorkerMessage>(
        mut self,
        service: impl Service<Delivery, Response = Disposition, Error = Infallible, Future: Send + 'static>
        + Clone
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let versions = Arc::make_mut(&mut self.routes).entry(M::DESCRIPTOR.message_type).or_default();
        versions.insert(M::DESCRIPTOR.schema_version, Route::new(service));
        self
    }

    /// Parks versions newer than every route of their type by this policy.
    #[must_use]
    pub fn park(mut self, policy: ParkPolicy) -> Self {
        self.park = policy;
        self
    }

    /// The stack of a type and version: its own, or the one of the next newer version, which may upcast it.
    fn route(&self, peek: &Peek, delivery: &Delivery) -> Result<Route, Disposition> {
        let Peek { message_type, schema_version, .. } = peek;
        let Some(versions) = self.routes.get(message_type.as_str()) else {
            let text = format!("no route takes the message type `{message_type}`");
            return Err(Disposition::Terminal(Cause::new(codes::UNKNOWN_MESSAGE_TYPE, text)));
        };
        if let Some((_, route)) = versions.range(schema_version..).next() {
            return Ok(route.clone());
        }
        let known: Vec<_> = versions.keys().collect();
        let text =
            format!("`{message_type}` has schema version {schema_version}; routes exist for {known:?}");
        Err(self.park.park(delivery, text))
    }
}

impl Default for Router {
    fn default() -> Self {
        Self::new()
    }
}

impl Service<Delivery> for Router {
    type Response = Disposition;
    type Error = Infallible;
    type Future = ResponseFuture<Disposition>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, delivery: Delivery) -> Self::Future {
        let route = peek(&delivery.body)
            .map_err(|error| Disposition::Terminal(Cause::new(error.code(), error.to_string())))
            .and_then(|peek| self.route(&peek, &delivery));
        match route {
            Ok(mut route) => route.call(delivery),
            Err(disposition) => Box::pin(std::future::ready(Ok(disposition))),
        }
    }
}
