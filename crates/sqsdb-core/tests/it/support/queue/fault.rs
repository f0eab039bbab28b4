//! What goes wrong with a call of the queue in memory.

use std::{
    collections::{HashMap, VecDeque},
    future::pending,
    time::Duration,
};

use sqsdb_core::transport::{EntryError, QueueError, QueueErrorKind};

use crate::support::store::Gate;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Settings,
    Receive,
    Delete,
    Hide,
}

#[derive(Debug, Clone, Default)]
pub(crate) enum Fault {
    #[default]
    None,
    /// The call fails, and nothing is done.
    Refused(QueueErrorKind),
    /// The call is done, but its answer is lost.
    LostAnswer,
    /// The entries at these places fail, the others are done.
    Entries(Vec<(usize, EntryError)>),
    /// The call takes this long.
    Slow(Duration),
    /// The call waits before a gate.
    Gate(Gate),
    /// The call is never answered.
    Hangs,
    /// The transport has a bug.
    Panics,
}

impl Fault {
    pub(super) async fn before(&self) {
        match self {
            Self::Slow(time) => tokio::time::sleep(*time).await,
            Self::Gate(gate) => gate.pass().await,
            Self::Hangs => pending().await,
            Self::Panics => panic!("a bug in the transport"),
            Self::None | Self::Refused(_) | Self::LostAnswer | Self::Entries(_) => {}
        }
    }

    /// Whether nothing is to be done.
    pub(super) fn refuses(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    pub(super) fn around<R>(&self, call: impl FnOnce() -> Result<R, QueueError>) -> Result<R, QueueError> {
        match self {
            Self::Refused(kind) => Err(QueueError::new(*kind, format!("{kind:?}"), "as the test wants it")),
            Self::LostAnswer => {
                call()?;
                Err(QueueError::new(QueueErrorKind::Transient, "NoAnswer", "the connection broke"))
            }
            _ => call(),
        }
    }

    /// A batch, with a function that tells the failure of an entry.
    pub(super) fn entries<R>(
        &self,
        call: impl FnOnce(&dyn Fn(usize) -> Option<Result<(), EntryError>>) -> R,
    ) -> Result<R, QueueError> {
        let failed: HashMap<_, _> = match self {
            Self::Entries(failed) => failed.iter().cloned().collect(),
            _ => HashMap::new(),
        };
        self.around(|| Ok(call(&|at| failed.get(&at).cloned().map(Err))))
    }
}

#[derive(Debug, Default)]
pub(super) struct Faults(HashMap<Kind, VecDeque<Fault>>);

impl Faults {
    pub(super) fn push(&mut self, kind: Kind, fault: Fault) {
        self.0.entry(kind).or_default().push_back(fault);
    }

    pub(super) fn next(&mut self, kind: Kind) -> Fault {
        self.0.get_mut(&kind).and_then(VecDeque::pop_front).unwrap_or_default()
    }
}
