//! Errors of a store, sorted so that the worker knows what to do.

use std::fmt;

use crate::failure::{BoxError, Classification, FailureCode, FailureKind};

/// What a worker does about a store's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// A conflict or a lost connection: try again.
    Transient,
    /// The store is overloaded or down: poll less, charge nobody.
    Pressure,
    /// The statement can never succeed: a fault in data, schema or configuration.
    Permanent,
}

/// A call to the store that did not succeed.
#[derive(Debug)]
pub struct StoreError {
    kind: StoreErrorKind,
    code: FailureCode,
    source: BoxError,
}

impl StoreError {
    /// An error of the given kind.
    pub fn new(kind: StoreErrorKind, code: impl Into<FailureCode>, source: impl Into<BoxError>) -> Self {
        Self { kind, code: code.into(), source: source.into() }
    }

    /// An error sorted by a store's classification rule.
    pub fn classified(classification: Classification, source: impl Into<BoxError>) -> Self {
        let kind = match (classification.pressure, classification.kind) {
            (true, _) => StoreErrorKind::Pressure,
            (false, FailureKind::Terminal) => StoreErrorKind::Permanent,
            (false, _) => StoreErrorKind::Transient,
        };
        Self { kind, code: classification.code, source: source.into() }
    }

    /// What to do about it.
    #[must_use]
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// The code that operators see.
    #[must_use]
    pub fn code(&self) -> &FailureCode {
        &self.code
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "store: {}: {}", self.code, self.source)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.source.as_ref())
    }
}

/// Why a commit was not confirmed.
#[derive(Debug)]
#[non_exhaustive]
pub enum CommitError {
    /// The store refused: nothing was applied.
    Refused(StoreError),
    /// The answer was lost: the commit may or may not have happened.
    Unknown(StoreError),
}
