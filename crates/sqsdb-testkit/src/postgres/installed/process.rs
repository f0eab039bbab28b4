//! The running server process: started, awaited, reaped.

use std::{
    fs::{self, OpenOptions},
    io,
    net::{Ipv4Addr, TcpListener},
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{super::PostgresError, Binaries, data::Data, log};

const START_LIMIT: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(10);

/// One run of `postgres`.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
}

impl Process {
    /// Starts the server and waits until it accepts sessions. Blocking.
    pub(super) fn start(binaries: &Binaries, data: &Data, port: u16) -> Result<Self, PostgresError> {
        let path = data.log();
        let open = || OpenOptions::new().create(true).append(true).open(&path);
        let log = open().map_err(PostgresError::io("open", &path))?;
        let child = data
            .command(&binaries.postgres)
            .arg("-D")
            .arg(data.path())
            .args(["-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(PostgresError::io("run", &binaries.postgres))?;
        let mut process = Self { child };
        process.wait_until_ready(data)?;
        Ok(process)
    }

    /// Waits for the end of a server that has been told to end. Blocking.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        self.child.wait().map(drop)
    }

    fn wait_until_ready(&mut self, data: &Data) -> Result<(), PostgresError> {
        let pid_file = data.path().join("postmaster.pid");
        let begun = Instant::now();
        let failed = |problem: String| PostgresError::Start { problem, log: log::tail(&data.log()) };
        while !is_ready(&pid_file, self.child.id()) {
            let ended = self.child.try_wait().map_err(PostgresError::io("wait for", &pid_file))?;
            if let Some(status) = ended {
                return Err(failed(format!("ended ({status})")));
            }
            if begun.elapsed() > START_LIMIT {
                self.give_up()?;
                return Err(failed(format!("is not ready after {} s", START_LIMIT.as_secs())));
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    fn give_up(&mut self) -> Result<(), PostgresError> {
        self.child.kill().and_then(|()| self.wait()).map_err(PostgresError::io("stop", "postgres"))
    }
}

/// `postmaster.pid` holds the pid in its first line and the state in its eighth, where `pg_ctl -w` looks, too.
fn is_ready(pid_file: &Path, pid: u32) -> bool {
    let Ok(text) = fs::read_to_string(pid_file) else { return false };
    let mut lines = text.lines().map(str::trim);
    lines.next() == Some(pid.to_string().as_str()) && lines.nth(6) == Some("ready")
}

/// A port that was free a moment ago.
pub(super) fn free_port() -> Result<u16, PostgresError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(PostgresError::io("bind", "127.0.0.1"))
}
