//! What tests of sqsdb workers need: an in-process SQS server and throw-away PostgreSQL.

#[cfg(feature = "postgres")]
pub mod postgres;
pub mod sqs;
