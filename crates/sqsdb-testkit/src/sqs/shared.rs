//! What the server and its calls share: the clock, the queues behind one mutex, faults and counters.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::{
    calls::CallCounter,
    clock::{Clock, Timestamp},
    faults::Faults,
    model::state::{Identity, State},
};

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) faults: Faults,
    pub(crate) calls: CallCounter,
    state: Mutex<State>,
    stop: watch::Sender<bool>,
}

impl Shared {
    pub(crate) fn new(clock: Clock, identity: Identity) -> Self {
        Self {
            clock,
            faults: Faults::default(),
            calls: CallCounter::default(),
            state: Mutex::new(State::new(identity)),
            stop: watch::Sender::new(false),
        }
    }

    /// Runs `f` with the queues and the time, which does not go back from one call to the next.
    pub(crate) fn locked<R>(&self, f: impl FnOnce(&mut State, Timestamp) -> R) -> R {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        state.run_move_tasks(now);
        f(&mut state, now)
    }

    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Completes when the server stops.
    pub(crate) async fn stopped(&self) {
        // the sender lives in `self`, so the wait cannot fail
        drop(self.stop.subscribe().wait_for(|stopped| *stopped).await);
    }
}
