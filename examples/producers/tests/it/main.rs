//! Producers in Python, Node.js and Rust send the same work, and its effect happens once. `cargo xtask test` installs
//! what the first two need; without it their tests are skipped.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test that cannot go on says where
#![allow(clippy::print_stdout)] // and one that cannot run here says why

mod program;
mod refusal;
mod same_work;
mod schema;
mod support;
mod vectors;
