//! Errors of the store, with what it was doing and PostgreSQL's own code.

use std::fmt;

use sqlx::PgPool;
use sqsdb_core::{
    failure::Classification,
    store::{StoreError, StoreErrorKind},
};

use crate::{
    ident::InvalidName,
    sqlstate::{self, codes},
};

/// Why a [`PgStore`](crate::PgStore) could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgStoreError {
    /// The schema's name cannot be used.
    #[error(transparent)]
    Schema(#[from] InvalidName),
    /// The server cannot be reached, refuses, or the URL cannot be read.
    #[error("cannot connect to PostgreSQL; check the URL, the server and the user's rights: {0}")]
    Connect(#[source] sqlx::Error),
}

/// A statement of the store that failed: the `source` of a [`StoreError`].
#[derive(Debug)]
pub struct PgError {
    doing: &'static str,
    hint: Option<String>,
    source: sqlx::Error,
}

impl PgError {
    /// PostgreSQL's code, where the server answered at all.
    #[must_use]
    pub fn sqlstate(&self) -> Option<&str> {
        sqlstate::of(&self.source)
    }

    pub(crate) fn classification(&self) -> Classification {
        sqlstate::classify(&self.source)
    }
}

impl fmt::Display for PgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.doing, self.source)?;
        if let Some(sqlstate) = self.sqlstate() {
            write!(f, " (SQLSTATE {sqlstate})")?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for PgError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// An error of a statement, sorted by SQLSTATE.
pub(crate) fn statement(doing: &'static str) -> impl Fn(sqlx::Error) -> StoreError {
    move |source| {
        let classification = sqlstate::classify(&source);
        StoreError::classified(classification, PgError { doing, hint: None, source })
    }
}

/// No connection could be had: that is never one message's fault, so it is pressure, unless no retry can cure it.
pub(crate) fn connecting(pool: &PgPool) -> impl Fn(sqlx::Error) -> StoreError {
    move |source| {
        let classification = sqlstate::classify(&source);
        let kind = match source {
            sqlx::Error::Configuration(_) => StoreErrorKind::Permanent,
            _ => StoreErrorKind::Pressure,
        };
        let hint = matches!(source, sqlx::Error::PoolTimedOut).then(|| pool_state(pool));
        StoreError::new(kind, classification.code, PgError { doing: "get a connection", hint, source })
    }
}

fn pool_state(pool: &PgPool) -> String {
    let (max, size, idle) = (pool.options().get_max_connections(), pool.size(), pool.num_idle());
    format!(
        "{size} of {max} connections are open and {idle} idle; \
         raise max_connections, lower the worker's concurrency, or look for handlers that use a second connection"
    )
}

/// A call that took longer than the store allows; its connection is closed.
pub(crate) fn timed_out(doing: &'static str) -> StoreError {
    let text = format!("{doing}: no answer within the call timeout; is the database overloaded or cut off?");
    StoreError::new(StoreErrorKind::Pressure, codes::CALL_TIMED_OUT, text)
}

/// Another session works on the row; nothing was changed.
pub(crate) fn busy(doing: &'static str) -> StoreError {
    let text = format!("{doing}: another transaction holds this key; nothing was recorded");
    StoreError::new(StoreErrorKind::Transient, codes::INBOX_ROW_BUSY, text)
}
