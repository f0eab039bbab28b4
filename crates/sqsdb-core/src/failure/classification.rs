//! How an error is sorted: the answer of a classification rule.

use super::{FailureCode, FailureKind};

/// What a rule says of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classification {
    /// Retry, give up, or wait.
    pub kind: FailureKind,
    /// The code that operators see.
    pub code: FailureCode,
    /// Whether the system as a whole is in trouble; charges no attempt.
    pub pressure: bool,
}

impl Classification {
    /// Another attempt may help.
    #[must_use]
    pub fn retryable(code: impl Into<FailureCode>) -> Self {
        Self { kind: FailureKind::Retryable, code: code.into(), pressure: false }
    }

    /// No further attempt can help.
    #[must_use]
    pub fn terminal(code: impl Into<FailureCode>) -> Self {
        Self { kind: FailureKind::Terminal, code: code.into(), pressure: false }
    }

    /// The system is overloaded or down; no attempt is charged.
    #[must_use]
    pub fn pressure(code: impl Into<FailureCode>) -> Self {
        Self { kind: FailureKind::NotYet, code: code.into(), pressure: true }
    }
}
