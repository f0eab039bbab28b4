//! `cargo xtask deny`: what the dependencies may be.

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use crate::{
    command::{run as run_command, succeeds},
    workspace::Workspace,
};

const VERSION: &str = "0.20.2";

/// Checks licences, bans, sources and advisories; the last are fetched. Installs cargo-deny below `target/tools` if it
/// is nowhere, which takes minutes.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut deny = match installed(workspace) {
        Some(deny) => deny,
        None => {
            install(workspace)?;
            own(workspace)
        }
    };
    run_command(deny.args(["check", "--hide-inclusion-graph"]))
}

/// The checks that need no network, if cargo-deny is there; says so if it is not.
pub(crate) fn run_offline(workspace: &Workspace) -> Result<()> {
    let Some(mut deny) = installed(workspace) else {
        eprintln!("skipped: cargo-deny is not installed; `cargo xtask deny` installs and runs it");
        return Ok(());
    };
    run_command(deny.args(["check", "--allow", "duplicate", "bans", "licenses", "sources"]))
}

fn install(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo("install");
    cargo.args(["cargo-deny", "--locked", "--version", VERSION, "--root"]).arg(tools(workspace));
    run_command(&mut cargo)
}

/// The user's own, or the one below `target/tools`.
fn installed(workspace: &Workspace) -> Option<Command> {
    let candidates: [fn(&Workspace) -> Command; 2] = [|workspace| workspace.cargo("deny"), own];
    let found = candidates.into_iter().find(|deny| succeeds(deny(workspace).arg("--version")))?;
    Some(found(workspace))
}

fn own(workspace: &Workspace) -> Command {
    let mut deny = Command::new(tools(workspace).join("bin/cargo-deny"));
    deny.current_dir(&workspace.root);
    deny
}

fn tools(workspace: &Workspace) -> PathBuf {
    workspace.target.join("tools")
}
