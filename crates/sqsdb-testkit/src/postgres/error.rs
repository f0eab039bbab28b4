//! Why a throw-away PostgreSQL could not be had, and what to do about it.

use std::{io, path::PathBuf, process::ExitStatus};

use super::Kind;

/// Errors of the throw-away PostgreSQL.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostgresError {
    /// Nothing to start.
    #[error(
        "no PostgreSQL server binaries found; set DATABASE_URL to a server whose user may create databases, \
         install the postgresql server package (or point SQSDB_PG_BIN at its bin directory), \
         or enable the feature `embedded-postgres` of sqsdb-testkit"
    )]
    NoServer,
    /// An environment variable names something unusable.
    #[error("{variable} is set, but {problem}")]
    Environment {
        /// The variable's name; its value may hold a password and is not shown.
        variable: &'static str,
        /// What is wrong with it and what it should hold.
        problem: &'static str,
    },
    /// The builder asks for the embedded server, which is not compiled in.
    #[error("the embedded PostgreSQL is not part of this build; enable the feature `embedded-postgres`")]
    NotCompiledIn,
    /// The operating system refused something.
    #[error("cannot {action} {path}: {source}", path = path.display())]
    Io {
        /// What was tried, as in "write".
        action: &'static str,
        /// On which file, directory or program.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// PostgreSQL refuses to run as root, and there is no other account to run it as.
    #[error(
        "PostgreSQL refuses to run as root, and neither `postgres` nor `nobody` is in /etc/passwd; \
         run the tests as another user or set DATABASE_URL"
    )]
    NoAccount,
    /// `initdb` failed.
    #[error(
        "{program} failed ({status}): {output}\nif it may not enter its directory, set TMPDIR to one \
         that every user can reach", program = program.display()
    )]
    Initdb {
        /// The program that was run.
        program: PathBuf,
        /// How it ended.
        status: ExitStatus,
        /// What it wrote on standard error.
        output: String,
    },
    /// The server ended, or did not answer in time.
    #[error("the PostgreSQL server {problem}; the end of its log:\n{log}")]
    Start {
        /// What happened instead of a start.
        problem: String,
        /// The last lines of the server log.
        log: String,
    },
    /// A server does not answer, or refuses a statement.
    #[error("cannot {action} on the {kind} PostgreSQL server: {source}")]
    Sql {
        /// What was tried.
        action: &'static str,
        /// On which kind of server.
        kind: Kind,
        /// The server's answer.
        source: sqlx::Error,
    },
    /// The WebAssembly engine failed.
    #[error("the embedded PostgreSQL failed: {0}")]
    Embedded(String),
    /// Only an installed server can be stopped and started.
    #[error("the {kind} PostgreSQL server cannot be restarted; use `Postgres::builder().installed_only()`")]
    NotInstalled {
        /// The kind of the server at hand.
        kind: Kind,
    },
    /// Other tests of this process use the server, too.
    #[error(
        "a restart would break the other tests on the shared server; start one with `Postgres::builder()`"
    )]
    SharedServer,
    /// A background task was cancelled because its runtime is shutting down.
    #[error("the runtime is shutting down")]
    Runtime(#[from] tokio::task::JoinError),
}

impl PostgresError {
    pub(super) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }

    pub(super) fn sql(action: &'static str, kind: Kind) -> impl FnOnce(sqlx::Error) -> Self {
        move |source| Self::Sql { action, kind, source }
    }
}
