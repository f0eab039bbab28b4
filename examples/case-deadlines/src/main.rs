//! Calculates deadlines of cases from SQS messages, each exactly once, while everything goes wrong that may.
//!
//! Without arguments it brings its own queue and database. The messages contain duplicates, stale versions, a
//! key with a changed payload, a body that is no JSON and one whose calculation fails twice.

mod cli;
mod environment;
mod handler;
mod message;
mod progress;
mod report;
mod run;
mod workload;

use std::process::ExitCode;

use clap::Parser;

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let cli = cli::Cli::parse();
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "off".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let report = run::run(&cli).await?;
    report.print(cli.json)?;
    Ok(if report.is_correct() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
