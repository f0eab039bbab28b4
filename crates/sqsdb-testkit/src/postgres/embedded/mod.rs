//! PostgreSQL compiled to WebAssembly, in this process: no program to install, one session at a time.
//!
//! It is PostgreSQL 17 without signals, so that time limits (`statement_timeout`, `lock_timeout`) do nothing and a
//! statement cannot be cancelled. Opening a session takes some 0.2 s, since each one starts the engine anew; a statement
//! takes less than a millisecond. No extension but `plpgsql`. `pg_backend_pid()` is always 1.
//! The first use on a machine unpacks 100 MB below the user's cache directory.

mod refusal;
mod relay;
mod turn;

use pglite_oxide::PgliteServer;
use tokio::task::spawn_blocking;

use super::{PostgresError, watchdog::Watchdog};
use relay::Relay;

/// One embedded server: an empty cluster in a temporary directory, gone with this value.
pub(super) struct Engine {
    url: String,
    // dropped in this order: sessions end, then the server, then what is left of its directory
    _relay: Relay,
    _server: PgliteServer,
    _watchdog: Watchdog,
}

impl Engine {
    pub(super) async fn start() -> Result<Self, PostgresError> {
        spawn_blocking(Self::start_blocking).await?
    }

    fn start_blocking() -> Result<Self, PostgresError> {
        let server = PgliteServer::builder().temporary().relaxed_durability(true).start();
        let server = server.map_err(|error| PostgresError::Embedded(format!("{error:#}")))?;
        let watchdog = Watchdog::guard(server.root()).map_err(PostgresError::io("run", "sh"))?;
        let address =
            server.tcp_addr().ok_or_else(|| PostgresError::Embedded("it has no TCP address".into()))?;
        let relay = Relay::start(address).map_err(PostgresError::io("listen on", "127.0.0.1"))?;
        let url = format!("postgres://postgres@{}/postgres?sslmode=disable", relay.address());
        Ok(Self { url, _relay: relay, _server: server, _watchdog: watchdog })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}
