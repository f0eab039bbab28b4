//! Faults that a test orders for the next calls of an action.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    action::Action,
    error::{ErrorKind, SqsError},
    gate::Gate,
};

/// What goes wrong with one call.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Fault {
    /// Answer with this error and apply nothing.
    Reject(SqsError),
    /// Fail entries of a batch and apply the rest. Without effect on actions that take no batch.
    FailEntries(EntryFault),
    /// Hold the call before anything is applied.
    HoldRequest(Gate),
    /// Apply the call, then hold the answer. Whether the client still waits for it makes no difference.
    HoldReply(Gate),
    /// Close the connection and apply nothing.
    LoseRequest,
    /// Apply the call, then close the connection without an answer.
    LoseReply,
    /// For ReceiveMessage on a standard queue: leave the messages it hands out receivable for one more receive,
    /// as SQS does now and then. They keep their message id and get a new receipt handle.
    DeliverTwice,
}

impl Fault {
    /// `RequestThrottled`, HTTP 403; SDKs retry it.
    #[must_use]
    pub fn throttled() -> Self {
        Self::Reject(SqsError::new(ErrorKind::RequestThrottled, "Rate exceeded"))
    }

    /// HTTP 500; SDKs retry it.
    #[must_use]
    pub fn internal_failure() -> Self {
        let message = "The request processing has failed because of an unknown error, exception or failure.";
        Self::Reject(SqsError::new(ErrorKind::InternalFailure, message))
    }

    /// Every entry of a batch fails.
    #[must_use]
    pub fn fail_entries(code: impl Into<String>, sender_fault: bool) -> Self {
        Self::FailEntries(EntryFault::new(code, sender_fault))
    }
}

/// The failure of batch entries inside an answer that is HTTP 200.
#[derive(Debug, Clone)]
pub struct EntryFault {
    code: String,
    message: String,
    sender_fault: bool,
    only: Option<Vec<String>>,
}

impl EntryFault {
    /// For every entry of the batch.
    #[must_use]
    pub fn new(code: impl Into<String>, sender_fault: bool) -> Self {
        let code = code.into();
        Self { message: format!("{code}, ordered by the test"), code, sender_fault, only: None }
    }

    /// For the entries with these ids only.
    #[must_use]
    pub fn only<I: Into<String>>(mut self, ids: impl IntoIterator<Item = I>) -> Self {
        self.only = Some(ids.into_iter().map(Into::into).collect());
        self
    }

    pub(crate) fn hits(&self, id: &str) -> bool {
        self.only.as_ref().is_none_or(|ids| ids.iter().any(|only| only == id))
    }

    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn is_sender_fault(&self) -> bool {
        self.sender_fault
    }
}

/// The script of a server: per action, the faults of the calls to come. One call takes one fault.
///
/// ```no_run
/// # fn example(server: &sqsdb_testkit::sqs::SqsServer) {
/// use sqsdb_testkit::sqs::{Action, EntryFault, Fault};
///
/// server.faults().next_calls(Action::SendMessage, 2, Fault::throttled());
/// let first_entry = EntryFault::new("InternalError", false).only(["0"]);
/// server.faults().next(Action::DeleteMessageBatch, Fault::FailEntries(first_entry));
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Faults {
    script: Arc<Mutex<HashMap<Action, VecDeque<Fault>>>>,
}

impl Faults {
    /// Orders a fault for the next call of `action` that has none yet.
    pub fn next(&self, action: Action, fault: Fault) {
        self.next_calls(action, 1, fault);
    }

    /// Orders the same fault for `calls` calls.
    pub fn next_calls(&self, action: Action, calls: usize, fault: Fault) {
        self.with(|script| script.entry(action).or_default().extend(std::iter::repeat_n(fault, calls)));
    }

    /// How many ordered faults of `action` no call has met yet.
    #[must_use]
    pub fn pending(&self, action: Action) -> usize {
        self.with(|script| script.get(&action).map_or(0, VecDeque::len))
    }

    /// Drops all faults that no call has met yet.
    pub fn clear(&self) {
        self.with(HashMap::clear);
    }

    pub(crate) fn take(&self, action: Action) -> Option<Fault> {
        self.with(|script| script.get_mut(&action)?.pop_front())
    }

    fn with<R>(&self, f: impl FnOnce(&mut HashMap<Action, VecDeque<Fault>>) -> R) -> R {
        f(&mut self.script.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
