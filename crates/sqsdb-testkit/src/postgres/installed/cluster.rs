//! A cluster's life: start, restart, end.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    super::{PostgresError, Shutdown, watchdog::Watchdog},
    Binaries, Settings,
    data::Data,
    process::{Process, free_port},
};

/// Another program may take the free port between its choice and its use.
const PORT_TRIES: u32 = 5;

/// A running private cluster; dropping it stops the server and removes its directory.
#[derive(Debug)]
pub(in super::super) struct Cluster {
    url: String,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    binaries: Binaries,
    data: Data,
    port: u16,
    process: Mutex<Process>,
    // dropped before the process is reaped: it ends the server
    watchdog: Option<Watchdog>,
}

impl Cluster {
    pub(in super::super) async fn start(
        binaries: Binaries,
        settings: Settings,
    ) -> Result<Self, PostgresError> {
        spawn_blocking(move || Self::start_blocking(binaries, &settings)).await?
    }

    fn start_blocking(binaries: Binaries, settings: &Settings) -> Result<Self, PostgresError> {
        let temporary = std::env::temp_dir();
        let dir = tempfile::Builder::new()
            .prefix("sqsdb-pg-")
            .tempdir()
            .map_err(PostgresError::io("make a directory in", &temporary))?;
        let watchdog = Watchdog::guard(dir.path()).map_err(PostgresError::io("run", "sh"))?;
        let password = Uuid::new_v4().simple().to_string();
        // the watchdog removes it from here on
        let data = Data::create(dir.keep(), &binaries, settings, &password)?;
        let (port, process) = start_on_free_port(&binaries, &data)?;
        let url = format!("postgres://postgres:{password}@127.0.0.1:{port}/postgres?sslmode=disable");
        let process = Mutex::new(process);
        let inner = Inner { binaries, data, port, process, watchdog: Some(watchdog) };
        Ok(Self { url, inner: Arc::new(inner) })
    }

    pub(in super::super) fn url(&self) -> &str {
        &self.url
    }

    pub(in super::super) async fn restart(&self, shutdown: Shutdown) -> Result<(), PostgresError> {
        let inner = Arc::clone(&self.inner);
        spawn_blocking(move || inner.restart(shutdown)).await?
    }
}

impl Inner {
    fn restart(&self, shutdown: Shutdown) -> Result<(), PostgresError> {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let signal = match shutdown {
            Shutdown::Fast => "INT",
            Shutdown::Immediate => "QUIT",
        };
        let watchdog = self.watchdog.as_ref().map_or(Ok(()), |watchdog| watchdog.signal(signal));
        watchdog.and_then(|()| process.wait()).map_err(PostgresError::io("stop", &self.binaries.postgres))?;
        *process = Process::start(&self.binaries, &self.data, self.port)?;
        Ok(())
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop(self.watchdog.take());
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = process.wait() {
            tracing::warn!(%error, "cannot wait for a test server");
        }
    }
}

fn start_on_free_port(binaries: &Binaries, data: &Data) -> Result<(u16, Process), PostgresError> {
    let mut tries = 1;
    loop {
        let port = free_port()?;
        match Process::start(binaries, data, port) {
            Ok(process) => return Ok((port, process)),
            Err(PostgresError::Start { log, .. }) if tries < PORT_TRIES && log.contains("could not bind") => {
                tries += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
