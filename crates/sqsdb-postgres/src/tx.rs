//! The transaction that a handler works in, on a pooled connection of its own.

use std::{
    error::Error,
    fmt,
    ops::{Deref, DerefMut},
};

use sqlx::{
    Executor, PgConnection,
    postgres::{PgDatabaseError, PgTransactionManager},
};
use sqlx_core::transaction::TransactionManager;
use sqsdb_core::{failure::Classification, store::Transaction};

use crate::{checkout::Checkout, error::PgError, inbox::InboxKey, sqlstate};

/// Commits, or fails where the server has already given the transaction up.
///
/// `COMMIT` alone does not fail then: it rolls back and reports success
/// ([COMMIT](https://www.postgresql.org/docs/current/sql-commit.html)), and `sqlx` keeps that from its caller. A
/// statement in front of it, in the same round trip, fails with 25P02 and takes the `COMMIT` with it.
///
/// `AND CHAIN` leaves an empty transaction open, for `sqlx` counts transactions by itself and wants to end this one.
const CHECKED_COMMIT: &str = "SELECT 1; COMMIT AND CHAIN";

/// The transaction of the PostgreSQL store.
///
/// It dereferences to the connection, so a handler runs its queries on `&mut **tx`:
///
/// ```no_run
/// # use sqsdb_core::{Done, Failure};
/// # use sqsdb_postgres::PgTx;
/// async fn close_case(case_id: &str, tx: &mut PgTx) -> Result<Done, Failure> {
///     sqlx::query("UPDATE cases SET closed_at = now() WHERE case_id = $1")
///         .bind(case_id)
///         .execute(&mut **tx)
///         .await?;
///     Ok(Done::new())
/// }
/// ```
///
/// `Connection::begin` on it opens a savepoint. `BEGIN`, `COMMIT` and `ROLLBACK` as SQL text are not for handlers: the
/// commit then answers that its outcome is unknown.
///
/// Dropped without commit or rollback (a cancelled handler, a panic), it closes its connection, which undoes
/// everything, and gives the pool its place back. Drop it inside the Tokio runtime, like everything of a pool.
pub struct PgTx {
    conn: Checkout,
    claimed: Option<InboxKey>,
}

impl PgTx {
    /// A transaction that was begun on this connection.
    pub(crate) fn begun(conn: Checkout) -> Self {
        Self { conn, claimed: None }
    }

    /// Notes the inbox row that this transaction makes COMPLETED.
    pub(crate) fn claimed(mut self, key: InboxKey) -> Self {
        self.claimed = Some(key);
        self
    }

    pub(crate) fn inbox_key(&self) -> Option<&InboxKey> {
        self.claimed.as_ref()
    }

    /// Commits in one round trip; see [`CHECKED_COMMIT`].
    pub(crate) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.conn.execute(sqlx::raw_sql(CHECKED_COMMIT)).await.map(drop)
    }

    /// Ends the empty transaction after [`commit`](Self::commit) and gives the connection back, off the caller's path.
    pub(crate) fn release_committed(mut self) {
        tokio::spawn(async move {
            let ended = PgTransactionManager::commit(&mut self.conn).await;
            self.finish(ended);
        });
    }

    /// Rolls back and gives the connection back; closes it where that cannot be confirmed.
    pub(crate) async fn rollback(mut self) {
        let ended = PgTransactionManager::rollback(&mut self.conn).await;
        self.finish(ended);
    }

    /// Sends the rollback together with the ping by which the pool takes a connection back: no round trip to wait
    /// for. If the ping fails, the pool closes the connection.
    pub(crate) fn abandon(mut self) {
        PgTransactionManager::start_rollback(&mut self.conn);
        self.finish(Ok(()));
    }

    fn finish(self, ended: Result<(), sqlx::Error>) {
        let open = PgTransactionManager::get_transaction_depth(&self.conn);
        match ended {
            Ok(()) if open == 0 => self.conn.release(),
            Ok(()) => tracing::warn!(open, "a nested transaction was never ended; closing its connection"),
            Err(error) => {
                tracing::warn!(%error, "a transaction's end was not confirmed; closing its connection")
            }
        }
    }
}

impl Deref for PgTx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for PgTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

impl fmt::Debug for PgTx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgTx").field("claimed", &self.claimed).finish_non_exhaustive()
    }
}

impl Transaction for PgTx {
    fn classify(error: &(dyn Error + 'static)) -> Option<Classification> {
        if let Some(error) = error.downcast_ref::<sqlx::Error>() {
            return Some(sqlstate::classify(error));
        }
        // an error type that forwards to `sqlx::Error` shows only what lies below it
        if let Some(error) = error.downcast_ref::<PgDatabaseError>() {
            return Some(sqlstate::classify_database(error));
        }
        error.downcast_ref::<PgError>().map(PgError::classification)
    }
}
