//! The transaction of the store in memory.

use std::{
    error::Error,
    fmt,
    sync::{Arc, Mutex},
};

use sqsdb_core::{
    failure::Classification,
    hash::RequestHash,
    store::{Completion, Transaction},
};

use super::state::{Key, Row, State, Status};

/// An open transaction. Its effects count once it is committed; dropped, it is undone.
#[derive(Debug)]
pub(crate) struct MemTx {
    state: Arc<Mutex<State>>,
    key: Key,
    hash: RequestHash,
    attempt: u32,
    effects: Vec<String>,
    closed: bool,
}

impl MemTx {
    pub(super) fn open(state: Arc<Mutex<State>>, key: Key, hash: RequestHash, attempt: u32) -> Self {
        Self { state, key, hash, attempt, effects: Vec::new(), closed: false }
    }

    /// The domain change.
    pub(crate) fn effect(&mut self, effect: impl Into<String>) {
        self.effects.push(effect.into());
    }

    pub(super) fn commit(mut self, completion: &Completion) {
        self.closed = true;
        let mut state = self.state.lock().unwrap();
        state.open.remove(&self.key);
        state.effects.append(&mut self.effects);
        let row = Row {
            status: Status::Completed,
            hash: self.hash.clone(),
            attempts: self.attempt,
            result_ref: completion.result_ref.clone(),
        };
        let before = state.rows.insert(self.key.clone(), row);
        assert!(
            !matches!(before, Some(Row { status: Status::Completed, .. })),
            "two transactions of one key committed: {:?}",
            self.key
        );
    }

    pub(super) fn roll_back(mut self) {
        self.closed = true;
        self.state.lock().unwrap().open.remove(&self.key);
    }
}

impl Drop for MemTx {
    fn drop(&mut self) {
        if !self.closed
            && let Ok(mut state) = self.state.lock()
        {
            state.open.remove(&self.key);
            state.dropped += 1;
        }
    }
}

impl Transaction for MemTx {
    fn classify(error: &(dyn Error + 'static)) -> Option<Classification> {
        Some(match error.downcast_ref::<MemError>()? {
            MemError::Conflict => Classification::retryable("MEM_CONFLICT"),
            MemError::Malformed => Classification::terminal("MEM_MALFORMED"),
            MemError::Full => Classification::pressure("MEM_FULL"),
            MemError::Strange => return None,
        })
    }
}

/// An error of the store that a handler may let through.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MemError {
    Conflict,
    Malformed,
    Full,
    /// No rule knows it.
    Strange,
}

impl fmt::Display for MemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store in memory says {self:?}")
    }
}

impl Error for MemError {}
