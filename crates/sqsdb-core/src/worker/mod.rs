//! The worker: polls for free slots, runs the route, keeps leases, settles, and shuts down in order.
//!
//! | module | job |
//! |---|---|
//! | `poll` | long polls for as many messages as there are free slots |
//! | `lanes` | runs messages; those of one FIFO group one after another |
//! | `heartbeat` | extends leases of waiting and running messages, in batches |
//! | `settle` | deletes and gives back, in batches, with the newest receipt handle |
//! | `bounded` | gives up a call to the queue that is not answered |
//! | `pressure` | polls less while the store is in trouble |
//! | `registry` | which leases are held, and the newest receipt handle of each message |
//! | `shutdown` | the order of a graceful end |

mod bounded;
mod builder;
mod error;
mod heartbeat;
mod lanes;
mod poll;
mod pressure;
mod registry;
mod settle;
mod shutdown;
mod stats;

use std::{future::Future, sync::Arc, time::Duration};

pub use builder::WorkerBuilder;
pub use error::WorkerError;
pub use stats::{WorkerReport, WorkerStats};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{route::Route, transport::Queue};

/// Reads one queue and runs one route. Build it with [`Worker::builder`].
///
/// ```no_run
/// # #[cfg(feature = "sqs")]
/// # async fn run(client: aws_sdk_sqs::Client, route: sqsdb_core::Route) -> Result<(), Box<dyn std::error::Error>> {
/// use sqsdb_core::{SqsQueue, Worker};
///
/// let queue = SqsQueue::new(client, "https://sqs.eu-central-1.amazonaws.com/1/case-deadlines");
/// let report = Worker::builder(queue)
///     .route(route)
///     .concurrency(16)
///     .build()?
///     .run_until(async { tokio::signal::ctrl_c().await.unwrap_or_default() })
///     .await?;
/// println!("{} effects", report.completed);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Worker<Q> {
    queue: Q,
    route: Route,
    options: Options,
    stats: WorkerStats,
}

/// How a worker works.
#[derive(Debug, Clone)]
struct Options {
    concurrency: usize,
    pollers: usize,
    poll_wait: Duration,
    visibility: Option<Duration>,
    drain: Duration,
    terminal_wait: Duration,
    inbox_retention: Option<Duration>,
}

impl<Q: Queue> Worker<Q> {
    /// Starts building a worker that reads this queue.
    pub fn builder(queue: Q) -> WorkerBuilder<Q> {
        WorkerBuilder::new(queue)
    }

    /// Counters that can be read while the worker runs.
    #[must_use]
    pub fn stats(&self) -> WorkerStats {
        self.stats.clone()
    }

    /// Works until `shutdown` is ready, then ends in order: the poll in flight is finished and what it brought
    /// is given back, what waits is given back, what runs may finish within the drain deadline and is cancelled
    /// after it, and all deletes are flushed.
    ///
    /// # Errors
    /// The queue cannot be read at the start, its settings do not fit the worker's, or a task of the worker
    /// panicked.
    pub async fn run_until(self, shutdown: impl Future<Output = ()>) -> Result<WorkerReport, WorkerError> {
        let settings = self.queue.settings().await?;
        let timing = builder::timing(&self.options, &settings)?;
        let context = Arc::new(Context {
            slots: Arc::new(Semaphore::new(self.options.concurrency)),
            registry: registry::Registry::default(),
            pressure: pressure::Pressure::default(),
            stop: CancellationToken::new(),
            cancel: CancellationToken::new(),
            stats: self.stats,
            queue: self.queue,
            route: self.route,
            options: self.options,
            fifo: settings.fifo,
            timing,
        });
        shutdown::run(context, shutdown).await
    }
}

/// Times that follow from worker and queue together.
#[derive(Debug, Clone, Copy)]
struct Timing {
    visibility: Duration,
    poll_wait: Duration,
}

/// What the worker's tasks share.
#[derive(Debug)]
struct Context<Q> {
    queue: Q,
    route: Route,
    options: Options,
    timing: Timing,
    fifo: bool,
    slots: Arc<Semaphore>,
    registry: registry::Registry,
    pressure: pressure::Pressure,
    stats: WorkerStats,
    /// No more polling, no more starting.
    stop: CancellationToken,
    /// Running handlers end now.
    cancel: CancellationToken,
}
