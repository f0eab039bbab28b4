//! Queue and database: this process's own, or real ones named on the command line.

use std::{collections::HashSet, time::Duration};

use anyhow::Context;
use aws_sdk_sqs::{
    Client,
    types::{QueueAttributeName as Name, SendMessageBatchRequestEntry as Entry},
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use sqsdb_testkit::{
    postgres::{Postgres, TestDatabase},
    sqs::{MessageState, QueueSpec, SqsServer},
};

use crate::{cli::Cli, progress, workload::Workload};

/// Receives before SQS moves a message to the dead-letter queue.
const MAX_RECEIVES: u32 = 10;

/// The database, and what keeps it alive.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) pool: PgPool,
    _embedded: Option<TestDatabase>,
}

impl Database {
    pub(crate) async fn start(cli: &Cli) -> anyhow::Result<Self> {
        if let Some(url) = &cli.database_url {
            let options = PgPoolOptions::new().max_connections(u32::from(cli.concurrency) + 2);
            let pool = options.test_before_acquire(false).connect(url).await;
            return Ok(Self { pool: pool.context("--database-url cannot be reached")?, _embedded: None });
        }
        let server = Postgres::builder().embedded_only().start().await?;
        let database = server.database().await?;
        let pool = database.pool(database.max_sessions()).await?;
        Ok(Self { pool, _embedded: Some(database) })
    }
}

/// The queue, its dead-letter queue, and what keeps them alive.
#[derive(Debug)]
pub(crate) struct Queues {
    pub(crate) client: Client,
    pub(crate) url: String,
    dlq_url: Option<String>,
    server: Option<SqsServer>,
}

impl Queues {
    pub(crate) async fn start(cli: &Cli) -> anyhow::Result<Self> {
        let Some(url) = cli.queue_url.clone() else { return Self::in_process().await };
        anyhow::ensure!(
            !url.ends_with(".fifo"),
            "--queue-url names a FIFO queue; this example needs a Standard queue"
        );
        let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
        let client = Client::new(&config);
        let dlq_url = dead_letter_queue(&client, &url).await?;
        Ok(Self { client, url, dlq_url, server: None })
    }

    async fn in_process() -> anyhow::Result<Self> {
        let server = SqsServer::start().await?;
        let dlq_url = server.create_queue("case-deadlines-dlq")?;
        let queue = QueueSpec::standard("case-deadlines").dead_letter(&dlq_url, MAX_RECEIVES);
        let url = server.create(queue)?;
        Ok(Self { client: server.client(), url, dlq_url: Some(dlq_url), server: Some(server) })
    }

    /// Sends every body, ten to a call.
    pub(crate) async fn send(&self, workload: &Workload) -> anyhow::Result<()> {
        let bar = progress::bar(workload.bodies.len() as u64, "sending")?;
        for bodies in workload.bodies.chunks(10) {
            let entry =
                |(n, body): (usize, &String)| Entry::builder().id(n.to_string()).message_body(body).build();
            let entries = bodies.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>()?;
            let call = self.client.send_message_batch().queue_url(&self.url).set_entries(Some(entries));
            let answer = call.send().await.context("messages cannot be sent")?;
            if let Some(failed) = answer.failed().first() {
                anyhow::bail!(
                    "a message was refused: {} {}",
                    failed.code(),
                    failed.message().unwrap_or_default()
                );
            }
            bar.inc(bodies.len() as u64);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Hands out messages a second time while they are in flight, as a Standard queue now and then does. A real
    /// queue needs no help with that.
    pub(crate) async fn deliver_some_again(&self, mut messages: usize) -> anyhow::Result<()> {
        const LOOK: Duration = Duration::from_millis(20);
        let Some(server) = &self.server else { return std::future::pending().await };
        let mut seen = HashSet::new();
        while messages > 0 {
            let in_hand = server.messages(&self.url)?;
            let in_hand = in_hand.into_iter().filter(|message| message.state == MessageState::InFlight);
            for id in in_hand.map(|message| message.message_id).take(messages) {
                if seen.insert(id.clone()) && server.deliver_again(&self.url, &id)? {
                    messages -= 1;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
        std::future::pending().await
    }

    /// Messages in the queue, in flight and delayed ones included, and in the dead-letter queue.
    pub(crate) async fn left(&self) -> anyhow::Result<(u64, u64)> {
        let dlq = match &self.dlq_url {
            Some(url) => self.count(url).await?,
            None => 0,
        };
        Ok((self.count(&self.url).await?, dlq))
    }

    async fn count(&self, url: &str) -> anyhow::Result<u64> {
        let names = [
            Name::ApproximateNumberOfMessages,
            Name::ApproximateNumberOfMessagesNotVisible,
            Name::ApproximateNumberOfMessagesDelayed,
        ];
        let call =
            self.client.get_queue_attributes().queue_url(url).set_attribute_names(Some(names.to_vec()));
        let answer = call.send().await?;
        let attributes = answer.attributes.unwrap_or_default();
        names.iter().filter_map(|name| attributes.get(name)).try_fold(0, |sum, n| Ok(sum + n.parse::<u64>()?))
    }
}

/// URL of the dead-letter queue that a queue's redrive policy names.
async fn dead_letter_queue(client: &Client, url: &str) -> anyhow::Result<Option<String>> {
    let call = client.get_queue_attributes().queue_url(url).attribute_names(Name::RedrivePolicy);
    let attributes = call.send().await.context("--queue-url cannot be read")?.attributes.unwrap_or_default();
    let Some(policy) = attributes.get(&Name::RedrivePolicy) else { return Ok(None) };
    let policy: serde_json::Value = serde_json::from_str(policy)?;
    let arn = policy["deadLetterTargetArn"].as_str().unwrap_or_default();
    let name = arn.rsplit(':').next().unwrap_or_default();
    Ok(client.get_queue_url().queue_name(name).send().await?.queue_url)
}
