//! What kind of server it is, and how it may be stopped.

use std::fmt;

/// Where a test's PostgreSQL comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A server that was there before, named by `DATABASE_URL`.
    External,
    /// A private cluster, run from server binaries installed on this machine.
    Installed,
    /// PostgreSQL compiled to WebAssembly, in this process; one session at a time.
    Embedded,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::External => "external",
            Self::Installed => "installed",
            Self::Embedded => "embedded",
        })
    }
}

/// How a server is stopped before a restart: PostgreSQL's
/// [shutdown modes](https://www.postgresql.org/docs/current/server-shutdown.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shutdown {
    /// Ends sessions, rolls back what is open, writes a checkpoint.
    Fast,
    /// Aborts at once, like a crash of the server process: the next start replays the log.
    Immediate,
}
