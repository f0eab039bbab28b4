//! The visibility timeout seen as a lease: held, unknown or lost.
//!
//! Time is monotonic and measured from before the receive call, so that the local expiry is never later than
//! the queue's own.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Mutex, MutexGuard, watch},
    time::{Instant, sleep_until},
};
use tokio_util::task::{TaskTracker, task_tracker::TaskTrackerToken};

/// Identifies a lease in this process, whatever layers do to the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LeaseId(u64);

/// What is known of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeaseState {
    /// The message is hidden from others.
    Held,
    /// An extension failed, but the last known expiry has not passed.
    Unknown,
    /// The message may be with someone else: nothing may be done with its receipt handle.
    Lost,
}

/// How a running message's lease is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeasePolicy {
    /// The longest time from receive that the lease is kept. Default 1 hour, at most just under 12 hours.
    pub cap: Duration,
}

impl LeasePolicy {
    /// SQS ends every lease 12 hours after the receive, and refuses an extension beyond that
    /// ([visibility timeout](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html)).
    pub const CAP_MAX: Duration = Duration::from_secs(43_195);

    /// Keeps the lease for at most an hour.
    #[must_use]
    pub const fn new() -> Self {
        Self { cap: Duration::from_secs(3_600) }
    }

    /// Keeps the lease for at most this long from the receive.
    #[must_use]
    pub fn cap(mut self, cap: Duration) -> Self {
        self.cap = cap.min(Self::CAP_MAX);
        self
    }
}

impl Default for LeasePolicy {
    fn default() -> Self {
        Self::new()
    }
}

/// The hold on one received message. Cheap to clone; all clones are one lease.
#[derive(Debug, Clone)]
pub struct Lease {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    id: LeaseId,
    received: Instant,
    visibility: Duration,
    view: watch::Sender<View>,
    /// Held while an extension of this lease is under way.
    call: Mutex<()>,
    /// Store calls under way for the message.
    uncut: TaskTracker,
}

#[derive(Debug, Clone, Copy)]
struct View {
    state: LeaseState,
    expires: Instant,
    /// Until when the heartbeat may extend; `None` while no one asks for it.
    keep_until: Option<Instant>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Lease {
    /// A lease of `visibility`, reckoned from `received`: a time taken *before* the receive call.
    ///
    /// A new lease is kept as long as the message waits; once it runs, the heartbeat layer asks for more.
    #[must_use]
    pub fn new(received: Instant, visibility: Duration) -> Self {
        let id = LeaseId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
        let expires = received + visibility;
        let keep_until = Some(received + LeasePolicy::CAP_MAX);
        let (view, _) = watch::channel(View { state: LeaseState::Held, expires, keep_until });
        let (call, uncut) = (Mutex::new(()), TaskTracker::new());
        Self { inner: Arc::new(Inner { id, received, visibility, view, call, uncut }) }
    }

    /// Identifies the lease in this process.
    #[must_use]
    pub fn id(&self) -> LeaseId {
        self.inner.id
    }

    /// What is known of the lease now.
    #[must_use]
    pub fn state(&self) -> LeaseState {
        let view = *self.inner.view.borrow();
        if Instant::now() >= view.expires { LeaseState::Lost } else { view.state }
    }

    /// Whether the message may be with someone else.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.state() == LeaseState::Lost
    }

    /// When the lease ends unless it is extended.
    #[must_use]
    pub fn expires_at(&self) -> Instant {
        self.inner.view.borrow().expires
    }

