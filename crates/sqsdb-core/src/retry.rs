//! When a failed message comes again, and when it does not.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::{
    failure::{Failure, FailureKind, codes},
    message::AttemptPolicy,
};

/// How long a failed message stays hidden, and after how many attempts it is terminal.
///
/// Waits grow exponentially with full jitter: attempt *n* waits between one second and `base * 2^(n-1)`, at
/// most `cap`. Waiting is done by the queue, never in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Upper bound of the first wait. Default 2 s.
    pub base: Duration,
    /// Upper bound of every wait. Default 15 min.
    pub cap: Duration,
    /// Handler starts after which a retryable failure is terminal, where the envelope does not say. Default 5.
    pub max_attempts: u32,
    /// The wait of a not-yet failure or a system in trouble that names none. Default 30 s.
    pub not_yet: Duration,
}

/// SQS hides a message in whole seconds, and zero would be a hot loop.
const WAIT_MIN: Duration = Duration::from_secs(1);

impl RetryPolicy {
    /// Waits from 2 s to 15 min, five attempts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            base: Duration::from_secs(2),
            cap: Duration::from_secs(900),
            max_attempts: 5,
            not_yet: Duration::from_secs(30),
        }
    }

    /// Upper bounds of the first wait and of every wait.
    #[must_use]
    pub const fn exponential(mut self, base: Duration, cap: Duration) -> Self {
        self.base = base;
        self.cap = cap;
        self
    }

    /// Handler starts after which a retryable failure is terminal, where the envelope does not say; at least 1.
    #[must_use]
    pub const fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// The wait after attempt `attempt` (from 1).
    #[must_use]
    pub fn wait(&self, attempt: u32) -> Duration {
        let factor = 2_u32.saturating_pow(attempt.saturating_sub(1).min(31));
        let bound = self.base.saturating_mul(factor).min(self.cap).max(WAIT_MIN);
        bound.mul_f64(rand::random::<f64>()).max(WAIT_MIN)
    }

    /// Decides: a retryable failure beyond the attempts, the time or the codes of the policy is terminal, any
    /// other gets its wait.
    pub(crate) fn decide(
        &self,
        failure: Failure,
        attempt: u32,
        envelope: Option<&AttemptPolicy>,
        now: DateTime<Utc>,
    ) -> Failure {
        match failure.kind().unwrap_or(FailureKind::Retryable) {
            FailureKind::Terminal => failure,
            FailureKind::NotYet => {
                let wait = failure.retry_after().unwrap_or(self.not_yet);
                failure.after(wait.max(WAIT_MIN))
            }
            FailureKind::Retryable => match self.exhausted(&failure, attempt, envelope, now) {
                Some(reason) => failure.into_terminal(reason),
                None => {
                    let wait = failure.retry_after().unwrap_or_else(|| self.wait(attempt));
                    failure.after(wait.max(WAIT_MIN))
                }
            },
        }
    }

    /// Refuses a start beyond the attempts: the starts before it were cut off, or made under a policy that
    /// allowed more.
    pub(crate) fn may_start(&self, attempt: u32, envelope: Option<&AttemptPolicy>) -> Result<(), Failure> {
        let max = self.max(envelope);
        if attempt <= max {
            return Ok(());
        }
        let text = format!("{} of {max} attempts were started, and none ended well", attempt - 1);
        Err(Failure::terminal(codes::ATTEMPTS_EXHAUSTED, text))
    }

    fn max(&self, envelope: Option<&AttemptPolicy>) -> u32 {
        envelope.and_then(|policy| policy.max_business_attempts).unwrap_or(self.max_attempts).max(1)
    }

    fn exhausted(
        &self,
        failure: &Failure,
        attempt: u32,
        envelope: Option<&AttemptPolicy>,
        now: DateTime<Utc>,
    ) -> Option<String> {
        let max = self.max(envelope);
        if attempt >= max {
            return Some(format!("attempts exhausted ({attempt} of {max})"));
        }
        let envelope = envelope?;
        if envelope.terminal_after_codes.iter().any(|code| failure.code() == code.as_str()) {
            return Some("the envelope makes this code terminal".to_owned());
        }
        let until = envelope.retryable_until.filter(|until| now >= *until)?;
        Some(format!("retryable only until {}", until.to_rfc3339()))
    }
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn failure() -> Failure {
        Failure::retryable("PROVIDER_DOWN", "no answer")
    }

    #[test]
    fn waits_are_bounded_and_never_hot() {
        let policy = RetryPolicy::new();
        for attempt in 0..100 {
            let wait = policy.wait(attempt);
            assert!(wait >= WAIT_MIN && wait <= policy.cap, "{attempt}: {wait:?}");
        }
    }

    #[test]
    fn the_envelope_decides_before_the_worker() {
        let now = Utc::now();
        let policy = RetryPolicy::new().max_attempts(3);
        let kind = |attempt, envelope: &AttemptPolicy| {
            policy.decide(failure(), attempt, Some(envelope), now).kind().unwrap()
        };
        let none = AttemptPolicy::new();
        assert_eq!(kind(2, &none), FailureKind::Retryable);
        assert_eq!(kind(3, &none), FailureKind::Terminal);
        assert_eq!(kind(3, &none.clone().max_business_attempts(4)), FailureKind::Retryable);
        assert_eq!(kind(1, &none.clone().terminal_after_code("PROVIDER_DOWN")), FailureKind::Terminal);
        assert_eq!(kind(1, &none.clone().retryable_until(now)), FailureKind::Terminal);
        assert_eq!(kind(1, &none.retryable_until(now + TimeDelta::seconds(1))), FailureKind::Retryable);
    }

    #[test]
    fn a_failure_s_own_wait_is_kept() {
        let wait = Duration::from_secs(77);
        let decided = RetryPolicy::new().decide(failure().after(wait), 1, None, Utc::now());
        assert_eq!(decided.retry_after(), Some(wait));
    }
}
