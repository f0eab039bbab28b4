//! Wall-clock time that tests can move.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};

/// Where a layer takes the wall-clock time from. Leases use the monotonic clock instead.
#[derive(Clone, Default)]
pub struct Clock(Option<Arc<Mutex<DateTime<Utc>>>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands until it is moved. All clones are one clock.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self(Some(Arc::new(Mutex::new(start))))
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            None => Utc::now(),
            Some(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock on. The system's clock does not move.
    pub fn advance(&self, by: TimeDelta) {
        if let Some(time) = &self.0 {
            *time.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock::manual" } else { "Clock::system" })
    }
}
