//! Throw-away PostgreSQL: one server per test process, one fresh database per test.
//!
//! [`Postgres::start`] takes the first of these that is there:
//!
//! 1. the server named by `DATABASE_URL`, whose user must be allowed to `CREATE DATABASE`;
//! 2. installed server binaries, run as a private cluster in a temporary directory ([`PostgresBuilder`] tells where
//!    they are looked for);
//! 3. PostgreSQL compiled to WebAssembly in this process, with the feature `embedded-postgres`. It serves **one
//!    session at a time**: see [`TestDatabase::max_sessions`].
//!
//! A private cluster listens on the loopback address only, asks for a random password, works for root too (the server
//! then runs as `postgres` or `nobody`), and ends with its owner, even when the owner is killed.
//!
//! A test runner with a process per test would start a cluster per test. Let them share one: run the example
//! `throwaway_postgres` and set `DATABASE_URL` to what it prints, as `cargo xtask test` does.
//!
//! ```
//! # use sqsdb_testkit::postgres::{Postgres, PostgresError};
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let database = Postgres::start().await?.database().await?;
//! let pool = database.pool(4).await?;
//! let one: i32 = sqlx::query_scalar("SELECT 1").fetch_one(&pool).await?;
//! assert_eq!(one, 1);
//! pool.close().await;
//! database.close().await?;
//! # Ok(())
//! # }
//! ```

mod admin;
mod builder;
mod database;
#[cfg(feature = "embedded-postgres")]
mod embedded;
mod error;
mod installed;
mod kind;
mod watchdog;

pub use builder::PostgresBuilder;
pub use database::TestDatabase;
pub use error::PostgresError;
pub use kind::{Kind, Shutdown};

use std::sync::Arc;

use tokio::sync::OnceCell;

use installed::Cluster;

/// A handle on a PostgreSQL server for tests. Cheap to clone; a server that this process started ends with the last
/// handle on it (databases hold one), or with the process.
#[derive(Debug, Clone)]
pub struct Postgres {
    server: Arc<Server>,
    version: u32,
    shared: bool,
}

#[derive(Debug)]
enum Server {
    External {
        url: String,
    },
    Installed(Cluster),
    #[cfg(feature = "embedded-postgres")]
    Embedded,
}

impl Postgres {
    /// The server that all tests of this process share, started by the first call.
    ///
    /// # Errors
    /// No server can be found or started; the message says what to do.
    pub async fn start() -> Result<Self, PostgresError> {
        static SHARED: OnceCell<Postgres> = OnceCell::const_new();
        let shared = SHARED.get_or_try_init(|| async {
            let started = Self::builder().start().await?;
            Ok::<_, PostgresError>(Self { shared: true, ..started })
        });
        shared.await.cloned()
    }

    /// Chooses the kind of server and its durability; what it starts belongs to the caller alone.
    #[must_use]
    pub fn builder() -> PostgresBuilder {
        PostgresBuilder::default()
    }

    /// Where the server comes from.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match *self.server {
            Server::External { .. } => Kind::External,
            Server::Installed(_) => Kind::Installed,
            #[cfg(feature = "embedded-postgres")]
            Server::Embedded => Kind::Embedded,
        }
    }

    /// The version as PostgreSQL's `server_version_num` gives it: `150018` is 15.18.
    #[must_use]
    pub fn server_version(&self) -> u32 {
        self.version
    }

    /// The URL of the server's maintenance database; none for [`Kind::Embedded`], where each
    /// [database](Self::database) is a server of its own.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        match &*self.server {
            Server::External { url } => Some(url),
            Server::Installed(cluster) => Some(cluster.url()),
            #[cfg(feature = "embedded-postgres")]
            Server::Embedded => None,
        }
    }

    /// Makes an empty database, which is dropped with the returned value.
    ///
    /// # Errors
    /// The server cannot be reached, or its user may not create databases.
    pub async fn database(&self) -> Result<TestDatabase, PostgresError> {
        match &*self.server {
            Server::External { url } => TestDatabase::create(self.clone(), url).await,
            Server::Installed(cluster) => TestDatabase::create(self.clone(), cluster.url()).await,
            #[cfg(feature = "embedded-postgres")]
            Server::Embedded => TestDatabase::embedded(embedded::Engine::start().await?, self.clone()),
        }
    }

    /// Stops an installed server in the given way and starts it again on the same port, with the same data.
    ///
    /// Open connections break, as they do in a failover; new ones are refused until the server is back.
    ///
    /// # Errors
    /// The server is not of [`Kind::Installed`], is the one that other tests share (start your own with
    /// [`Postgres::builder`]), or does not come back.
    pub async fn restart(&self, shutdown: Shutdown) -> Result<(), PostgresError> {
        match &*self.server {
            Server::Installed(cluster) if !self.shared => cluster.restart(shutdown).await,
            Server::Installed(_) => Err(PostgresError::SharedServer),
            _ => Err(PostgresError::NotInstalled { kind: self.kind() }),
        }
    }
}
