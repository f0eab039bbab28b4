//! What becomes of a message in a schema version newer than the worker.

use std::time::Duration;

use chrono::TimeDelta;

use crate::{
    clock::Clock,
    delivery::Delivery,
    disposition::{Cause, Disposition, Retry},
    failure::codes,
};

/// How long a message in a version newer than the worker waits for the worker's upgrade.
///
/// Each receive hides it twice as long as the one before, so that a rollout of hours does not use up the receives
/// that SQS allows; no attempt is charged. A message older than the patience is terminal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ParkPolicy {
    /// How long it is hidden after its first receive. Default 1 min.
    pub first: Duration,
    /// The longest it is hidden at once. Default 6 h.
    pub cap: Duration,
    /// How long after its sending it becomes terminal. Default 24 h.
    pub patience: Duration,
    clock: Clock,
}

impl ParkPolicy {
    /// Hides for 1 min at first, for at most 6 h, and gives up after 24 h.
    #[must_use]
    pub fn new() -> Self {
        Self {
            first: Duration::from_secs(60),
            cap: Duration::from_secs(6 * 3_600),
            patience: Duration::from_secs(24 * 3_600),
            clock: Clock::system(),
        }
    }

    /// First and longest time of hiding.
    #[must_use]
    pub fn hide(mut self, first: Duration, cap: Duration) -> Self {
        (self.first, self.cap) = (first, cap);
        self
    }

    /// How long after its sending a message becomes terminal.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Takes the time from this clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    pub(crate) fn park(&self, delivery: &Delivery, reason: String) -> Disposition {
        let patience = TimeDelta::from_std(self.patience).unwrap_or(TimeDelta::MAX);
        let age = delivery.sent_at.map(|sent| self.clock.now() - sent);
        if age.is_some_and(|age| age >= patience) {
            let text = format!("{reason}; no worker of that version came within {:?}", self.patience);
            return Disposition::Terminal(Cause::new(codes::UNSUPPORTED_SCHEMA_VERSION, text));
        }
        let factor = 2_u32.saturating_pow(delivery.receive_count.saturating_sub(1).min(31));
        let hidden = self.first.saturating_mul(factor).min(self.cap);
        Disposition::Retry(Retry::uncharged(hidden, codes::UNSUPPORTED_SCHEMA_VERSION))
    }
}

impl Default for ParkPolicy {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use tokio::time::Instant;

    use super::*;
    use crate::lease::Lease;

    #[tokio::test]
    async fn waits_longer_each_time_and_gives_up_in_the_end() {
        let clock = Clock::manual(Utc::now());
        let policy = ParkPolicy::new().clock(clock.clone());
        let lease = Lease::new(Instant::now(), Duration::from_secs(30));
        let mut delivery = Delivery::new("q", "m", "h", "{}", lease);
        delivery.sent_at = Some(clock.now());
        let mut total = Duration::ZERO;
        for receive in 1..=5 {
            delivery.receive_count = receive;
            let Disposition::Retry(retry) = policy.park(&delivery, "newer".into()) else {
                panic!("terminal")
            };
            assert!(!retry.charged);
            total += retry.after;
        }
        assert_eq!(total, Duration::from_secs(31 * 60));
        clock.advance(TimeDelta::hours(24));
        assert!(matches!(policy.park(&delivery, "newer".into()), Disposition::Terminal(_)));
    }
}
