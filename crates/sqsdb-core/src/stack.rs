//! The default stack in one call.

use std::{fmt, sync::Arc};

use tower::{Layer, ServiceBuilder};

use crate::{
    handler::{Handler, HandlerService},
    layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, InboxLayer, QuarantineLayer, TraceLayer},
    lease::LeasePolicy,
    message::WorkerMessage,
    retry::RetryPolicy,
    route::Route,
    store::{InboxStore, QuarantineStore},
};

/// The default stack: trace, quarantine where it is asked for, heartbeat, decode, inbox, classify.
///
/// It is made of the public layers and nothing else; take them one by one to leave one out or to put your own
/// between them.
///
/// ```
/// # #[cfg(feature = "derive")] mod example {
/// # use sqsdb_core::{*, store::{InboxStore, QuarantineStore}};
/// # #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, WorkerMessage)]
/// # #[worker_message(message_type = "Ping", schema_version = 1, producer = "p",
/// #     aggregate(type = "host", id = "{host}"), idempotency_key = "ping:{host}")]
/// # struct Ping { host: String }
/// async fn ping<Tx>(message: Message<Ping>, tx: &mut Tx) -> Result<Done, Failure> {
///     Ok(Done::new())
/// }
///
/// fn route<S: InboxStore<Tx: Sync> + QuarantineStore>(store: S) -> Route {
///     Stack::new(store, "pings").quarantine().handle::<Ping, _>(handler_fn(ping::<S::Tx>))
/// }
/// # }
/// ```
#[derive(Clone)]
pub struct Stack<St> {
    store: St,
    consumer: Arc<str>,
    lease: LeasePolicy,
    retry: RetryPolicy,
    quarantine: Option<Arc<dyn Fn(Route) -> Route + Send + Sync>>,
}

impl<St: InboxStore> Stack<St> {
    /// A stack on this store for the named consumer. Terminal messages go to the dead-letter queue.
    #[must_use]
    pub fn new(store: St, consumer: impl Into<Arc<str>>) -> Self {
        Self {
            store,
            consumer: consumer.into(),
            lease: LeasePolicy::new(),
            retry: RetryPolicy::new(),
            quarantine: None,
        }
    }

    /// Keeps leases by this policy.
    #[must_use]
    pub fn lease(mut self, policy: LeasePolicy) -> Self {
        self.lease = policy;
        self
    }

    /// Retries by this policy.
    #[must_use]
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = policy;
        self
    }

    /// Keeps terminal messages in the store and deletes them, instead of leaving them to the dead-letter queue.
    #[must_use]
    pub fn quarantine(mut self) -> Self
    where
        St: QuarantineStore,
    {
        let layer = QuarantineLayer::new(self.store.clone());
        self.quarantine = Some(Arc::new(move |route| Route::new(layer.layer(route))));
        self
    }

    /// The finished stack around a handler of `M`.
    #[must_use]
    pub fn handle<M, H>(&self, handler: HandlerService<H>) -> Route
    where
        M: WorkerMessage,
        H: Handler<M, St::Tx>,
    {
        let service = ServiceBuilder::new()
            .layer(HeartbeatLayer::new(self.lease))
            .layer(DecodeLayer::<M>::new())
            .layer(InboxLayer::new(self.store.clone()).consumer(Arc::clone(&self.consumer)))
            .layer(ClassifyLayer::new(self.retry))
            .service(handler);
        let route = Route::new(service);
        let route = self.quarantine.as_ref().map_or(route.clone(), |wrap| wrap(route));
        Route::new(TraceLayer::new().layer(route))
    }
}

impl<St> fmt::Debug for Stack<St> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stack")
            .field("consumer", &self.consumer)
            .field("lease", &self.lease)
            .field("retry", &self.retry)
            .field("quarantine", &self.quarantine.is_some())
            .finish_non_exhaustive()
    }
}
