//! Finds the directory that holds `initdb` and `postgres`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::super::PostgresError;

/// Directories that hold one subdirectory per version, what those are called, and where their programs are.
const VERSIONED: &[(&str, &str, &str)] = &[
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
    ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
];

const FIXED: &[&str] = &["/usr/local/pgsql/bin", "/usr/bin", "/usr/local/bin"];

/// The server programs of one PostgreSQL installation.
#[derive(Debug, Clone)]
pub(in super::super) struct Binaries {
    pub(super) initdb: PathBuf,
    pub(super) postgres: PathBuf,
}

impl Binaries {
    /// Looks everywhere; `None` if there is no server on this machine.
    pub(in super::super) fn find() -> Result<Option<Self>, PostgresError> {
        if let Some(dir) = env::var_os("SQSDB_PG_BIN") {
            return Self::in_dir(Path::new(&dir)).map(Some).ok_or(PostgresError::Environment {
                variable: "SQSDB_PG_BIN",
                problem: "initdb and postgres are not both in that directory",
            });
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&path).find_map(|dir| Self::in_dir(&dir));
        Ok(found.or_else(Self::from_pg_config).or_else(Self::in_usual_places))
    }

    /// Follows links: the programs look for their libraries beside themselves.
    fn in_dir(dir: &Path) -> Option<Self> {
        let initdb = fs::canonicalize(dir.join("initdb")).ok()?;
        let postgres = fs::canonicalize(dir.join("postgres")).ok()?;
        Some(Self { initdb, postgres })
    }

    fn from_pg_config() -> Option<Self> {
        let output = Command::new("pg_config").arg("--bindir").output().ok()?;
        let dir = String::from_utf8(output.stdout).ok()?;
        Self::in_dir(Path::new(dir.trim()))
    }

    fn in_usual_places() -> Option<Self> {
        let versioned = VERSIONED.iter().flat_map(|(parent, prefix, bin)| {
            newest_first(Path::new(parent), prefix).into_iter().map(move |dir| dir.join(bin))
        });
        versioned.chain(FIXED.iter().map(PathBuf::from)).find_map(|dir| Self::in_dir(&dir))
    }

    /// Whether the server can preload the library `name`.
    pub(super) fn has_library(&self, name: &str) -> bool {
        let Some(prefix) = self.postgres.parent().and_then(Path::parent) else { return false };
        ["lib", "lib/postgresql", "lib64/pgsql", "lib/pgsql"].iter().any(|dir| {
            ["so", "dylib"].iter().any(|ext| prefix.join(dir).join(name).with_extension(ext).exists())
        })
    }
}

fn newest_first(parent: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let mut found: Vec<_> = entries
        .flatten()
        .filter_map(|entry| Some((version(entry.file_name().to_str()?, prefix)?, entry.path())))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, dir)| dir).collect()
}

/// The numbers in a directory's name after `prefix`: `postgresql@16` is `[16]`, `9.6` is `[9, 6]`.
fn version(name: &str, prefix: &str) -> Option<Vec<u32>> {
    let rest = name.strip_prefix(prefix)?;
    Some(rest.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert!(version("16", "") > version("9.6", ""));
        assert!(version("postgresql@17", "postgresql") > version("postgresql@9", "postgresql"));
        assert_eq!(version("share", "pgsql-"), None);
    }

    #[test]
    fn newest_directory_comes_first() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["9.6", "15", "16"] {
            fs::create_dir(parent.path().join(name)).unwrap();
        }
        let names = newest_first(parent.path(), "");
        assert!(names[0].ends_with("16") && names[2].ends_with("9.6"), "{names:?}");
    }
}
