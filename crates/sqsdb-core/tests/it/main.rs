//! Behaviour of layers and worker: against a store in memory, against a queue in memory whose time is the
//! test's own, and against an SQS server with the real SDK. Tests of an invariant carry its number.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test that cannot go on says where
#![allow(clippy::print_stdout)] // and one that cannot run here says why

mod catalog;
mod hash;
mod layers;
mod publisher;
mod sqs;
mod support;
mod worker;
