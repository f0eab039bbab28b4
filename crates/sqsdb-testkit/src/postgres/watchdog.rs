//! Sees to it that nothing outlives its owner: neither the server process nor the temporary directory.

use std::{
    io::{self, Write},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
};

/// A shell that waits for the end of its input, which the kernel closes when this process ends in whatever way.
#[derive(Debug)]
pub(super) struct Watchdog {
    shell: Mutex<Child>,
}

impl Watchdog {
    /// From here on `dir`, and the server whose data is in `dir/data`, end with this value or this process.
    pub(super) fn guard(dir: &Path) -> io::Result<Self> {
        let shell = Command::new("sh")
            .args(["-c", include_str!("watchdog.sh"), "sh"])
            .arg(dir)
            .current_dir("/")
            // out of the group that Ctrl-C and test runners signal
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { shell: Mutex::new(shell) })
    }

    /// Sends a signal, named as in `kill -s`, to the server.
    pub(super) fn signal(&self, name: &str) -> io::Result<()> {
        let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut shell.stdin {
            Some(input) => writeln!(input, "{name}"),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let shell = self.shell.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(shell.stdin.take());
        if let Err(error) = shell.wait() {
            tracing::warn!(%error, "cannot wait for the watchdog of a test server");
        }
    }
}
