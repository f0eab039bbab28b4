//! The command line.

use clap::Parser;

/// Calculates case deadlines from SQS messages, each exactly once.
///
/// Without --queue-url and --database-url it starts an SQS server and a PostgreSQL in this process.
#[derive(Debug, Parser)]
pub(crate) struct Cli {
    /// How many different deadline calculations to ask for; duplicates and faults come on top.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    pub(crate) messages: u32,
    /// How many messages to work on at once. The embedded database serves one session, so more only wait there.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) concurrency: u16,
    /// Seed of the message order and of which messages are duplicated.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A PostgreSQL to use instead of the embedded one, such as postgres://user:password@localhost/db.
    #[arg(long)]
    pub(crate) database_url: Option<String>,
    /// An SQS queue to use instead of the in-process server; region and credentials come from the usual AWS environment.
    #[arg(long)]
    pub(crate) queue_url: Option<String>,
    /// Print the result as one JSON object on the last line.
    #[arg(long)]
    pub(crate) json: bool,
}
