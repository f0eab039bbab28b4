//! The files that people wrote.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::workspace::Workspace;

const FOLDERS: &[&str] = &["crates", "examples", "xtask", "docs", ".ci", ".github", ".cargo"];
const KINDS: &[&str] = &["rs", "md", "toml", "sql", "sh", "yml"];
/// Folders that a build or a package manager fills.
const FOREIGN: &[&str] = &["target", "node_modules", "venv"];
/// Programs without an ending.
const NAMES: &[&str] = &["run"];

/// One text file.
#[derive(Debug)]
pub(super) struct Source {
    /// From the workspace's root.
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Source {
    pub(super) fn is_rust(&self) -> bool {
        self.path.extension().is_some_and(|kind| kind == "rs")
    }

    /// Below `tests/`, `benches/` or `examples/` of a package, or a unit test module of its own.
    pub(super) fn is_test(&self) -> bool {
        let below = |name| self.path.components().any(|part| part.as_os_str() == name);
        below("tests") || below("benches") || self.path.ends_with("tests.rs")
    }

    /// An input of the compiler tests, which mirrors a user's file.
    pub(super) fn is_compiler_test(&self) -> bool {
        let mut parts = self.path.components().map(|part| part.as_os_str());
        parts.any(|part| part == "tests") && parts.any(|part| part == "ui")
    }
}

/// Reads all of them, in a stable order.
pub(super) fn collect(workspace: &Workspace) -> Result<Vec<Source>> {
    let mut paths = files_in(&workspace.root)?;
    for folder in FOLDERS.iter().map(|name| workspace.root.join(name)).filter(|path| path.is_dir()) {
        walk(&folder, &mut paths)?;
    }
    paths.retain(|path| is_wanted(path));
    paths.sort();
    let read = |path: PathBuf| -> Result<Source> {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Source { path: workspace.relative(&path).to_owned(), text })
    };
    paths.into_iter().map(read).collect()
}

fn is_wanted(path: &Path) -> bool {
    let kind = path.extension().and_then(|kind| kind.to_str());
    let name = path.file_name().and_then(|name| name.to_str());
    kind.is_some_and(|kind| KINDS.contains(&kind)) || name.is_some_and(|name| NAMES.contains(&name))
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in entries(folder)? {
        if !entry.is_dir() {
            found.push(entry);
        } else if !FOREIGN.iter().any(|name| entry.ends_with(name)) {
            walk(&entry, found)?;
        }
    }
    Ok(())
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    Ok(entries(folder)?.into_iter().filter(|entry| entry.is_file()).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    read.with_context(|| format!("cannot list {}", folder.display()))
}
