//! Integration tests of the test kit, in one binary.

#[cfg(feature = "postgres")]
mod postgres;
mod sqs;
