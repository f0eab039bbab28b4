//! One fresh database per test.

use std::{sync::mpsc, thread, time::Duration};

use sqlx::{
    ConnectOptions, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use uuid::Uuid;

use super::{Kind, Postgres, PostgresError, admin};

/// How long dropping a test database may hold up the test that drops it.
const DROP_PATIENCE: Duration = Duration::from_secs(10);

/// An empty database for one test, dropped with this value.
///
/// [`close`](Self::close) drops it too and reports a failure; a plain drop can only log one. Sessions that are still
/// open are ended.
#[derive(Debug)]
pub struct TestDatabase {
    url: String,
    options: PgConnectOptions,
    home: Home,
    postgres: Postgres,
}

/// What has to be undone.
#[derive(Debug)]
enum Home {
    Named {
        name: String,
        server_url: String,
    },
    #[cfg(feature = "embedded-postgres")]
    Engine(#[expect(dead_code, reason = "held for its drop")] Box<super::embedded::Engine>),
    Gone,
}

impl TestDatabase {
    pub(super) async fn create(postgres: Postgres, server_url: &str) -> Result<Self, PostgresError> {
        let kind = postgres.kind();
        let name = format!("sqsdb_test_{}", Uuid::new_v4().simple());
        let options = admin::options(server_url, kind)?.database(&name);
        admin::create_database(server_url, &name, kind).await?;
        let url = options.to_url_lossy().to_string();
        let home = Home::Named { name, server_url: server_url.to_owned() };
        Ok(Self { url, options, home, postgres })
    }

    #[cfg(feature = "embedded-postgres")]
    pub(super) fn embedded(
        engine: super::embedded::Engine,
        postgres: Postgres,
    ) -> Result<Self, PostgresError> {
        let url = engine.url().to_owned();
        let options = admin::options(&url, Kind::Embedded)?;
        Ok(Self { url, options, home: Home::Engine(Box::new(engine)), postgres })
    }

    /// The database's `postgres://` URL, password included.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same as options for `sqlx`, to be changed further.
    #[must_use]
    pub fn connect_options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// The server that holds the database.
    #[must_use]
    pub fn server(&self) -> &Postgres {
        &self.postgres
    }

    /// How many sessions may be open at once: 1 on [`Kind::Embedded`], where a second one **waits for the first to
    /// close**; no limit worth a thought elsewhere. A test that needs two sessions asks this first.
    #[must_use]
    pub fn max_sessions(&self) -> u32 {
        match self.postgres.kind() {
            Kind::Embedded => 1,
            _ => 100,
        }
    }

    /// Opens one session.
    ///
    /// # Errors
    /// The server refuses it.
    pub async fn connect(&self) -> Result<PgConnection, PostgresError> {
        self.options.connect().await.map_err(PostgresError::sql("connect", self.postgres.kind()))
    }

    /// Opens a pool of at most `max` sessions, or of [`max_sessions`](Self::max_sessions) if that is fewer.
    ///
    /// # Errors
    /// The server refuses the first session.
    pub async fn pool(&self, max: u32) -> Result<PgPool, PostgresError> {
        self.pool_options(max)
            .connect_with(self.connect_options())
            .await
            .map_err(PostgresError::sql("connect", self.postgres.kind()))
    }

    /// The options behind [`pool`](Self::pool), for a test that needs hooks or time limits of its own.
    #[must_use]
    pub fn pool_options(&self, max: u32) -> PgPoolOptions {
        PgPoolOptions::new().max_connections(max.min(self.max_sessions()))
    }

    /// Drops the database, and ends the sessions that are open on it.
    ///
    /// # Errors
    /// The server cannot be reached or refuses.
    pub async fn close(mut self) -> Result<(), PostgresError> {
        match std::mem::replace(&mut self.home, Home::Gone) {
            Home::Named { name, server_url } => {
                admin::drop_database(&server_url, &name, self.postgres.kind()).await
            }
            _ => Ok(()),
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Home::Named { name, server_url } = std::mem::replace(&mut self.home, Home::Gone) {
            let kind = self.postgres.kind();
            if let Err(error) = drop_from_thread(server_url, name, kind) {
                tracing::warn!(%error, "test database left behind");
            }
        }
    }
}

/// `Drop` cannot await, and may run inside a runtime: the statement gets a thread and a runtime of its own.
fn drop_from_thread(server_url: String, name: String, kind: Kind) -> Result<(), String> {
    let (report, outcome) = mpsc::channel();
    let work = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let dropped = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
            runtime
                .block_on(admin::drop_database(&server_url, &name, kind))
                .map_err(|error| error.to_string())
        });
        // the receiver is gone only after its patience ended, and then it has warned
        report.send(dropped).ok();
    };
    thread::Builder::new()
        .name("drop test database".into())
        .spawn(work)
        .map_err(|error| error.to_string())?;
    outcome.recv_timeout(DROP_PATIENCE).map_err(|error| error.to_string())?
}
