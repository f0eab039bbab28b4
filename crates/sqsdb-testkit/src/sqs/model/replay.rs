//! `ReceiveRequestAttemptId`: a lost answer of a FIFO receive can be asked for again.

use std::{collections::HashMap, time::Duration};

use uuid::Uuid;

use crate::sqs::clock::Timestamp;

/// How long after the receive its attempt id can be used again.
const WINDOW: Duration = Duration::from_secs(300);

/// The answer of one receive: message ids with the receive that their handles carry.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    pub(crate) at: Timestamp,
    pub(crate) receives: Vec<(String, Uuid)>,
}

#[derive(Debug, Default)]
pub(crate) struct ReplayCache {
    attempts: HashMap<String, Attempt>,
}

impl ReplayCache {
    pub(crate) fn find(&mut self, id: &str, now: Timestamp) -> Option<Attempt> {
        self.attempts.retain(|_, attempt| now.since(attempt.at) < WINDOW);
        self.attempts.get(id).cloned()
    }

    pub(crate) fn remember(&mut self, id: &str, attempt: Attempt) {
        self.attempts.insert(id.to_owned(), attempt);
    }

    pub(crate) fn forget(&mut self, id: &str) {
        self.attempts.remove(id);
    }
}