    /// The time left; zero once it is lost.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        if self.is_lost() {
            Duration::ZERO
        } else {
            self.expires_at().saturating_duration_since(Instant::now())
        }
    }

    /// Waits until the lease is lost.
    pub async fn lost(&self) {
        let mut view = self.inner.view.subscribe();
        loop {
            let now = *view.borrow_and_update();
            if now.state == LeaseState::Lost {
                return;
            }
            tokio::select! {
                () = sleep_until(now.expires) => if self.is_lost() { return },
                changed = view.changed() => if changed.is_err() { return },
            }
        }
    }

    /// The length of one extension.
    pub(crate) fn visibility(&self) -> Duration {
        self.inner.visibility
    }

    /// How long the message may be hidden, reckoned from now: SQS refuses more than 12 hours from the receive.
    pub(crate) fn may_hide_for(&self) -> Duration {
        (self.inner.received + LeasePolicy::CAP_MAX).saturating_duration_since(Instant::now())
    }

    /// Counts a store call that must not be cut, until the token is dropped.
    pub(crate) fn uncut_call(&self) -> TaskTrackerToken {
        self.inner.uncut.token()
    }

    /// Waits for the store calls that must not be cut.
    pub(crate) async fn uncut_calls_ended(&self) {
        self.inner.uncut.close();
        self.inner.uncut.wait().await;
    }

    /// How long the lease may still be extended, reckoned from now; `None` while no one asks for it.
    pub(crate) fn may_extend_by(&self) -> Option<Duration> {
        let keep_until = self.inner.view.borrow().keep_until?;
        let end = keep_until.min(self.inner.received + LeasePolicy::CAP_MAX);
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Asks the heartbeat to keep the lease while the message runs.
    pub(crate) fn keep(&self, policy: LeasePolicy) {
        let keep_until = Some(self.inner.received + policy.cap.min(LeasePolicy::CAP_MAX));
        self.inner.view.send_modify(|view| view.keep_until = keep_until);
    }

    /// Leaves the lease to run out: no one extends it any more.
    pub(crate) fn leave(&self) {
        self.inner.view.send_modify(|view| view.keep_until = None);
    }

    /// An extension succeeded: the lease ends `visibility` after `before`, a time taken before the call.
    ///
    /// An answer after the expiry comes too late: the queue may have made the change when the message was with
    /// someone else.
    pub(crate) fn extended(&self, before: Instant, visibility: Duration) {
        self.inner.view.send_modify(|view| {
            if Instant::now() >= view.expires {
                view.state = LeaseState::Lost;
            } else if view.state != LeaseState::Lost {
                *view = View { state: LeaseState::Held, expires: before + visibility, ..*view };
            }
        });
    }

    /// An extension failed: the last known expiry stands.
    pub(crate) fn doubt(&self) {
        self.inner.view.send_modify(|view| {
            if view.state == LeaseState::Held {
                view.state = LeaseState::Unknown;
            }
        });
    }

    /// SQS says that the receipt handle is worth nothing any more.
    pub(crate) fn lose(&self) {
        self.inner.view.send_modify(|view| view.state = LeaseState::Lost);
    }

    /// Waits for an extension under way, and keeps a new one from starting.
    pub(crate) async fn hold_call(&self) -> MutexGuard<'_, ()> {
        self.inner.call.lock().await
    }

    /// As [`hold_call`](Self::hold_call), if no one holds it.
    pub(crate) fn try_hold_call(&self) -> Option<MutexGuard<'_, ()>> {
        self.inner.call.try_lock().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_lease_is_lost_when_its_time_is_over() {
        let lease = Lease::new(Instant::now(), MINUTE);
        assert_eq!(lease.state(), LeaseState::Held);
        lease.lost().await;
        assert!(lease.is_lost());
        assert_eq!(lease.remaining(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn an_extension_counts_from_before_the_call() {
        let lease = Lease::new(Instant::now(), MINUTE);
        let before = Instant::now();
        tokio::time::advance(Duration::from_secs(10)).await;
        lease.extended(before, MINUTE);
        assert_eq!(lease.remaining(), Duration::from_secs(50));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_after_the_expiry_comes_too_late() {
        let lease = Lease::new(Instant::now(), MINUTE);
        tokio::time::advance(Duration::from_secs(59)).await;
        let before = Instant::now();
        tokio::time::advance(Duration::from_secs(2)).await;
        lease.extended(before, MINUTE);
        assert!(lease.is_lost());
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_extension_leaves_the_expiry_and_a_lost_lease_stays_lost() {
        let lease = Lease::new(Instant::now(), MINUTE);
        let expires = lease.expires_at();
        lease.doubt();
        assert_eq!((lease.state(), lease.expires_at()), (LeaseState::Unknown, expires));
        lease.lose();
        lease.extended(Instant::now(), MINUTE);
        assert!(lease.is_lost());
    }
}
