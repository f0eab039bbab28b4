//! Makes the data directory of a private cluster.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{super::PostgresError, Binaries, Settings, account::Account};

/// Where a cluster lives: `dir/data`, `dir/log`.
#[derive(Debug)]
pub(super) struct Data {
    dir: PathBuf,
    pub(super) account: Account,
}

impl Data {
    /// Prepares `dir`, which this process just made, and runs `initdb` in it.
    pub(super) fn create(
        dir: PathBuf,
        binaries: &Binaries,
        settings: &Settings,
        password: &str,
    ) -> Result<Self, PostgresError> {
        let account = Account::choose(&dir)?;
        account.give(&dir)?;
        let data = Self { dir, account };
        let password_file = data.dir.join("password");
        data.write_private(&password_file, password)?;
        data.initdb(binaries, &password_file)?;
        fs::remove_file(&password_file).map_err(PostgresError::io("remove", &password_file))?;
        data.configure(&settings.render(binaries.has_library("pg_stat_statements")))?;
        Ok(data)
    }

    pub(super) fn path(&self) -> PathBuf {
        self.dir.join("data")
    }

    pub(super) fn log(&self) -> PathBuf {
        self.dir.join("log")
    }

    /// A command that runs as the cluster's account, untouched by settings meant for others.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/").env("LC_ALL", "C").stdin(Stdio::null());
        for name in ["PGDATA", "PGPORT", "PGHOST", "PGUSER", "PGDATABASE", "PGOPTIONS"] {
            command.env_remove(name);
        }
        self.account.run(&mut command);
        command
    }

    fn initdb(&self, binaries: &Binaries, password_file: &Path) -> Result<(), PostgresError> {
        let output = self
            .command(&binaries.initdb)
            .args(["--no-sync", "--encoding=UTF8", "--locale=C", "--username=postgres"])
            // in the clear on the loopback: a debug build would spend its time on SCRAM
            .args(["--auth=password", "--pwfile"])
            .arg(password_file)
            .arg("--pgdata")
            .arg(self.path())
            .output()
            .map_err(PostgresError::io("run", &binaries.initdb))?;
        if output.status.success() {
            return Ok(());
        }
        let (program, status) = (binaries.initdb.clone(), output.status);
        Err(PostgresError::Initdb {
            program,
            status,
            output: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        })
    }

    fn configure(&self, lines: &str) -> Result<(), PostgresError> {
        let path = self.path().join("postgresql.conf");
        let appended =
            OpenOptions::new().append(true).open(&path).and_then(|mut file| file.write_all(lines.as_bytes()));
        appended.map_err(PostgresError::io("write", path))
    }

    fn write_private(&self, path: &Path, text: &str) -> Result<(), PostgresError> {
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(PostgresError::io("write", path))?;
        self.account.give(path)
    }
}
