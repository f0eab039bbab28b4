//! Runs a private PostgreSQL server from installed binaries until standard input ends, for `psql` or for a test run
//! that many processes share.
//!
//! Prints its URL. Exit status 3 means that no server is installed.
#![allow(clippy::print_stdout, reason = "the URL is this program's output")]

use std::{
    io::{Read, stdin},
    process::ExitCode,
};

use sqsdb_testkit::postgres::{Postgres, PostgresError};

const NOT_INSTALLED: u8 = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let postgres = match Postgres::builder().installed_only().start().await {
        Err(error @ PostgresError::NoServer) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(NOT_INSTALLED));
        }
        started => started?,
    };
    println!("{}", postgres.url().unwrap_or_default());
    stdin().read_to_end(&mut Vec::new())?;
    Ok(ExitCode::SUCCESS)
}
