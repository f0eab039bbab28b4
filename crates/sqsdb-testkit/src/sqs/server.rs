//! The running server: start, stop, clients, queues without a call.

use std::{sync::Arc, time::Duration};

use aws_sdk_sqs::config::{BehaviorVersion, Credentials, Region, retry::RetryConfig};
use axum::Router;
use tokio::{net::TcpListener, task::JoinHandle};

use super::{
    action::Action,
    builder::SqsServerBuilder,
    calls::CallCounts,
    connection::{Connection, CuttableListener},
    error::SqsError,
    faults::Faults,
    http,
    inspect::{self, MessageSnapshot, QueueStats},
    model::state::Identity,
    queue_spec::QueueSpec,
    shared::Shared,
};

/// An SQS server in this process. It stops when it is dropped: open calls are answered, connections closed.
#[derive(Debug)]
pub struct SqsServer {
    shared: Arc<Shared>,
    endpoint: String,
    config: aws_sdk_sqs::Config,
    client: aws_sdk_sqs::Client,
    task: Option<JoinHandle<()>>,
}

impl SqsServer {
    /// Starts a server with the defaults, on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// When no port can be bound.
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// Options other than the defaults.
    #[must_use]
    pub fn builder() -> SqsServerBuilder {
        SqsServerBuilder::default()
    }

    pub(crate) fn serve(listener: TcpListener, shared: Shared, identity: &Identity) -> Self {
        let shared = Arc::new(shared);
        let config = client_config(identity);
        Self {
            task: Some(tokio::spawn(run(listener, Arc::clone(&shared)))),
            shared,
            endpoint: identity.endpoint.clone(),
            client: aws_sdk_sqs::Client::from_conf(config.clone()),
            config,
        }
    }

    /// `http://127.0.0.1:<port>`, for the endpoint of any AWS SDK.
    #[must_use]
    pub fn endpoint_url(&self) -> &str {
        &self.endpoint
    }

    /// A client for this server, with made-up credentials and without retries. All clients share their connections.
    #[must_use]
    pub fn client(&self) -> aws_sdk_sqs::Client {
        self.client.clone()
    }

    /// The configuration of [`client`](Self::client), to change it: retries, timeouts, interceptors.
    #[must_use]
    pub fn client_config(&self) -> aws_sdk_sqs::config::Builder {
        self.config.to_builder()
    }

    /// Moves the clock. Visibility timeouts, delays, retention and deduplication windows that end by then end now,
    /// and long polls look again.
    pub fn advance(&self, by: Duration) {
        self.shared.clock.advance(by);
    }

    /// The faults of the calls to come.
    #[must_use]
    pub fn faults(&self) -> Faults {
        self.shared.faults.clone()
    }

    /// How often each action was called so far.
    #[must_use]
    pub fn call_counts(&self) -> CallCounts {
        self.shared.calls.snapshot()
    }

    /// Waits until `action` was called `calls` times since the start. A call counts when it arrives.
    pub async fn wait_for_calls(&self, action: Action, calls: u64) {
        self.shared.calls.wait_for(action, calls).await;
    }

    /// Creates a standard queue without a call and returns its URL.
    ///
    /// # Errors
    /// What CreateQueue answers, such as `InvalidParameterValue` for a bad name.
    pub fn create_queue(&self, name: impl Into<String>) -> Result<String, SqsError> {
        self.create(QueueSpec::standard(name))
    }

    /// Creates a FIFO queue without a call and returns its URL. The name has to end in `.fifo`.
    ///
    /// # Errors
    /// What CreateQueue answers, such as `InvalidParameterValue` for a bad name.
    pub fn create_fifo_queue(&self, name: impl Into<String>) -> Result<String, SqsError> {
        self.create(QueueSpec::fifo(name))
    }

    /// Creates a queue without a call and returns its URL.
    ///
    /// # Errors
    /// What CreateQueue answers; for a dead-letter queue that does not exist, `InvalidParameterValue`.
    pub fn create(&self, spec: QueueSpec) -> Result<String, SqsError> {
        self.shared.locked(|state, now| spec.create(state, now))
    }

    /// How many messages a queue has, by state.
    ///
    /// # Errors
    /// `QueueDoesNotExist`.
    pub fn stats(&self, queue_url: &str) -> Result<QueueStats, SqsError> {
        self.shared.locked(|state, now| Ok(QueueStats::of(state.by_url(Some(queue_url), now)?)))
    }

    /// The messages of a queue, whatever their state, in the order in which the queue keeps them: that of their sends,
    /// but a standard queue puts messages that were received three times to its back.
    ///
    /// # Errors
    /// `QueueDoesNotExist`.
    pub fn messages(&self, queue_url: &str) -> Result<Vec<MessageSnapshot>, SqsError> {
        self.shared.locked(|state, now| Ok(inspect::snapshot(state.by_url(Some(queue_url), now)?)))
    }

    /// Lets the next receive hand out a message again that is in flight, as a standard queue now and then does by
    /// itself. `false` when the message is not in flight, or on a FIFO queue, which does not do that.
    ///
    /// # Errors
    /// `QueueDoesNotExist`.
    pub fn deliver_again(&self, queue_url: &str, message_id: &str) -> Result<bool, SqsError> {
        self.shared.locked(|state, now| Ok(state.by_url(Some(queue_url), now)?.deliver_again(message_id)))
    }

    /// Stops the server and waits until its connections are closed.
    pub async fn stop(mut self) {
        self.shared.stop();
        if let Some(task) = self.task.take()
            && let Err(error) = task.await
        {
            tracing::warn!(%error, "the SQS server ended badly");
        }
    }
}

impl Drop for SqsServer {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

async fn run(listener: TcpListener, shared: Arc<Shared>) {
    let stopped = {
        let shared = Arc::clone(&shared);
        async move { shared.stopped().await }
    };
    let app = Router::new().fallback(http::handle).with_state(shared);
    let service = app.into_make_service_with_connect_info::<Connection>();
    let served = axum::serve(CuttableListener(listener), service).with_graceful_shutdown(stopped).await;
    if let Err(error) = served {
        tracing::warn!(%error, "the SQS server ended badly");
    }
}

fn client_config(identity: &Identity) -> aws_sdk_sqs::Config {
    aws_sdk_sqs::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .endpoint_url(&identity.endpoint)
        .region(Region::new(identity.region.clone()))
        .credentials_provider(Credentials::new("testkit", "testkit", None, None, "sqsdb-testkit"))
        .retry_config(RetryConfig::disabled())
        .build()
}
