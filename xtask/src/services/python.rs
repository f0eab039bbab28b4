//! Virtual environments of Python below `target/`.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use super::install::{self, Package};
use crate::command::{run, succeeds};

const PYTHON: Package =
    Package { what: "Python 3.10 or newer with venv", apt: &["python3", "python3-venv"], brew: "python" };

/// Makes an empty environment; installs Python if need be.
pub(super) fn make_environment(home: &Path) -> Result<()> {
    let make = || run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(home));
    if has_python() && make().is_ok() {
        return Ok(());
    }
    install::install(&PYTHON)?;
    make()
}

fn has_python() -> bool {
    succeeds(Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]))
}

/// `pip install`, in an environment.
pub(super) fn pip_install(home: &Path) -> Command {
    let mut pip = Command::new(bin(home, "python"));
    pip.args(["-m", "pip", "install", "--quiet"]);
    pip
}

/// A program of an environment.
pub(super) fn bin(home: &Path, program: &str) -> PathBuf {
    home.join("bin").join(program)
}
