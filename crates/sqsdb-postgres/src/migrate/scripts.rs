//! The migrations. Append only: an applied one is never changed.

use sha2::{Digest, Sha256};

/// One migration.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) version: i32,
    pub(super) name: &'static str,
    pub(super) sql: &'static str,
}

macro_rules! scripts {
    ($($version:literal $name:literal,)+) => {
        &[$(Script {
            version: $version,
            name: $name,
            sql: include_str!(concat!("../../migrations/", $name, ".sql")),
        }),+]
    };
}

pub(super) const SCRIPTS: &[Script] = scripts! {
    1 "0001_inbox_and_quarantine",
};

impl Script {
    /// SHA-256 of the file, in hex; the line ends of the working copy do not matter.
    pub(super) fn checksum(&self) -> String {
        hex::encode(Sha256::digest(self.sql.replace("\r\n", "\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_count_up_from_one() {
        for (index, script) in SCRIPTS.iter().enumerate() {
            assert_eq!(usize::try_from(script.version).unwrap(), index + 1);
            assert!(script.name.starts_with(&format!("{:04}_", script.version)));
        }
    }
}
