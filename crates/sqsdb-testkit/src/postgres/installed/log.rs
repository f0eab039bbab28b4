//! The end of a server log, for error messages.

use std::{fs, path::Path};

const LINES: usize = 15;

/// The last lines of the file, or why it cannot be read.
pub(super) fn tail(path: &Path) -> String {
    match fs::read(path) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<_> = text.lines().collect();
            lines[lines.len().saturating_sub(LINES)..].join("\n")
        }
        Err(error) => format!("(no log: {error})"),
    }
}
