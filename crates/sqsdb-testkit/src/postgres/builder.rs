//! Chooses a server: given, installed or embedded.

use std::{env, sync::Arc};

use super::{
    Kind, Postgres, PostgresError, Server, admin,
    installed::{Binaries, Cluster, Settings},
};

/// Builds a [`Postgres`] that belongs to the caller alone (an external server excepted).
///
/// Server binaries are looked for in `SQSDB_PG_BIN`, `PATH`, the answer of `pg_config --bindir`, and the places where
/// Debian, Red Hat, Homebrew, Postgres.app and the source distribution put them, newest version first.
///
/// ```no_run
/// # use sqsdb_testkit::postgres::{Postgres, PostgresError, Shutdown};
/// # async fn example() -> Result<(), PostgresError> {
/// let postgres = Postgres::builder().installed_only().durable().start().await?;
/// postgres.restart(Shutdown::Immediate).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct PostgresBuilder {
    only: Option<Kind>,
    settings: Settings,
}

impl PostgresBuilder {
    /// Uses the server of `DATABASE_URL` or fails.
    #[must_use]
    pub fn external_only(mut self) -> Self {
        self.only = Some(Kind::External);
        self
    }

    /// Runs installed server binaries or fails, whatever `DATABASE_URL` says.
    #[must_use]
    pub fn installed_only(mut self) -> Self {
        self.only = Some(Kind::Installed);
        self
    }

    /// Runs the embedded server or fails, whatever else is there.
    #[must_use]
    pub fn embedded_only(mut self) -> Self {
        self.only = Some(Kind::Embedded);
        self
    }

    /// Keeps PostgreSQL's defaults for `fsync`, `synchronous_commit` and `full_page_writes`, which are off otherwise.
    /// For measurements; only an installed server heeds it.
    #[must_use]
    pub fn durable(mut self) -> Self {
        self.settings.durable = true;
        self
    }

    /// Adds a line to the `postgresql.conf` of an installed server; the last value of a name wins.
    #[must_use]
    pub fn setting(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.extra.push((name.into(), value.into()));
        self
    }

    /// Finds or starts the server and asks for its version.
    ///
    /// # Errors
    /// No server of the wanted kind can be found or started; the message says what to do.
    pub async fn start(self) -> Result<Postgres, PostgresError> {
        match self.only {
            None => self.first_available().await,
            Some(Kind::External) => {
                external(given_url()?.ok_or(PostgresError::Environment {
                    variable: "DATABASE_URL",
                    problem: "is empty or absent; it must name a server whose user may create databases",
                })?)
                .await
            }
            Some(Kind::Installed) => {
                installed(Binaries::find()?.ok_or(PostgresError::NoServer)?, self.settings).await
            }
            Some(Kind::Embedded) => embedded().await,
        }
    }

    async fn first_available(self) -> Result<Postgres, PostgresError> {
        if let Some(url) = given_url()? {
            return external(url).await;
        }
        match Binaries::find()? {
            Some(binaries) => installed(binaries, self.settings).await,
            None if cfg!(feature = "embedded-postgres") => embedded().await,
            None => Err(PostgresError::NoServer),
        }
    }
}

fn given_url() -> Result<Option<String>, PostgresError> {
    match env::var("DATABASE_URL") {
        Ok(url) if url.is_empty() => Ok(None),
        Ok(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => Ok(Some(url)),
        Err(env::VarError::NotPresent) => Ok(None),
        _ => Err(PostgresError::Environment {
            variable: "DATABASE_URL",
            problem: "it is not a postgres:// URL; unset it to run a private server",
        }),
    }
}

async fn external(url: String) -> Result<Postgres, PostgresError> {
    let version = admin::server_version(&url, Kind::External).await?;
    Ok(Postgres { server: Arc::new(Server::External { url }), version, shared: false })
}

async fn installed(binaries: Binaries, settings: Settings) -> Result<Postgres, PostgresError> {
    let cluster = Cluster::start(binaries, settings).await?;
    let version = admin::server_version(cluster.url(), Kind::Installed).await?;
    Ok(Postgres { server: Arc::new(Server::Installed(cluster)), version, shared: false })
}

#[cfg(feature = "embedded-postgres")]
async fn embedded() -> Result<Postgres, PostgresError> {
    let engine = super::embedded::Engine::start().await?;
    let version = admin::server_version(engine.url(), Kind::Embedded).await?;
    Ok(Postgres { server: Arc::new(Server::Embedded), version, shared: false })
}

#[cfg(not(feature = "embedded-postgres"))]
async fn embedded() -> Result<Postgres, PostgresError> {
    Err(PostgresError::NotCompiledIn)
}
