//! The SQS server: what it answers compared with AWS, and what only a test server has.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)] // tests and their helpers

#[macro_use]
mod suite;
mod answers;
mod conformance;
mod server;
