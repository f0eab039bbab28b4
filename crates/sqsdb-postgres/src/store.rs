//! The store itself: a pool, the built statements, and how a transaction is begun.

use std::{future::Future, sync::Arc, time::Duration};

use sqlx::{
    PgPool, Postgres,
    postgres::{PgArguments, PgQueryResult, PgRow},
    query::Query,
};
use sqsdb_core::store::StoreError;

use crate::{
    checkout::{Checkout, Opening},
    error::{self, PgStoreError},
    options::PgStoreOptions,
    sql::Statements,
    tx::PgTx,
};

/// Inbox and quarantine in PostgreSQL 13 or newer. Cheap to clone.
///
/// ```no_run
/// # use sqsdb_postgres::PgStore;
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let store = PgStore::connect("postgres://worker@db.internal/cases").await?;
/// store.migrate().await?;
/// # Ok(())
/// # }
/// ```
///
/// A message holds one connection while its handler runs, and the store never takes a second one meanwhile; so a
/// worker needs as many connections as it handles messages at once. Behind PgBouncer or RDS Proxy transaction mode is
/// fine: the store sets nothing that outlives a transaction.
///
/// A handler that is cancelled in the middle of a query closes its connection, but the server only notices when the
/// query ends, and keeps its locks until then. Give the worker's role a `statement_timeout`, and from PostgreSQL 14 on
/// let the server look at its sockets meanwhile:
///
/// ```sql
/// ALTER ROLE worker SET client_connection_check_interval = '2s';
/// ```
#[derive(Debug, Clone)]
pub struct PgStore(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) pool: PgPool,
    pub(crate) sql: Statements,
    pub(crate) schema: String,
    pub(crate) retention: Duration,
    pub(crate) call_timeout: Duration,
}

impl PgStore {
    /// Connects with the default settings.
    ///
    /// # Errors
    /// The URL cannot be read, or the server cannot be reached.
    pub async fn connect(url: &str) -> Result<Self, PgStoreError> {
        Self::builder().connect(url).await
    }

    /// Other settings than the default ones.
    #[must_use]
    pub fn builder() -> PgStoreOptions {
        PgStoreOptions::default()
    }

    /// Uses the application's pool with the default settings; for others see [`PgStoreOptions::with_pool`].
    #[must_use]
    pub fn from_pool(pool: PgPool) -> Self {
        PgStoreOptions::default_on(pool)
    }

    /// The pool, for the application's own queries.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.0.pool
    }

    /// The schema that holds the tables.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.0.schema
    }

    /// Opens a transaction without a claim, for tests of handlers and for scripts. End it with
    /// [`InboxStore::commit`](sqsdb_core::store::InboxStore::commit) or `rollback`.
    ///
    /// # Errors
    /// No connection could be had in time.
    pub async fn begin(&self) -> Result<PgTx, StoreError> {
        self.bounded("begin", self.open()).await
    }

    pub(crate) async fn open(&self) -> Result<PgTx, StoreError> {
        self.check_out(Opening::Begin).await.map(PgTx::begun)
    }

    /// Runs one statement outside a transaction. It is sent once.
    pub(crate) async fn run(
        &self,
        doing: &'static str,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<PgQueryResult, StoreError> {
        let mut conn = self.check_out(Opening::Ping).await?;
        let answer = query.execute(&mut *conn).await.map_err(error::statement(doing))?;
        conn.release();
        Ok(answer)
    }

    /// Like [`run`](Self::run), for a statement that answers one row.
    pub(crate) async fn run_for_row(
        &self,
        doing: &'static str,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<PgRow, StoreError> {
        let mut conn = self.check_out(Opening::Ping).await?;
        let answer = query.fetch_one(&mut *conn).await.map_err(error::statement(doing))?;
        conn.release();
        Ok(answer)
    }

    /// Takes a connection that is alive.
    ///
    /// The pool does not test connections, so the opening may meet dead ones: after a failover, all that were idle. It
    /// may be repeated, at most on every connection that was idle, and on a new one.
    async fn check_out(&self, opening: Opening) -> Result<Checkout, StoreError> {
        let pool = &self.0.pool;
        let mut more_tries = None;
        loop {
            let mut conn = Checkout::new(pool.acquire().await.map_err(error::connecting(pool))?);
            let Err(error) = opening.send(&mut conn).await else { return Ok(conn) };
            let left = more_tries.get_or_insert_with(|| pool.num_idle() + 1);
            if *left == 0 {
                return Err(error::statement("open a connection")(error));
            }
            *left -= 1;
            tracing::debug!(%error, "a pooled connection was dead; trying another one");
        }
    }

    /// A call of the store, cut off when it takes too long; whatever connection it holds is closed then.
    pub(crate) async fn bounded<T>(
        &self,
        doing: &'static str,
        call: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        match tokio::time::timeout(self.0.call_timeout, call).await {
            Ok(answer) => answer,
            Err(_) => Err(error::timed_out(doing)),
        }
    }
}
