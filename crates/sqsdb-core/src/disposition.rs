//! What becomes of a message.

use std::{borrow::Cow, time::Duration};

#[cfg(doc)]
use crate::failure::MESSAGE_MAX;
use crate::failure::{FailureCode, bounded, codes};

/// What becomes of a message after its service ran.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disposition {
    /// Delete it: its effect, or its quarantine record, is committed.
    Delete(Deleted),
    /// Give it back and let it come again after a time.
    Retry(Retry),
    /// Give it back at once, untouched.
    Release,
    /// It can never succeed. Without a quarantine layer it goes to the dead-letter queue.
    Terminal(Cause),
}

/// Why a message may be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deleted {
    /// This delivery committed the effect.
    Completed,
    /// The handler found nothing to do, for the reason in the code, and that is committed.
    Skipped(FailureCode),
    /// An earlier delivery committed the effect.
    Duplicate,
    /// It is terminal and kept in quarantine.
    Quarantined(Cause),
}

/// A message that comes again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retry {
    /// How long it stays hidden; SQS counts in whole seconds.
    pub after: Duration,
    /// Why.
    pub code: FailureCode,
    /// Whether a business attempt was charged.
    pub charged: bool,
    /// Whether the system as a whole is in trouble.
    pub pressure: bool,
}

impl Retry {
    /// Comes again without having been charged.
    #[must_use]
    pub fn uncharged(after: Duration, code: FailureCode) -> Self {
        Self { after, code, charged: false, pressure: false }
    }

    /// Comes again after a charged attempt.
    #[must_use]
    pub fn charged(after: Duration, code: FailureCode) -> Self {
        Self { after, code, charged: true, pressure: false }
    }

    /// The same, with the mark of a system in trouble.
    #[must_use]
    pub fn pressure(mut self, pressure: bool) -> Self {
        self.pressure = pressure;
        self
    }
}

/// Why a message is terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The code.
    pub code: FailureCode,
    /// What happened, for people.
    pub message: String,
}

impl Cause {
    /// A cause from its code and message; of the message at most [`MESSAGE_MAX`] bytes are kept.
    #[must_use]
    pub fn new(code: impl Into<FailureCode>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: bounded(Cow::Owned(message.into())).into_owned() }
    }
}

impl Disposition {
    /// The result as logs and metrics name it.
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Self::Delete(Deleted::Completed) => "COMPLETED",
            Self::Delete(Deleted::Skipped(_)) => "SKIPPED",
            Self::Delete(Deleted::Duplicate) => "DUPLICATE",
            Self::Delete(Deleted::Quarantined(_)) => "QUARANTINED",
            Self::Retry(_) => "RETRY",
            Self::Release => "RELEASED",
            Self::Terminal(_) => "TERMINAL",
        }
    }

    /// The code behind the result, where there is one.
    #[must_use]
    pub fn code(&self) -> Option<&FailureCode> {
        match self {
            Self::Delete(Deleted::Skipped(code)) => Some(code),
            Self::Delete(Deleted::Quarantined(cause)) | Self::Terminal(cause) => Some(&cause.code),
            Self::Retry(retry) => Some(&retry.code),
            Self::Delete(Deleted::Completed | Deleted::Duplicate) | Self::Release => None,
        }
    }

    /// Whether one key was used for two payloads.
    #[must_use]
    pub fn is_mismatch(&self) -> bool {
        self.code().is_some_and(|code| *code == codes::IDEMPOTENCY_HASH_MISMATCH)
    }
}
