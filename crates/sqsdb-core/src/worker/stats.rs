//! What a worker has done so far.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use serde::Serialize;

use crate::disposition::{Deleted, Disposition};

/// Live counters of a worker. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct WorkerStats(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    received: AtomicU64,
    completed: AtomicU64,
    skipped: AtomicU64,
    duplicates: AtomicU64,
    quarantined: AtomicU64,
    terminal: AtomicU64,
    mismatches: AtomicU64,
    retries: AtomicU64,
    returned: AtomicU64,
    released: AtomicU64,
    settle_failures: AtomicU64,
}

/// What a worker has done, in messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WorkerReport {
    /// Received, duplicates and repeated receives included.
    pub received: u64,
    /// Effects committed by this worker.
    pub completed: u64,
    /// Committed as nothing to do.
    pub skipped: u64,
    /// Absorbed, because an earlier delivery had committed the effect.
    pub duplicates: u64,
    /// Kept in quarantine and deleted.
    pub quarantined: u64,
    /// Left to the dead-letter queue; counted at each receive.
    pub terminal: u64,
    /// One key used for two payloads; counted among `quarantined` or `terminal` too.
    pub mismatches: u64,
    /// Given back after a charged attempt.
    pub retries: u64,
    /// Given back without a charge: in progress elsewhere, not yet, or the store was in trouble.
    pub returned: u64,
    /// Given back untouched at shutdown, or behind a failed message of their group.
    pub released: u64,
    /// Deletes and visibility changes that the queue refused for good; the messages come again.
    pub settle_failures: u64,
}

impl WorkerStats {
    /// The counters now.
    #[must_use]
    pub fn report(&self) -> WorkerReport {
        let Counters {
            received,
            completed,
            skipped,
            duplicates,
            quarantined,
            terminal,
            mismatches,
            retries,
            returned,
            released,
            settle_failures,
        } = &*self.0;
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        WorkerReport {
            received: get(received),
            completed: get(completed),
            skipped: get(skipped),
            duplicates: get(duplicates),
            quarantined: get(quarantined),
            terminal: get(terminal),
            mismatches: get(mismatches),
            retries: get(retries),
            returned: get(returned),
            released: get(released),
            settle_failures: get(settle_failures),
        }
    }

    pub(super) fn received(&self, messages: usize) {
        self.0.received.fetch_add(messages as u64, Ordering::Relaxed);
    }

    pub(super) fn released(&self, messages: usize) {
        self.0.released.fetch_add(messages as u64, Ordering::Relaxed);
    }

    pub(super) fn settle_failed(&self) {
        self.0.settle_failures.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count(&self, disposition: &Disposition) {
        let counters = &*self.0;
        let counter = match disposition {
            Disposition::Delete(Deleted::Completed) => &counters.completed,
            Disposition::Delete(Deleted::Skipped(_)) => &counters.skipped,
            Disposition::Delete(Deleted::Duplicate) => &counters.duplicates,
            Disposition::Delete(Deleted::Quarantined(_)) => &counters.quarantined,
            Disposition::Terminal(_) => &counters.terminal,
            Disposition::Retry(retry) if retry.charged => &counters.retries,
            Disposition::Retry(_) => &counters.returned,
            Disposition::Release => &counters.released,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        if disposition.is_mismatch() {
            counters.mismatches.fetch_add(1, Ordering::Relaxed);
        }
    }
}
