//! Settings of a store, and how it is built from a URL or from a pool that the application has.

use std::{str::FromStr, sync::Arc, time::Duration};

use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::{
    error::PgStoreError,
    ident,
    sql::Statements,
    store::{Inner, PgStore},
};

const DEFAULT_SCHEMA: &str = "sqsdb";
const DEFAULT_SCHEMA_QUOTED: &str = "\"sqsdb\"";
const DEFAULT_RETENTION: Duration = Duration::from_hours(24 * 30);
const DEFAULT_CALL_TIMEOUT: Duration = Duration::from_secs(30);
const DEFAULT_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
const DEFAULT_MAX_CONNECTIONS: u32 = 10;

/// Settings of a [`PgStore`]; made by [`PgStore::builder`].
///
/// ```no_run
/// # use std::time::Duration;
/// # use sqsdb_postgres::{PgStore, PgStoreError};
/// # async fn example() -> Result<(), PgStoreError> {
/// let store = PgStore::builder()
///     .schema("case_worker")
///     .max_connections(20)
///     .retention(Duration::from_secs(60 * 86_400))
///     .connect("postgres://worker@db.internal/cases")
///     .await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct PgStoreOptions {
    schema: String,
    retention: Duration,
    call_timeout: Duration,
    acquire_timeout: Duration,
    max_connections: u32,
    named_statements: bool,
}

impl Default for PgStoreOptions {
    fn default() -> Self {
        Self {
            schema: DEFAULT_SCHEMA.to_owned(),
            retention: DEFAULT_RETENTION,
            call_timeout: DEFAULT_CALL_TIMEOUT,
            acquire_timeout: DEFAULT_ACQUIRE_TIMEOUT,
            max_connections: DEFAULT_MAX_CONNECTIONS,
            named_statements: true,
        }
    }
}

impl PgStoreOptions {
    /// The schema that holds the store's tables: `a-z`, `0-9` and `_`. Default `sqsdb`.
    #[must_use]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = schema.into();
        self
    }

    /// How long COMPLETED rows are kept. Default 30 days; it must exceed the retention of queue and dead-letter queue
    /// together.
    #[must_use]
    pub fn retention(mut self, retention: Duration) -> Self {
        self.retention = retention;
        self
    }

    /// How long one call of the store may take, the wait for a connection included; then its connection is closed.
    /// A commit that takes longer has an unknown outcome, which the worker looks up. Handlers are not timed. Default
    /// 30 seconds.
    #[must_use]
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = timeout;
        self
    }

    /// Whether statements are prepared once per connection. Default `true`; `false` is for poolers in transaction
    /// mode that cannot follow prepared statements (PgBouncer before 1.21, or with `max_prepared_statements = 0`),
    /// and costs a round trip a statement.
    #[must_use]
    pub fn named_statements(mut self, named: bool) -> Self {
        self.named_statements = named;
        self
    }

    /// The most connections of a pool that [`connect`](Self::connect) makes. Default 10. One per message in work is
    /// enough: the store never holds two.
    #[must_use]
    pub fn max_connections(mut self, max: u32) -> Self {
        self.max_connections = max;
        self
    }

    /// How long to wait for a connection of a pool that [`connect`](Self::connect) makes. Default 10 seconds.
    #[must_use]
    pub fn acquire_timeout(mut self, timeout: Duration) -> Self {
        self.acquire_timeout = timeout;
        self
    }

    /// Makes a pool and opens its first connection.
    ///
    /// # Errors
    /// The URL or the schema's name cannot be used, or the server cannot be reached.
    pub async fn connect(self, url: &str) -> Result<PgStore, PgStoreError> {
        let options = PgConnectOptions::from_str(url).map_err(PgStoreError::Connect)?;
        self.connect_with(options).await
    }

    /// Makes a pool from `sqlx` options and opens its first connection.
    ///
    /// # Errors
    /// The schema's name cannot be used, or the server cannot be reached.
    pub async fn connect_with(self, options: PgConnectOptions) -> Result<PgStore, PgStoreError> {
        ident::schema(&self.schema)?;
        let pool = PgPoolOptions::new()
            .max_connections(self.max_connections)
            .acquire_timeout(self.acquire_timeout)
            // a ping before each message would be one more round trip; a BEGIN that meets a dead connection is
            // repeated on another one instead
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(PgStoreError::Connect)?;
        self.with_pool(pool)
    }

    /// Uses the application's pool. `max_connections` and `acquire_timeout` are the pool's own then.
    ///
    /// # Errors
    /// The schema's name cannot be used.
    pub fn with_pool(self, pool: PgPool) -> Result<PgStore, PgStoreError> {
        let quoted = ident::schema(&self.schema)?;
        Ok(self.assemble(&quoted, pool))
    }

    /// The default settings on the application's pool; the default schema needs no check.
    pub(crate) fn default_on(pool: PgPool) -> PgStore {
        Self::default().assemble(DEFAULT_SCHEMA_QUOTED, pool)
    }

    fn assemble(self, quoted_schema: &str, pool: PgPool) -> PgStore {
        PgStore(Arc::new(Inner {
            pool,
            sql: Statements::new(quoted_schema, self.named_statements),
            schema: self.schema,
            retention: self.retention,
            call_timeout: self.call_timeout,
        }))
    }
}
