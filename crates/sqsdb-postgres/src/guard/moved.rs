//! Whether a guarded write moved its row.

use sqlx::postgres::PgQueryResult;
use sqsdb_core::{Done, Failure, FailureCode};

/// Whether a guarded write moved its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use = "a row that did not move is stale, in another state or missing; decide what that means"]
pub enum Moved {
    /// The row was written.
    Yes,
    /// The guard held it back, or there is no such row.
    No,
}

impl Moved {
    /// Whether the row was written.
    #[must_use]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }

    /// Whether the guard held the row back.
    #[must_use]
    pub fn is_no(self) -> bool {
        self == Self::No
    }

    /// Done, or skipped with a code: for effects that a newer message has overtaken.
    pub fn done_or_skipped(self, code: impl Into<FailureCode>) -> Done {
        match self {
            Self::Yes => Done::new(),
            Self::No => Done::skipped(code),
        }
    }

    /// Goes on only if the row moved: for transitions that are wrong otherwise.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use sqsdb_core::Failure;
    /// # use sqsdb_postgres::guard::Moved;
    /// # fn handler(moved: Moved) -> Result<(), Failure> {
    /// // the message before this one has not arrived yet
    /// moved.or_fail(|| Failure::not_yet("NOT_PACKED", "the order is not packed", Duration::from_secs(30)))?;
    /// # Ok(())
    /// # }
    /// # assert!(handler(Moved::No).is_err() && handler(Moved::Yes).is_ok());
    /// ```
    ///
    /// # Errors
    /// The given failure, if the row did not move.
    pub fn or_fail(self, failure: impl FnOnce() -> Failure) -> Result<(), Failure> {
        match self {
            Self::Yes => Ok(()),
            Self::No => Err(failure()),
        }
    }
}

/// Asks a statement's result whether a row moved.
pub trait MovedExt {
    /// Whether the statement wrote a row.
    fn moved(&self) -> Moved;
}

impl MovedExt for PgQueryResult {
    fn moved(&self) -> Moved {
        if self.rows_affected() > 0 { Moved::Yes } else { Moved::No }
    }
}
