//! Why a guarded write could not run.

use crate::ident::InvalidName;

/// A guarded write that could not run. A row that did not move is no error: see [`Moved`](super::Moved).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GuardError {
    /// A name cannot stand in SQL.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// The guard is not complete.
    #[error("the guard on {table} has no {missing}; without it the statement would be wrong")]
    Incomplete {
        /// The table.
        table: String,
        /// The method that was not called.
        missing: &'static str,
    },
    /// The statement failed, or a value cannot be sent.
    #[error("guarded write: {0}")]
    Sql(#[from] sqlx::Error),
}
