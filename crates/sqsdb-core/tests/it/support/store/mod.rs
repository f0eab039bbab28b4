//! A store in memory that keeps the promises of an inbox, fails as it is told, and notices cut calls.

mod faults;
mod state;
mod tx;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

pub(crate) use faults::{CommitFault, Faults, Gate, store_error};
use sqsdb_core::store::{
    Claim, CommitError, Completion, FailureRecord, InboxStore, Inspection, QuarantineRecord, QuarantineStore,
    StoreError, StoreErrorKind, Verdict,
};
use state::{Call, Key, Row, State, Status};
pub(crate) use tx::{MemError, MemTx};

/// The consumer that the tests work for.
pub(crate) const CONSUMER: &str = "case-deadlines";

#[derive(Clone, Debug, Default)]
pub(crate) struct MemStore {
    state: Arc<Mutex<State>>,
}

impl MemStore {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A store that fails as this says.
    pub(crate) fn failing(faults: impl FnOnce(&mut Faults)) -> Self {
        let store = Self::new();
        store.faults(faults);
        store
    }

    pub(crate) fn faults<R>(&self, set: impl FnOnce(&mut Faults) -> R) -> R {
        set(&mut self.lock().faults)
    }

    /// Committed effects, in the order of their commits.
    pub(crate) fn effects(&self) -> Vec<String> {
        self.lock().effects.clone()
    }

    /// Transactions that are open now.
    pub(crate) fn open(&self) -> usize {
        self.lock().open.len()
    }

    /// Transactions dropped without commit or rollback.
    pub(crate) fn dropped(&self) -> usize {
        self.lock().dropped
    }

    /// Transactions opened so far: handler starts.
    pub(crate) fn begun(&self) -> usize {
        self.lock().begun
    }

    /// The most transactions that were open at once.
    pub(crate) fn open_max(&self) -> usize {
        self.lock().open_max
    }

    /// Calls whose future was dropped before its end.
    pub(crate) fn cut(&self) -> Vec<&'static str> {
        self.lock().cut.clone()
    }

    /// Calls begun and not ended.
    pub(crate) fn running(&self) -> usize {
        self.lock().running
    }

    pub(crate) fn attempts(&self, key: &str) -> u32 {
        self.row(key).map_or(0, |row| row.attempts)
    }

    /// The state of a row, as the database would name it.
    pub(crate) fn status(&self, key: &str) -> Option<&'static str> {
        self.row(key).map(|row| row.status.name())
    }

    pub(crate) fn result_ref(&self, key: &str) -> Option<String> {
        self.row(key)?.result_ref
    }

    /// Failures recorded so far: key, terminal, code, message.
    pub(crate) fn failures(&self) -> Vec<(String, FailureRecord)> {
        self.lock().failures.clone()
    }

    /// Quarantined messages by message id, each with how often it was written.
    pub(crate) fn quarantined(&self) -> BTreeMap<String, (QuarantineRecord, u32)> {
        self.lock().quarantined.clone()
    }

    /// Aggregate types and ids of the claims so far.
    pub(crate) fn aggregates(&self) -> Vec<(String, String)> {
        self.lock().aggregates.clone()
    }

    fn row(&self, key: &str) -> Option<Row> {
        self.lock().rows.get(&(CONSUMER.to_owned(), key.to_owned())).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn call(&self, name: &'static str) -> Call {
        Call::begin(&self.state, name)
    }
}

fn key(claim: &Claim) -> Key {
    (claim.consumer.to_string(), claim.idempotency_key.clone())
}

impl InboxStore for MemStore {
    type Tx = MemTx;

    async fn claim(&self, claim: &Claim) -> Result<Verdict<MemTx>, StoreError> {
        let call = self.call("claim");
        self.lock().aggregates.push((claim.aggregate_type.clone(), claim.aggregate_id.clone()));
        faults::pause().await;
        let (gate, error) = self.faults(|faults| (faults.claim_gate.clone(), faults.claim.pop_front()));
        if let Some(gate) = gate {
            gate.pass().await;
        }
        let verdict = match error {
            Some(kind) => Err(store_error(kind)),
            None => Ok(self.lock().verdict(key(claim), &claim.request_hash)),
        };
        faults::pause().await;
        call.end();
        Ok(match verdict? {
            state::Judged::Run { attempt } => {
                let tx =
                    MemTx::open(Arc::clone(&self.state), key(claim), claim.request_hash.clone(), attempt);
                Verdict::Run { tx, attempt }
            }
            state::Judged::Other(verdict) => verdict,
        })
    }

    async fn commit(&self, tx: MemTx, completion: &Completion) -> Result<(), CommitError> {
        let call = self.call("commit");
        faults::pause().await;
        let (gate, fault) = self.faults(|faults| (faults.commit_gate.clone(), faults.commit.pop_front()));
        if let Some(gate) = gate {
            gate.pass().await;
        }
        let lost = || CommitError::Unknown(store_error(StoreErrorKind::Transient));
        let answer = match fault {
            None => {
                tx.commit(completion);
                Ok(())
            }
            Some(CommitFault::Refused(kind)) => Err(CommitError::Refused(store_error(kind))),
            Some(CommitFault::Unknown { applied, undecided }) => {
                self.faults(|faults| faults.undecided = undecided);
                if applied {
                    tx.commit(completion);
                }
                Err(lost())
            }
        };
        faults::pause().await;
        call.end();
        answer
    }

    async fn rollback(&self, tx: MemTx) {
        let call = self.call("rollback");
        faults::pause().await;
        tx.roll_back();
        faults::pause().await;
        call.end();
    }

    async fn record_failure(&self, claim: &Claim, failure: &FailureRecord) -> Result<u32, StoreError> {
        let call = self.call("record_failure");
        faults::pause().await;
        let answer = match self.faults(|faults| faults.record_failure.pop_front()) {
            Some(kind) => Err(store_error(kind)),
            None => Ok(self.lock().record(key(claim), claim.request_hash.clone(), failure)),
        };
        faults::pause().await;
        call.end();
        answer
    }

    async fn inspect(&self, claim: &Claim) -> Result<Inspection, StoreError> {
        let call = self.call("inspect");
        faults::pause().await;
        let answer = self.lock().inspect(&key(claim));
        call.end();
        answer
    }

    fn retention(&self) -> Duration {
        Duration::from_secs(30 * 86_400)
    }
}

impl QuarantineStore for MemStore {
    async fn quarantine(&self, record: &QuarantineRecord) -> Result<(), StoreError> {
        faults::pause().await;
        if let Some(kind) = self.faults(|faults| faults.quarantine.pop_front()) {
            return Err(store_error(kind));
        }
        let mut state = self.lock();
        let entry = state.quarantined.entry(record.message_id.to_string());
        entry.and_modify(|(_, times)| *times += 1).or_insert_with(|| (record.clone(), 1));
        Ok(())
    }
}

impl Status {
    fn name(&self) -> &'static str {
        match self {
            Self::Completed => "COMPLETED",
            Self::Retryable => "FAILED_RETRYABLE",
            Self::Terminal { .. } => "FAILED_TERMINAL",
        }
    }
}
