//! What goes wrong in the store in memory, in the order it is to go wrong.

use std::{collections::VecDeque, sync::Arc};

use sqsdb_core::store::{StoreError, StoreErrorKind};
use tokio::sync::Semaphore;

#[derive(Debug, Default)]
pub(crate) struct Faults {
    pub(crate) claim: VecDeque<StoreErrorKind>,
    pub(crate) commit: VecDeque<CommitFault>,
    pub(crate) record_failure: VecDeque<StoreErrorKind>,
    pub(crate) inspect: VecDeque<StoreErrorKind>,
    pub(crate) quarantine: VecDeque<StoreErrorKind>,
    /// How many inspections still answer "undecided".
    pub(crate) undecided: u32,
    /// Why every aggregate is blocked.
    pub(crate) blocked: Option<String>,
    pub(crate) claim_gate: Option<Gate>,
    pub(crate) commit_gate: Option<Gate>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum CommitFault {
    Refused(StoreErrorKind),
    /// The answer is lost; so many inspections find the commit undecided.
    Unknown {
        applied: bool,
        undecided: u32,
    },
}

impl CommitFault {
    pub(crate) const LOST_APPLIED: Self = Self::Unknown { applied: true, undecided: 0 };
}

/// A place where calls wait until the test lets them on, and where the test waits for calls.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    reached: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn new() -> Self {
        Self { reached: Arc::new(Semaphore::new(0)), open: Arc::new(Semaphore::new(0)) }
    }

    /// Waits until one more call stands before the gate.
    pub(crate) async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    /// Lets so many calls on.
    pub(crate) fn open(&self, calls: usize) {
        self.open.add_permits(calls);
    }

    pub(crate) async fn pass(&self) {
        self.reached.add_permits(1);
        self.open.acquire().await.unwrap().forget();
    }
}

pub(crate) fn store_error(kind: StoreErrorKind) -> StoreError {
    StoreError::new(kind, format!("{kind:?}"), "as the test wants it")
}

/// A place where a call can be cut.
pub(super) async fn pause() {
    tokio::task::yield_now().await;
}
