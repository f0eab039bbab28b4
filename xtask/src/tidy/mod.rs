//! Rules of the source tree that no other tool knows.

mod lints;
mod source;
mod text;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// What is wrong, and where.
#[derive(Debug, PartialEq, Eq)]
enum Finding {
    Error(String),
    Warning(String),
}

/// Prints every finding; an error among them is a failure.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let sources = source::collect(workspace)?;
    let mut findings: Vec<_> = sources.iter().flat_map(text::check).collect();
    findings.extend(lints::check(workspace)?);
    let mut errors = 0;
    for finding in &findings {
        match finding {
            Finding::Error(text) => {
                errors += 1;
                eprintln!("error: {text}");
            }
            Finding::Warning(text) => eprintln!("warning: {text}"),
        }
    }
    eprintln!("{} files read", sources.len());
    if errors > 0 {
        bail!("{errors} rule(s) broken");
    }
    Ok(())
}
