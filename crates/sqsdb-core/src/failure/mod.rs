//! What a handler reports when it cannot finish: retryable, terminal or not yet, each with a code.

mod classification;
mod code;
mod ext;

use std::{borrow::Cow, error::Error, fmt, time::Duration};

pub use classification::Classification;
pub use code::{FailureCode, codes};
pub use ext::FailureExt;

/// A boxed error from anywhere.
pub type BoxError = Box<dyn Error + Send + Sync + 'static>;

/// The longest failure message that is kept, in bytes; longer ones are cut at a character boundary.
pub const MESSAGE_MAX: usize = 2_000;

/// What becomes of work that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// Trying again may help. Charges one attempt.
    Retryable,
    /// Trying again cannot help.
    Terminal,
    /// The work cannot run yet. Charges no attempt.
    NotYet,
}

/// Why a handler did not finish.
///
/// `?` turns any error into a failure that the classify layer sorts by the store's rules (SQLSTATE, say);
/// what no rule knows is retryable. A handler that knows better says so:
///
/// ```
/// use sqsdb_core::{Failure, FailureExt};
///
/// fn parse(stage: &str) -> Result<u8, Failure> {
///     let stage = stage.parse::<u8>().terminal("INVALID_STAGE")?;
///     if stage > 9 {
///         return Err(Failure::terminal("UNKNOWN_STAGE", format!("stage {stage} does not exist")));
///     }
///     Ok(stage)
/// }
/// assert_eq!(parse("x").unwrap_err().code().as_str(), "INVALID_STAGE");
/// ```
///
/// It is deliberately no [`std::error::Error`], so that it can be made from every type that is one.
pub struct Failure {
    kind: Option<FailureKind>,
    code: FailureCode,
    message: Cow<'static, str>,
    retry_after: Option<Duration>,
    pressure: bool,
    source: Option<BoxError>,
}

impl Failure {
    /// A failure that another attempt may cure.
    #[must_use]
    pub fn retryable(code: impl Into<FailureCode>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Some(FailureKind::Retryable), code.into(), message.into())
    }

    /// A failure that no further attempt can cure.
    #[must_use]
    pub fn terminal(code: impl Into<FailureCode>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Some(FailureKind::Terminal), code.into(), message.into())
    }

    /// The work cannot run yet: try again after the given time, without charging an attempt.
    #[must_use]
    pub fn not_yet(
        code: impl Into<FailureCode>,
        message: impl Into<Cow<'static, str>>,
        after: Duration,
    ) -> Self {
        Self::new(Some(FailureKind::NotYet), code.into(), message.into()).after(after)
    }

    /// The system as a whole is overloaded or down: no fault of this message, so no attempt is charged.
    #[must_use]
    pub fn pressure(code: impl Into<FailureCode>, message: impl Into<Cow<'static, str>>) -> Self {
        let mut failure = Self::new(Some(FailureKind::NotYet), code.into(), message.into());
        failure.pressure = true;
        failure
    }

    fn new(kind: Option<FailureKind>, code: FailureCode, message: Cow<'static, str>) -> Self {
        Self { kind, code, message: bounded(message), retry_after: None, pressure: false, source: None }
    }

    /// The same failure with the time to wait before the next attempt; the retry policy's own is not used then.
    #[must_use]
    pub fn after(mut self, after: Duration) -> Self {
        self.retry_after = Some(after);
        self
    }

    /// The same failure with its cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<BoxError>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The kind, or `None` for an error that `?` brought in and nothing has classified yet.
    #[must_use]
    pub fn kind(&self) -> Option<FailureKind> {
        self.kind
    }

    /// The code, in `UPPER_SNAKE`.
    #[must_use]
    pub fn code(&self) -> &FailureCode {
        &self.code
    }

    /// What happened, for people; at most [`MESSAGE_MAX`] bytes.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The wait before the next attempt that the handler or the policy asked for.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Whether the system as a whole is in trouble.
    #[must_use]
    pub fn is_pressure(&self) -> bool {
        self.pressure
    }

    /// The cause, where there is one.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }

    /// The same failure, sorted as a rule says.
    #[must_use]
    pub fn classified(mut self, classification: Classification) -> Self {
        self.kind = Some(classification.kind);
        self.code = classification.code;
        self.pressure = classification.pressure;
        self
    }

    /// The same failure, final: the reason goes in front of the message.
    #[must_use]
    pub fn into_terminal(mut self, reason: impl fmt::Display) -> Self {
        self.kind = Some(FailureKind::Terminal);
        self.message = bounded(Cow::Owned(format!("{reason}: {}", self.message)));
        self
    }
}

/// Any error can be returned with `?`; it stays unclassified until the classify layer sees it.
impl<E: Into<BoxError>> From<E> for Failure {
    fn from(error: E) -> Self {
        let source = error.into();
        let message = chain(source.as_ref());
        Self::new(None, codes::UNCLASSIFIED, Cow::Owned(message)).with_source(source)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("kind", &self.kind)
            .field("code", &self.code)
            .field("message", &self.message)
            .field("retry_after", &self.retry_after)
            .field("pressure", &self.pressure)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

/// An error and its causes in one line.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}

/// Cuts a message to [`MESSAGE_MAX`] bytes and replaces NUL, which PostgreSQL text cannot hold.
pub(crate) fn bounded(message: Cow<'static, str>) -> Cow<'static, str> {
    if message.len() <= MESSAGE_MAX && !message.contains('\0') {
        return message;
    }
    let mut text = message[..cut(&message)].replace('\0', "\u{fffd}"); // three bytes for one: cut again
    text.truncate(cut(&text));
    Cow::Owned(text)
}

/// Where a message is cut.
fn cut(message: &str) -> usize {
    message.floor_char_boundary(MESSAGE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_a_storable_message() {
        let failure = Failure::retryable("X", "ä".repeat(1 << 20));
        assert!(failure.message().len() <= MESSAGE_MAX);
        assert_eq!(Failure::retryable("X", "a\0b").message(), "a\u{fffd}b");
        assert!(Failure::retryable("X", "\0".repeat(MESSAGE_MAX)).message().len() <= MESSAGE_MAX);
    }

    #[test]
    fn question_mark_takes_errors_strings_and_boxes() {
        fn fails() -> Result<(), Failure> {
            Err(std::io::Error::other("disk"))?;
            Ok(())
        }
        let failure = fails().unwrap_err();
        assert_eq!(failure.kind(), None);
        assert_eq!(failure.message(), "disk");
        assert!(failure.source().is_some());
    }
}
