//! One PostgreSQL server for all test processes.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::{
    held::Held,
    install::{self, Package},
};
use crate::workspace::Workspace;

/// The test kit's example that runs a server until its input ends.
const PROGRAM: &str = "throwaway_postgres";

/// Its exit status when no server is installed.
const NOT_INSTALLED: i32 = 3;

const PACKAGE: Package = Package { what: "PostgreSQL", apt: &["postgresql"], brew: "postgresql@17" };

/// Starts a server and returns its URL; `None` if `DATABASE_URL` names one already.
pub(super) fn start(workspace: &Workspace) -> Result<Option<(Held, String)>> {
    if env::var_os("DATABASE_URL").is_some_and(|url| !url.is_empty()) {
        eprintln!("PostgreSQL: the server of DATABASE_URL");
        return Ok(None);
    }
    let program = workspace.target.join("debug/examples").join(PROGRAM);
    let mut started = try_start(&program)?;
    if started.is_none() {
        install::install(&PACKAGE).context("or set DATABASE_URL to a server that may be used for tests")?;
        started = try_start(&program)?;
    }
    eprintln!("PostgreSQL: a private server");
    started
        .map(Some)
        .context("PostgreSQL was installed, but is not found; set SQSDB_PG_BIN to its bin directory")
}

/// `None` if no server is installed.
fn try_start(program: &Path) -> Result<Option<(Held, String)>> {
    let mut server = Held::spawn(Command::new(program).stdout(Stdio::piped()))?;
    if let Some(url) = server.first_line()? {
        return Ok(Some((server, url)));
    }
    let status = server.wait()?;
    if status.code() == Some(NOT_INSTALLED) {
        return Ok(None);
    }
    bail!("{PROGRAM} ended ({status}); its error is above")
}
