//! Builds a worker and refuses settings that cannot work.

use std::{convert::Infallible, time::Duration};

use tower::Service;

use super::{Options, Timing, Worker, WorkerError, WorkerStats};
use crate::{
    delivery::Delivery,
    disposition::Disposition,
    lease::LeasePolicy,
    route::Route,
    transport::{Queue, QueueSettings},
};

/// The longest long poll that SQS knows.
const POLL_WAIT_MAX: Duration = Duration::from_secs(20);

/// Builds a [`Worker`].
#[derive(Debug)]
pub struct WorkerBuilder<Q> {
    queue: Q,
    route: Option<Route>,
    options: Options,
}

impl<Q: Queue> WorkerBuilder<Q> {
    pub(super) fn new(queue: Q) -> Self {
        let options = Options {
            concurrency: 10,
            pollers: 1,
            poll_wait: Duration::from_secs(5),
            visibility: None,
            drain: Duration::from_secs(25),
            terminal_wait: Duration::from_secs(5),
            inbox_retention: None,
        };
        Self { queue, route: None, options }
    }

    /// The stack that messages go to: a [`Route`], a [`Router`](crate::Router), or any service that takes a
    /// delivery and says what becomes of the message.
    #[must_use]
    pub fn route<S>(mut self, service: S) -> Self
    where
        S: Service<Delivery, Response = Disposition, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        self.route = Some(Route::new(service));
        self
    }

    /// Messages in hand at once, running or waiting. Default 10. Not more than the store's pool has connections.
    #[must_use]
    pub fn concurrency(mut self, slots: usize) -> Self {
        self.options.concurrency = slots;
        self
    }

    /// Receive calls in flight at once. Default 1: one poller hands out some hundred messages a second.
    #[must_use]
    pub fn pollers(mut self, pollers: usize) -> Self {
        self.options.pollers = pollers;
        self
    }

    /// How long a receive call waits for a message. Default 5 s, at most 20 s. A shutdown waits for the call in
    /// flight, since a cancelled one may still take messages out of the queue.
    #[must_use]
    pub fn poll_wait(mut self, wait: Duration) -> Self {
        self.options.poll_wait = wait;
        self
    }

    /// How long a received message is hidden, and how long each extension lasts. Default: the queue's own
    /// visibility timeout, read from its attributes.
    #[must_use]
    pub fn visibility(mut self, visibility: Duration) -> Self {
        self.options.visibility = Some(visibility);
        self
    }

    /// How long running handlers may take to finish at shutdown. Default 25 s.
    #[must_use]
    pub fn drain(mut self, deadline: Duration) -> Self {
        self.options.drain = deadline;
        self
    }

    /// How long a terminal message stays hidden between its receives on the way to the dead-letter queue.
    /// Default 5 s.
    #[must_use]
    pub fn terminal_wait(mut self, wait: Duration) -> Self {
        self.options.terminal_wait = wait;
        self
    }

    /// How long the store keeps COMPLETED rows. The worker then refuses a queue that keeps messages longer:
    /// a late duplicate would take effect again.
    #[must_use]
    pub fn inbox_retention(mut self, retention: Duration) -> Self {
        self.options.inbox_retention = Some(retention);
        self
    }

    /// The finished worker.
    ///
    /// # Errors
    /// No route, no slot, no poller, or a poll wait beyond 20 s.
    pub fn build(self) -> Result<Worker<Q>, WorkerError> {
        let Self { queue, route, options } = self;
        let refuse = |reason: &'static str| Err(WorkerError::Settings(reason.into()));
        let Some(route) = route else { return refuse("no route: call `.route(service)` before `.build()`") };
        if options.concurrency == 0 {
            return refuse("concurrency is 0: the worker would never receive a message");
        }
        if options.pollers == 0 {
            return refuse("pollers is 0: the worker would never receive a message");
        }
        if options.poll_wait > POLL_WAIT_MAX {
            return refuse("poll_wait is more than 20 s, the longest that SQS allows");
        }
        Ok(Worker { queue, route, options, stats: WorkerStats::default() })
    }
}

/// The times that follow from worker and queue together, or why they do not fit.
pub(super) fn timing(options: &Options, queue: &QueueSettings) -> Result<Timing, WorkerError> {
    let visibility = options.visibility.unwrap_or(queue.visibility_timeout);
    if visibility < Duration::from_secs(1) {
        let text = format!(
            "queue `{}` hides received messages for {visibility:?}; set `.visibility(..)` to at least 1 s, better to the 99th percentile of the processing time and a margin",
            queue.name
        );
        return Err(WorkerError::Settings(text.into()));
    }
    if visibility > LeasePolicy::CAP_MAX {
        let text = format!("a visibility of {visibility:?} is more than SQS allows, just under 12 h");
        return Err(WorkerError::Settings(text.into()));
    }
    if let Some(retention) = options.inbox_retention
        && retention <= queue.retention
    {
        let text = format!(
            "queue `{}` keeps messages for {:?}, but the inbox keeps completed keys only for {retention:?}: a late duplicate would take effect again; raise the store's retention",
            queue.name, queue.retention
        );
        return Err(WorkerError::Settings(text.into()));
    }
    // the lease runs from before the poll: half of it must be left when the poll ends
    let poll_wait = options.poll_wait.min(Duration::from_secs(visibility.as_secs() / 2));
    Ok(Timing { visibility, poll_wait })
}
