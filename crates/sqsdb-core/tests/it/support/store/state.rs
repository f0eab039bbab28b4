//! Rows, open transactions, and calls under way.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex},
};

use sqsdb_core::{
    FailureCode,
    hash::RequestHash,
    store::{FailureRecord, Inspection, QuarantineRecord, StoreError, Verdict},
};

use super::{Faults, MemTx, store_error};

/// Consumer and idempotency key.
pub(super) type Key = (String, String);

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) rows: HashMap<Key, Row>,
    pub(super) open: HashSet<Key>,
    pub(super) effects: Vec<String>,
    pub(super) failures: Vec<(String, FailureRecord)>,
    pub(super) quarantined: BTreeMap<String, (QuarantineRecord, u32)>,
    pub(super) faults: Faults,
    pub(super) begun: usize,
    pub(super) open_max: usize,
    pub(super) dropped: usize,
    pub(super) running: usize,
    pub(super) cut: Vec<&'static str>,
    pub(super) aggregates: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) status: Status,
    pub(super) hash: RequestHash,
    pub(super) attempts: u32,
    pub(super) result_ref: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum Status {
    Completed,
    Retryable,
    Terminal { code: FailureCode, message: String },
}

pub(super) enum Judged {
    Run { attempt: u32 },
    Other(Verdict<MemTx>),
}

impl State {
    /// Judges a claim; to run opens the key's one transaction.
    pub(super) fn verdict(&mut self, key: Key, hash: &RequestHash) -> Judged {
        if let Some(reason) = &self.faults.blocked {
            return Judged::Other(Verdict::Blocked { reason: reason.clone() });
        }
        if self.open.contains(&key) {
            return Judged::Other(Verdict::InProgress);
        }
        let attempts = match self.rows.get(&key) {
            None => 0,
            Some(row) if row.hash != *hash => {
                return Judged::Other(Verdict::Mismatch { stored: row.hash.clone() });
            }
            Some(Row { status: Status::Completed, result_ref, .. }) => {
                return Judged::Other(Verdict::Completed { result_ref: result_ref.clone() });
            }
            Some(Row { status: Status::Terminal { code, message }, .. }) => {
                return Judged::Other(Verdict::Terminal { code: code.clone(), message: message.clone() });
            }
            Some(row) => row.attempts,
        };
        self.open.insert(key);
        self.begun += 1;
        self.open_max = self.open_max.max(self.open.len());
        Judged::Run { attempt: attempts + 1 }
    }

    pub(super) fn record(&mut self, key: Key, hash: RequestHash, failure: &FailureRecord) -> u32 {
        self.failures.push((key.1.clone(), failure.clone()));
        let row = self.rows.entry(key).or_insert_with(|| Row {
            status: Status::Retryable,
            hash,
            attempts: 0,
            result_ref: None,
        });
        if !matches!(row.status, Status::Completed) {
            row.attempts += 1;
            row.status = if failure.terminal {
                Status::Terminal { code: failure.code.clone(), message: failure.message.clone() }
            } else {
                Status::Retryable
            };
        }
        row.attempts
    }

    pub(super) fn inspect(&mut self, key: &Key) -> Result<Inspection, StoreError> {
        if let Some(kind) = self.faults.inspect.pop_front() {
            return Err(store_error(kind));
        }
        if self.faults.undecided > 0 {
            self.faults.undecided -= 1;
            return Ok(Inspection::Undecided);
        }
        let committed = matches!(self.rows.get(key), Some(Row { status: Status::Completed, .. }));
        Ok(if committed { Inspection::Committed } else { Inspection::NotCommitted })
    }
}

/// A call under way; dropped before [`end`](Self::end) it counts as cut.
pub(super) struct Call {
    state: Arc<Mutex<State>>,
    name: &'static str,
    ended: bool,
}

impl Call {
    pub(super) fn begin(state: &Arc<Mutex<State>>, name: &'static str) -> Self {
        state.lock().unwrap().running += 1;
        Self { state: Arc::clone(state), name, ended: false }
    }

    pub(super) fn end(mut self) {
        self.ended = true;
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap();
        state.running -= 1;
        if !self.ended {
            state.cut.push(self.name);
        }
    }
}
