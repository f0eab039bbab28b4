//! Whose turn it is: the engine serves one session at a time.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Hands the one session to one client after the other.
#[derive(Debug, Default)]
pub(super) struct Turns {
    taken: Mutex<bool>,
    free: Condvar,
}

/// The right to talk to the engine, given back when dropped.
#[derive(Debug)]
pub(super) struct Turn(Arc<Turns>);

impl Turns {
    /// Waits for the session to be free; `None` when it still is not after `patience`.
    pub(super) fn take(self: Arc<Self>, patience: Duration) -> Option<Turn> {
        let waited = self.free.wait_timeout_while(self.lock(), patience, |taken| *taken);
        let (mut taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if *taken {
            return None;
        }
        *taken = true;
        drop(taken);
        Some(Turn(self))
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *self.0.lock() = false;
        self.0.free.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let turns = Arc::new(Turns::default());
        let first = Arc::clone(&turns).take(Duration::ZERO).unwrap();
        assert!(Arc::clone(&turns).take(Duration::ZERO).is_none());
        drop(first);
        assert!(turns.take(Duration::ZERO).is_some());
    }
}
