//! Polls less while the store is in trouble: otherwise an outage uses up the receives of every message in the
//! queue, and all of them go to the dead-letter queue.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::disposition::Disposition;

/// First and longest pause between two polls.
const PAUSE_MIN: Duration = Duration::from_secs(1);
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Whether the store is in trouble, and when it is tried again.
#[derive(Debug, Default)]
pub(super) struct Pressure(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The pause between two polls; zero while all is well.
    pause: Duration,
    /// When the next poll may be made.
    next: Option<Instant>,
}

impl Pressure {
    /// Takes note of what became of a message: trouble slows polling down, a commit ends that.
    pub(super) fn note(&self, disposition: &Disposition) {
        let mut state = self.lock();
        match disposition {
            Disposition::Retry(retry) if retry.pressure && state.next.is_none() => {
                *state = State { pause: PAUSE_MIN, next: Some(Instant::now() + PAUSE_MIN) };
                tracing::warn!("the store is in trouble; polling less");
            }
            Disposition::Delete(_) => *state = State::default(),
            Disposition::Retry(_) | Disposition::Release | Disposition::Terminal(_) => {}
        }
    }

    /// The time to wait before a poll, where there is trouble; one message is enough then to see whether it is
    /// over. The poll after it waits twice as long.
    pub(super) fn pause(&self) -> Option<Duration> {
        let (mut state, now) = (self.lock(), Instant::now());
        let next = state.next?.max(now);
        state.pause = (state.pause * 2).min(PAUSE_MAX);
        state.next = Some(next + state.pause);
        Some(next - now)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
