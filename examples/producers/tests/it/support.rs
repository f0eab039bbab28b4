//! A queue, a database and a worker between them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::Arc,
    time::Duration,
};

use producers::{RemindOfInvoice, create_table, remind};
use serde_json::Value;
use sqlx::PgPool;
use sqsdb_core::{Envelope, Publisher, SqsQueue, Stack, Worker, handler_fn, worker::WorkerReport};
use sqsdb_postgres::PgStore;
use sqsdb_testkit::{
    postgres::{Postgres, TestDatabase},
    sqs::{MessageSnapshot, QueueSpec, SqsServer},
};
use tempfile::TempDir;

use crate::program::{Program, programs};

pub(crate) fn payload_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("payload.json")
}

/// The payload with one field changed; null takes it out.
pub(crate) fn changed_payload(folder: &TempDir, field: &str, value: Value) -> PathBuf {
    let mut payload: Value = serde_json::from_slice(&fs::read(payload_file()).unwrap()).unwrap();
    let members = payload.as_object_mut().unwrap();
    members.remove(field);
    if !value.is_null() {
        members.insert(field.to_owned(), value);
    }
    let path = folder.path().join("payload.json");
    fs::write(&path, payload.to_string()).unwrap();
    path
}

/// A server with one queue, and the producers that can run here.
pub(crate) struct Queue {
    pub(crate) server: SqsServer,
    pub(crate) url: String,
    programs: Vec<Arc<Program>>,
}

impl Queue {
    /// `None` where no producer can run.
    pub(crate) async fn new(spec: QueueSpec) -> Option<Self> {
        let programs: Vec<_> = programs().into_iter().map(Arc::new).collect();
        if programs.is_empty() {
            return None;
        }
        let server = SqsServer::start().await.unwrap();
        let url = server.create(spec).unwrap();
        Some(Self { server, url, programs })
    }

    pub(crate) fn messages(&self) -> Vec<MessageSnapshot> {
        self.server.messages(&self.url).unwrap()
    }

    /// Lets every program send the payload.
    pub(crate) async fn send(&self, payload: &Path) -> Vec<(&'static str, Output)> {
        let mut outputs = Vec::new();
        for program in &self.programs {
            let (payload, endpoint, url) =
                (payload.to_owned(), self.server.endpoint_url().to_owned(), self.url.clone());
            let (name, program) = (program.name(), Arc::clone(program));
            let run = tokio::task::spawn_blocking(move || program.send(&payload, &endpoint, &url));
            outputs.push((name, run.await.unwrap()));
        }
        outputs
    }

    /// Every program and the Rust publisher send the same payload; answers how many they are.
    pub(crate) async fn send_from_everywhere(&self, payload: &Path) -> usize {
        let outputs = self.send(payload).await;
        for (name, output) in &outputs {
            assert!(output.status.success(), "{name}: {}", Program::errors(output));
        }
        let payload: RemindOfInvoice = serde_json::from_slice(&fs::read(payload).unwrap()).unwrap();
        let publisher = Publisher::connect(self.server.client(), self.url.as_str()).await.unwrap();
        publisher.publish(&Envelope::new(payload).unwrap()).await.unwrap();
        outputs.len() + 1
    }
}

/// The worker's database.
pub(crate) struct Letters {
    pool: PgPool,
    _database: TestDatabase,
}

impl Letters {
    pub(crate) async fn new() -> Self {
        let database = Postgres::start().await.unwrap().database().await.unwrap();
        let pool = database.pool(8).await.unwrap();
        PgStore::from_pool(pool.clone()).migrate().await.unwrap();
        create_table(&pool).await.unwrap();
        Self { pool, _database: database }
    }

    /// Runs a worker until the queue is empty.
    pub(crate) async fn work(&self, queue: &Queue) -> WorkerReport {
        let stack = Stack::new(PgStore::from_pool(self.pool.clone()), "reminders").quarantine();
        let worker = Worker::builder(SqsQueue::new(queue.server.client(), queue.url.as_str()))
            .route(stack.handle::<RemindOfInvoice, _>(handler_fn(remind)))
            .poll_wait(Duration::from_secs(1))
            .build()
            .unwrap();
        let empty = async {
            while queue.server.stats(&queue.url).unwrap().total() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let until = async {
            let ended = tokio::time::timeout(Duration::from_secs(120), empty).await;
            assert!(ended.is_ok(), "the queue does not empty: {:?}", queue.messages());
        };
        worker.run_until(until).await.unwrap()
    }

    /// The keys of the letters written.
    pub(crate) async fn written(&self) -> Vec<String> {
        sqlx::query_scalar("select idempotency_key from letters").fetch_all(&self.pool).await.unwrap()
    }
}
