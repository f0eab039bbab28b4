//! What an inbox is asked and what it answers.

use std::{sync::Arc, time::Duration};

use crate::{failure::FailureCode, hash::RequestHash};

/// One piece of work that asks for the right to run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Claim {
    /// Name of the worker application; keys are unique per consumer. At most 100 characters.
    pub consumer: Arc<str>,
    /// Names the domain effect. At most 200 ASCII characters.
    pub idempotency_key: String,
    /// Hash of the payload, by the newest algorithm.
    pub request_hash: RequestHash,
    /// The same payload's hash by older algorithms that rows may still carry.
    pub older_hashes: Vec<RequestHash>,
    /// The envelope's `messageType`.
    pub message_type: String,
    /// The envelope's `schemaVersion`, as it was sent. Hashes of different versions are not compared.
    pub schema_version: u32,
    /// The envelope's `aggregateType`.
    pub aggregate_type: String,
    /// The envelope's `aggregateId`.
    pub aggregate_id: String,
    /// The SQS receive count: a hint, never the attempt.
    pub receive_count: u32,
}

impl Claim {
    /// A claim of `idempotency_key` for `consumer`.
    #[must_use]
    pub fn new(consumer: impl Into<Arc<str>>, idempotency_key: impl Into<String>, hash: RequestHash) -> Self {
        Self {
            consumer: consumer.into(),
            idempotency_key: idempotency_key.into(),
            request_hash: hash,
            older_hashes: Vec::new(),
            message_type: String::new(),
            schema_version: 1,
            aggregate_type: String::new(),
            aggregate_id: String::new(),
            receive_count: 1,
        }
    }

    /// The same claim for a message type and the version it was sent as.
    #[must_use]
    pub fn message(mut self, message_type: impl Into<String>, schema_version: u32) -> Self {
        self.message_type = message_type.into();
        self.schema_version = schema_version;
        self
    }

    /// The same claim for an aggregate.
    #[must_use]
    pub fn aggregate(mut self, aggregate_type: impl Into<String>, aggregate_id: impl Into<String>) -> Self {
        self.aggregate_type = aggregate_type.into();
        self.aggregate_id = aggregate_id.into();
        self
    }

    /// The same claim with the SQS receive count.
    #[must_use]
    pub fn receive_count(mut self, receive_count: u32) -> Self {
        self.receive_count = receive_count;
        self
    }

    /// The same claim with the payload's hash by older algorithms.
    #[must_use]
    pub fn older_hashes(mut self, hashes: Vec<RequestHash>) -> Self {
        self.older_hashes = hashes;
        self
    }
}

/// The inbox's answer to a [`Claim`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Verdict<Tx> {
    /// Run the handler in this transaction.
    Run {
        /// The open transaction.
        tx: Tx,
        /// Which start of the handler this is, from 1.
        attempt: u32,
    },
    /// The effect was committed before.
    Completed {
        /// What the handler gave as its result, where it did.
        result_ref: Option<String>,
    },
    /// The same work is running elsewhere; nothing was charged.
    InProgress,
    /// The key was used before for another payload.
    Mismatch {
        /// The hash that the inbox holds.
        stored: RequestHash,
    },
    /// The work failed for good before.
    Terminal {
        /// The code it failed with.
        code: FailureCode,
        /// The message it failed with.
        message: String,
    },
    /// The aggregate is blocked until an operator resolves it.
    Blocked {
        /// Why.
        reason: String,
    },
}

/// What a handler leaves behind when it is done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// A reference to the result, at most 300 characters; a duplicate finds it again.
    pub result_ref: Option<String>,
}

impl Completion {
    /// A completion with a reference to its result.
    #[must_use]
    pub fn new(result_ref: Option<String>) -> Self {
        Self { result_ref }
    }
}

/// A failure to be recorded outside the rolled-back transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailureRecord {
    /// FAILED_TERMINAL rather than FAILED_RETRYABLE.
    pub terminal: bool,
    /// The code.
    pub code: FailureCode,
    /// What happened; any text, bounded.
    pub message: String,
}

impl FailureRecord {
    /// A failure with its code and message.
    #[must_use]
    pub fn new(terminal: bool, code: FailureCode, message: impl Into<String>) -> Self {
        Self { terminal, code, message: message.into() }
    }
}

/// What an inbox holds after a commit whose answer was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inspection {
    /// The commit happened.
    Committed,
    /// The commit did not happen and cannot happen any more.
    NotCommitted,
    /// The server may still be committing: ask again later.
    Undecided,
}

/// How long to wait before work that runs elsewhere is tried again, where a store gives no better answer.
pub(crate) const IN_PROGRESS_RETRY: Duration = Duration::from_secs(5);
