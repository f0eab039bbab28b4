//! The server's virtual clock: monotonic time plus an offset that tests move.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::{sync::watch, time::Instant};

/// A point on the virtual clock, counted from the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Timestamp(Duration);

impl Timestamp {
    pub(crate) fn from_millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }

    pub(crate) fn as_millis(self) -> u64 {
        u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn as_secs(self) -> u64 {
        self.0.as_secs()
    }

    pub(crate) fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// Zero when `earlier` is not earlier.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// Tells the virtual time and wakes sleepers when a test moves it.
#[derive(Debug)]
pub(crate) struct Clock {
    epoch: Duration,
    started: Instant,
    frozen: bool,
    offset: watch::Sender<Duration>,
}

impl Clock {
    /// A clock that starts at the wall-clock time; a frozen one moves by [`advance`](Self::advance) only.
    pub(crate) fn new(frozen: bool) -> Self {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { epoch, started: Instant::now(), frozen, offset: watch::Sender::new(Duration::ZERO) }
    }

    pub(crate) fn now(&self) -> Timestamp {
        let elapsed = if self.frozen { Duration::ZERO } else { self.started.elapsed() };
        Timestamp(self.epoch.saturating_add(elapsed).saturating_add(*self.offset.borrow()))
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.offset.send_modify(|offset| *offset = offset.saturating_add(by));
    }

    /// Completes when the virtual time has reached `deadline`, by itself or by an advance.
    pub(crate) async fn sleep_until(&self, deadline: Timestamp) {
        let mut moves = self.offset.subscribe();
        loop {
            moves.mark_unchanged();
            let left = deadline.since(self.now());
            if left.is_zero() {
                return;
            }
            let woken = if self.frozen {
                moves.changed().await
            } else {
                match tokio::time::timeout(left, moves.changed()).await {
                    Ok(moved) => moved,
                    Err(_elapsed) => return,
                }
            };
            if woken.is_err() {
                return; // the sender lives in `self`, so this does not happen while `self` is borrowed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_frozen_clock_moves_only_by_advance() {
        let clock = Clock::new(true);
        let start = clock.now();
        clock.advance(Duration::from_secs(3600));
        assert_eq!(clock.now().since(start), Duration::from_secs(3600));
    }

    #[tokio::test]
    async fn an_advance_wakes_a_sleeper() {
        let clock = Clock::new(true);
        let deadline = clock.now().plus(Duration::from_secs(43_200));
        let (_, ()) = tokio::join!(clock.sleep_until(deadline), async {
            clock.advance(Duration::from_secs(1));
            tokio::task::yield_now().await;
            clock.advance(Duration::from_secs(43_199));
        });
        assert!(clock.now() >= deadline);
    }
}
