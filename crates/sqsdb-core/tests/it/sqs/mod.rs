//! The worker on an SQS server, through the real SDK.

mod delivering;
mod duplicates;
mod fifo;
mod heartbeat;
mod queue;
mod settling;
mod shutdown;

use std::time::Duration;

use aws_sdk_sqs::Client;
use sqsdb_core::{Route, SqsQueue, worker::WorkerBuilder};
use sqsdb_testkit::sqs::{MessageSnapshot, QueueSpec, QueueStats, SqsServer};

use crate::support::{
    message::body,
    worker::{Running, start_with},
};

/// A server with one queue.
struct Sqs {
    server: SqsServer,
    client: Client,
    url: String,
}

impl Sqs {
    async fn standard() -> Self {
        Self::with(QueueSpec::standard("cases")).await
    }

    async fn fifo() -> Self {
        Self::with(QueueSpec::fifo("cases.fifo")).await
    }

    async fn both() -> [Self; 2] {
        [Self::standard().await, Self::fifo().await]
    }

    async fn with(spec: QueueSpec) -> Self {
        let server = SqsServer::start().await.unwrap();
        let url = server.create(spec).unwrap();
        Self { client: server.client(), server, url }
    }

    /// Sends versions 1 to `last` of a case; on a FIFO queue to the case's group.
    async fn send(&self, case: &str, last: i64) {
        for version in 1..=last {
            let send = self.client.send_message().queue_url(&self.url).message_body(body(case, version));
            let send = if self.url.ends_with(".fifo") {
                send.message_group_id(case).message_deduplication_id(format!("{case}-{version}"))
            } else {
                send
            };
            send.send().await.unwrap();
        }
    }

    fn queue(&self) -> SqsQueue {
        SqsQueue::new(self.client.clone(), self.url.as_str())
    }

    fn start(&self, route: Route) -> Running {
        self.start_with(route, |builder| builder)
    }

    fn start_with(
        &self,
        route: Route,
        set: impl FnOnce(WorkerBuilder<SqsQueue>) -> WorkerBuilder<SqsQueue>,
    ) -> Running {
        start_with(&self.queue(), route, |builder| set(builder.poll_wait(Duration::from_secs(1))))
    }

    fn stats(&self) -> QueueStats {
        self.server.stats(&self.url).unwrap()
    }

    fn messages(&self) -> Vec<MessageSnapshot> {
        self.server.messages(&self.url).unwrap()
    }

    fn id(&self) -> String {
        self.messages()[0].message_id.clone()
    }

    /// Waits until this holds.
    async fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let wait = async {
            while !holds(self) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let ended = tokio::time::timeout(Duration::from_secs(120), wait).await;
        assert!(ended.is_ok(), "in vain waited until {what}: {:?}", self.messages());
    }

    async fn until_empty(&self) {
        self.until("the queue is empty", |sqs| sqs.stats().total() == 0).await;
    }
}
