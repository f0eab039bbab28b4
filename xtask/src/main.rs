//! The project's chores: `cargo xtask test` sets up what the tests need and runs every check.

mod command;
mod deny;
mod services;
mod steps;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use workspace::Workspace;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The project's chores")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Sets up PostgreSQL and an AWS emulator, then runs every check and test
    Test(test::Options),
    /// Checks the rules of the source tree that no other tool knows
    Tidy,
    /// Checks licences, advisories and sources of all dependencies with cargo-deny, which it installs
    Deny,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let workspace = Workspace::load()?;
    match Cli::parse().chore {
        Chore::Test(options) => test::run(&workspace, &options),
        Chore::Tidy => tidy::run(&workspace),
        Chore::Deny => deny::run(&workspace),
    }
}
