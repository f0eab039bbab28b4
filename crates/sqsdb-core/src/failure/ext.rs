//! Naming a failure at the place where the error arises.

use std::time::Duration;

use super::{BoxError, Failure, FailureCode, chain};

/// Turns the error of a `Result` into a [`Failure`] with a code.
pub trait FailureExt<T> {
    /// No further attempt can help.
    ///
    /// # Errors
    /// The error of `self`, as a terminal failure.
    fn terminal(self, code: impl Into<FailureCode>) -> Result<T, Failure>;

    /// Another attempt may help.
    ///
    /// # Errors
    /// The error of `self`, as a retryable failure.
    fn retryable(self, code: impl Into<FailureCode>) -> Result<T, Failure>;

    /// The work cannot run yet; no attempt is charged.
    ///
    /// # Errors
    /// The error of `self`, as a not-yet failure.
    fn not_yet(self, code: impl Into<FailureCode>, after: Duration) -> Result<T, Failure>;
}

impl<T, E: Into<BoxError>> FailureExt<T> for Result<T, E> {
    fn terminal(self, code: impl Into<FailureCode>) -> Result<T, Failure> {
        self.map_err(|error| named(error, |message| Failure::terminal(code, message)))
    }

    fn retryable(self, code: impl Into<FailureCode>) -> Result<T, Failure> {
        self.map_err(|error| named(error, |message| Failure::retryable(code, message)))
    }

    fn not_yet(self, code: impl Into<FailureCode>, after: Duration) -> Result<T, Failure> {
        self.map_err(|error| named(error, |message| Failure::not_yet(code, message, after)))
    }
}

fn named(error: impl Into<BoxError>, failure: impl FnOnce(String) -> Failure) -> Failure {
    let source = error.into();
    failure(chain(source.as_ref())).with_source(source)
}
