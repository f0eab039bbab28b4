//! What the producers in Python and Node.js need, below `target/producers`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use super::{
    install::{self, Package},
    python::{bin, make_environment, pip_install},
};
use crate::{
    command::{run, succeeds},
    workspace::Workspace,
};

const NODE: Package = Package { what: "Node.js 20 or newer with npm", apt: &["nodejs", "npm"], brew: "node" };

/// Installs what is not there yet; answers the variables that tell the tests where it is.
pub(super) fn set_up(workspace: &Workspace) -> Result<[(&'static str, PathBuf); 2]> {
    let sources = workspace.root.join("examples/producers");
    let home = workspace.target.join("producers");
    let python = set_up_python(&sources.join("python/requirements.txt"), &home.join("venv"))?;
    let node = set_up_node(&sources.join("node"), &home.join("node"))?;
    Ok([("SQSDB_PRODUCERS_PYTHON", python), ("SQSDB_PRODUCERS_NODE", node)])
}

fn set_up_python(requirements: &Path, home: &Path) -> Result<PathBuf> {
    let python = bin(home, "python");
    if !succeeds(Command::new(&python).arg("--version")) || !is_installed(requirements, home) {
        make_environment(home)?;
        run(pip_install(home).arg("--requirement").arg(requirements))?;
        mark_installed(requirements, home)?;
    }
    Ok(python)
}

fn set_up_node(sources: &Path, home: &Path) -> Result<PathBuf> {
    if !has_node() {
        install::install(&NODE)?;
        ensure!(has_node(), "the Node.js that was installed is too old; install version 20 or newer");
    }
    let lock = sources.join("package-lock.json");
    if !is_installed(&lock, home) {
        fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
        for name in ["package.json", "package-lock.json", ".npmrc"] {
            copy(&sources.join(name), &home.join(name))?;
        }
        run(Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(home))?;
        mark_installed(&lock, home)?;
    }
    Ok(home.to_owned())
}

fn has_node() -> bool {
    let is_new = "process.exit(Number(process.versions.node.split('.')[0]) < 20 ? 1 : 0)";
    succeeds(Command::new("node").args(["--eval", is_new])) && succeeds(Command::new("npm").arg("--version"))
}

/// Whether the packages of this list are installed, to the end.
fn is_installed(list: &Path, home: &Path) -> bool {
    let installed = fs::read(home.join("installed"));
    installed.is_ok_and(|installed| fs::read(list).is_ok_and(|list| list == installed))
}

fn mark_installed(list: &Path, home: &Path) -> Result<()> {
    copy(list, &home.join("installed"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = fs::copy(from, to);
    copied.map(drop).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_list_is_installed_anew() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("requirements.txt");
        fs::write(&list, "a==1\n").unwrap();
        assert!(!is_installed(&list, folder.path()));
        mark_installed(&list, folder.path()).unwrap();
        assert!(is_installed(&list, folder.path()));
        fs::write(&list, "a==2\n").unwrap();
        assert!(!is_installed(&list, folder.path()));
    }
}
