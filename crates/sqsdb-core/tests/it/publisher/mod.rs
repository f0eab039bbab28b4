//! The publisher on an SQS server, through the real SDK.

mod batches;
mod fifo;
mod ids;
mod isolation;
mod refusals;
mod retries;
mod size;
mod trace;

use aws_sdk_sqs::{Client, types::QueueAttributeName};
use sqsdb_core::{
    Envelope, Publisher,
    publisher::{Outgoing, PublishError, Published},
};
use sqsdb_testkit::sqs::{Action, MessageSnapshot, QueueSpec, SqsServer};

use crate::support::message::{Deadline, deadline};

/// A server with one queue, and a publisher for it.
struct Sqs {
    server: SqsServer,
    client: Client,
    url: String,
    publisher: Publisher,
}

impl Sqs {
    async fn standard() -> Self {
        Self::with(QueueSpec::standard("cases")).await
    }

    async fn fifo() -> Self {
        Self::with(QueueSpec::fifo("cases.fifo")).await
    }

    async fn with(spec: QueueSpec) -> Self {
        let server = SqsServer::start().await.unwrap();
        let url = server.create(spec).unwrap();
        let client = server.client();
        let publisher = Publisher::connect(client.clone(), url.as_str()).await.unwrap();
        Self { server, client, url, publisher }
    }

    /// Changes an attribute of the queue behind the publisher's back.
    async fn set(&self, name: QueueAttributeName, value: &str) {
        let call = self.client.set_queue_attributes().queue_url(&self.url).attributes(name, value);
        call.send().await.unwrap();
    }

    /// The message of a version of a case.
    fn outgoing(&self, case: &str, version: i64) -> Outgoing {
        self.publisher.outgoing(&envelope(case, version)).unwrap()
    }

    /// The same, padded to so many bytes.
    fn sized(&self, case: &str, version: i64, bytes: usize) -> Outgoing {
        let note = |length| Deadline { note: Some("x".repeat(length)), ..deadline(case, version) };
        let outgoing = |length| {
            self.publisher.outgoing(&Envelope::new(note(length)).unwrap().occurred_at(TIME)).unwrap()
        };
        let padding = bytes - outgoing(0).size();
        let padded = outgoing(padding);
        assert_eq!(padded.size(), bytes);
        padded
    }

    fn messages(&self) -> Vec<MessageSnapshot> {
        self.server.messages(&self.url).unwrap()
    }

    /// Case and version of what is in the queue, in its order.
    fn versions(&self) -> Vec<(String, i64)> {
        self.messages().iter().map(|message| version(&message.body)).collect()
    }

    fn calls(&self) -> u64 {
        self.server.call_counts().of(Action::SendMessageBatch)
    }
}

/// A time with the same length in each body.
const TIME: chrono::DateTime<chrono::Utc> = chrono::DateTime::UNIX_EPOCH;

fn envelope(case: &str, version: i64) -> Envelope<Deadline> {
    Envelope::new(deadline(case, version)).unwrap()
}

fn envelopes(versions: &[(&str, i64)]) -> Vec<Envelope<Deadline>> {
    versions.iter().map(|(case, version)| envelope(case, *version)).collect()
}

fn version(body: &str) -> (String, i64) {
    let body: Envelope<Deadline> = serde_json::from_str(body).unwrap();
    (body.payload.case_id, body.payload.deadline_version)
}

fn owned(versions: &[(&str, i64)]) -> Vec<(String, i64)> {
    versions.iter().map(|(case, version)| ((*case).to_owned(), *version)).collect()
}

/// The results in short: `ok`, or the first word of the error's variant.
fn outline(results: &[Result<Published, PublishError>]) -> Vec<String> {
    let word = |error: &PublishError| {
        format!("{error:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    results.iter().map(|result| result.as_ref().map_or_else(word, |_| "ok".to_owned())).collect()
}
