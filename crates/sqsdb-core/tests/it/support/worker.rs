//! A worker in the background of a test.

use std::time::Duration;

use sqsdb_core::{
    Route, Worker,
    transport::Queue,
    worker::{WorkerBuilder, WorkerError, WorkerReport, WorkerStats},
};
use tokio::{sync::oneshot, task::JoinHandle};

pub(crate) struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<WorkerReport, WorkerError>>,
    stats: WorkerStats,
}

/// Starts a worker with ten slots.
pub(crate) fn start<Q: Queue>(queue: &Q, route: Route) -> Running {
    start_with(queue, route, |builder| builder)
}

/// Starts a worker as the test wants it.
pub(crate) fn start_with<Q: Queue>(
    queue: &Q,
    route: Route,
    set: impl FnOnce(WorkerBuilder<Q>) -> WorkerBuilder<Q>,
) -> Running {
    let worker = set(Worker::builder(queue.clone()).route(route)).build().unwrap();
    let stats = worker.stats();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run_until(async move {
        // a stop and a dropped test are both an end
        stopped.await.unwrap_or_default();
    }));
    Running { stop, task, stats }
}

impl Running {
    pub(crate) fn report(&self) -> WorkerReport {
        self.stats.report()
    }

    /// Tells the worker to stop and waits for its end.
    pub(crate) async fn stop(self) -> WorkerReport {
        self.ask_to_stop().await.unwrap()
    }

    /// Tells the worker to stop.
    pub(crate) fn ask_to_stop(self) -> impl Future<Output = Result<WorkerReport, WorkerError>> {
        let task = self.task;
        self.stop.send(()).ok();
        async move {
            let ended = tokio::time::timeout(Duration::from_secs(86_400), task).await;
            ended.expect("the worker does not end").unwrap()
        }
    }

    /// Waits until the worker ends on its own.
    pub(crate) async fn end(self) -> Result<WorkerReport, WorkerError> {
        tokio::time::timeout(Duration::from_secs(86_400), self.task).await.expect("it never ends").unwrap()
    }
}
