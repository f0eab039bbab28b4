//! Every package takes the workspace's lints.

use std::fs;

use anyhow::{Context, Result};

use super::Finding;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for member in &workspace.members {
        let text = fs::read_to_string(&member.manifest)
            .with_context(|| format!("cannot read {}", member.manifest.display()))?;
        if !takes_workspace_lints(&text) {
            let manifest = workspace.relative(&member.manifest).display();
            findings.push(Finding::Error(format!("{manifest}: add `[lints]` with `workspace = true`")));
        }
    }
    Ok(findings)
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[lints]").skip(1);
    lines.find(|line| !line.is_empty()) == Some("workspace = true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_has_to_be_there() {
        assert!(takes_workspace_lints("[package]\n[lints]\nworkspace = true\n"));
        assert!(!takes_workspace_lints("[package]\nedition.workspace = true\n"));
        assert!(!takes_workspace_lints("[lints]\n[lints.rust]\n"));
    }
}
