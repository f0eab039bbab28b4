//! A store, two messages and a handler for the cases. Nothing here ever runs.

#![allow(dead_code)]

use std::{error::Error, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::failure::Classification;
use sqsdb_core::store::{
    Claim, CommitError, Completion, FailureRecord, InboxStore, Inspection, QuarantineRecord, QuarantineStore,
    StoreError, Transaction, Verdict,
};
use sqsdb_core::{Done, Failure, Message, WorkerMessage};

pub struct MyTx;

impl Transaction for MyTx {
    fn classify(_: &(dyn Error + 'static)) -> Option<Classification> {
        None
    }
}

#[derive(Clone)]
pub struct MyStore;

impl InboxStore for MyStore {
    type Tx = MyTx;

    async fn claim(&self, _: &Claim) -> Result<Verdict<MyTx>, StoreError> {
        unimplemented!()
    }

    async fn commit(&self, _: MyTx, _: &Completion) -> Result<(), CommitError> {
        unimplemented!()
    }

    async fn rollback(&self, _: MyTx) {}

    async fn record_failure(&self, _: &Claim, _: &FailureRecord) -> Result<u32, StoreError> {
        unimplemented!()
    }

    async fn inspect(&self, _: &Claim) -> Result<Inspection, StoreError> {
        unimplemented!()
    }

    fn retention(&self) -> Duration {
        unimplemented!()
    }
}

impl QuarantineStore for MyStore {
    async fn quarantine(&self, _: &QuarantineRecord) -> Result<(), StoreError> {
        unimplemented!()
    }
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CloseCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "close:{case_id}"
)]
pub struct CloseCase {
    pub case_id: String,
}

#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "ReopenCase",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "reopen:{case_id}"
)]
pub struct ReopenCase {
    pub case_id: String,
}

pub async fn close(_: Message<CloseCase>, _: &mut MyTx) -> Result<Done, Failure> {
    Ok(Done::new())
}
