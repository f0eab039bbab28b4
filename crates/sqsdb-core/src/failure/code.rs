//! Failure codes: short upper-case names that operators group and alert by.

use std::{borrow::Cow, fmt};

/// The longest code, in bytes: the width of the inbox column.
const CODE_MAX: usize = 100;

/// A failure code: `A-Z`, `0-9` and `_`, at most 100 characters.
///
/// Other characters become `_` and lower case becomes upper case, so that any text is a code:
///
/// ```
/// # use sqsdb_core::FailureCode;
/// assert_eq!(FailureCode::from("case not-found").as_str(), "CASE_NOT_FOUND");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FailureCode(Cow<'static, str>);

impl FailureCode {
    /// A code known at compile time; the caller keeps to upper case and underscores.
    pub(crate) const fn known(code: &'static str) -> Self {
        Self(Cow::Borrowed(code))
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_code_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'
}

fn normalised(text: &str) -> String {
    let code = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let code: String = text.chars().take(CODE_MAX).map(code).collect();
    if code.is_empty() { codes::UNCLASSIFIED.0.into_owned() } else { code }
}

impl From<&'static str> for FailureCode {
    fn from(code: &'static str) -> Self {
        let valid = !code.is_empty() && code.len() <= CODE_MAX && code.bytes().all(is_code_byte);
        if valid { Self::known(code) } else { Self(Cow::Owned(normalised(code))) }
    }
}

impl From<String> for FailureCode {
    fn from(code: String) -> Self {
        Self(Cow::Owned(normalised(&code)))
    }
}

impl From<&FailureCode> for FailureCode {
    fn from(code: &FailureCode) -> Self {
        code.clone()
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq<str> for FailureCode {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

/// The codes that sqsdb itself gives.
pub mod codes {
    use super::FailureCode;

    macro_rules! codes {
        ($($(#[$doc:meta])+ $name:ident)+) => {
            $($(#[$doc])+ pub const $name: FailureCode = FailureCode::known(stringify!($name));)+
        };
    }

    codes! {
        /// An error that no rule knows; retried.
        UNCLASSIFIED
        /// The body is not an envelope.
        UNDECODABLE_BODY
        /// The payload does not fit the message type.
        INVALID_PAYLOAD
        /// No route takes this message type.
        UNKNOWN_MESSAGE_TYPE
        /// The message's schema version is not one that this worker reads.
        UNSUPPORTED_SCHEMA_VERSION
        /// The key in the envelope is not the one derived from the payload.
        IDEMPOTENCY_KEY_MISMATCH
        /// A key, group or deduplication id cannot be built from the payload.
        INVALID_KEY
        /// One idempotency key was used for two different payloads.
        IDEMPOTENCY_HASH_MISMATCH
        /// The same work is running elsewhere.
        IN_PROGRESS
        /// The work failed for good before.
        FAILED_BEFORE
        /// The aggregate is blocked until an operator resolves it.
        AGGREGATE_BLOCKED
        /// The envelope's `notBefore` lies in the future.
        NOT_BEFORE
        /// The handler panicked.
        HANDLER_PANICKED
        /// All attempts were started, and none came to a recorded end.
        ATTEMPTS_EXHAUSTED
        /// The lease was lost while the handler ran.
        LEASE_LOST
        /// The outcome of a commit is not known yet.
        COMMIT_UNKNOWN
        /// The store could not be reached or refused.
        STORE_UNAVAILABLE
        /// A message before this one in its FIFO group was given back.
        GROUP_HELD_BACK
    }
}
