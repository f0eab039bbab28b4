//! What cargo knows about this workspace.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command;

/// The workspace's folders and packages.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) members: Vec<Member>,
}

/// One package of the workspace.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) manifest: PathBuf,
    /// Without `default`.
    pub(crate) features: Vec<String>,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        let metadata = command::output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
        Self::parse(&metadata).context("cargo metadata is not as expected")
    }

    fn parse(metadata: &str) -> Result<Self> {
        let metadata: Value = serde_json::from_str(metadata)?;
        let packages = metadata["packages"].as_array().context("no packages")?;
        Ok(Self {
            root: text(&metadata["workspace_root"])?.into(),
            target: text(&metadata["target_directory"])?.into(),
            members: packages.iter().map(Member::parse).collect::<Result<_>>()?,
        })
    }

    /// The library crates: those below `crates/`.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Member> {
        let folder = self.root.join("crates");
        self.members.iter().filter(move |member| member.manifest.starts_with(&folder))
    }

    /// `cargo`, run at the root.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut command = cargo();
        command.arg(subcommand).current_dir(&self.root);
        command
    }

    /// A path as people write it, from the root.
    pub(crate) fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

impl Member {
    fn parse(package: &Value) -> Result<Self> {
        let features = package["features"].as_object().context("no features")?;
        Ok(Self {
            name: text(&package["name"])?.to_owned(),
            manifest: text(&package["manifest_path"])?.into(),
            features: features.keys().filter(|name| *name != "default").cloned().collect(),
        })
    }
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().context("a text is missing")
}

/// The cargo that runs this program, without what it tells this program about itself: some build scripts watch those
/// variables, and would run again at every turn between `cargo xtask` and plain `cargo`.
fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_about_this_package) {
            command.env_remove(name);
        }
    }
    command
}

fn is_about_this_package(variable: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_PRIMARY_", "CARGO_BIN_", "CARGO_CRATE_"]
        .iter()
        .any(|prefix| variable.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_come_without_default() {
        let workspace = Workspace::parse(
            r#"{"workspace_root": "/w", "target_directory": "/w/target", "packages": [
                {"name": "a", "manifest_path": "/w/crates/a/Cargo.toml", "features": {"default": ["x"], "x": []}},
                {"name": "t", "manifest_path": "/w/xtask/Cargo.toml", "features": {}}]}"#,
        )
        .unwrap();
        let libraries: Vec<_> = workspace.libraries().collect();
        assert_eq!(libraries.len(), 1);
        assert_eq!(libraries[0].features, ["x"]);
    }
}
