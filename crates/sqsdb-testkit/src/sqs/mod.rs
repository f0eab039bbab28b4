//! An in-process Amazon SQS for tests: the real AWS SDK talks to it over HTTP on 127.0.0.1.
//!
//! It answers as AWS does, error codes and message texts included, and adds what a test needs and AWS does not have:
//! a clock that tests move ([`SqsServer::advance`]), a look inside without a call ([`SqsServer::stats`],
//! [`SqsServer::messages`]), counted calls ([`SqsServer::call_counts`]) and faults to order
//! ([`SqsServer::faults`]).
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//! use sqsdb_testkit::sqs::SqsServer;
//!
//! let server = SqsServer::start().await?;
//! let queue = server.create_queue("jobs")?;
//! let client = server.client(); // an unchanged aws_sdk_sqs::Client
//!
//! client.send_message().queue_url(&queue).message_body("hello").send().await?;
//! let received = client.receive_message().queue_url(&queue).send().await?;
//! assert_eq!(received.messages()[0].body(), Some("hello"));
//! assert_eq!(server.stats(&queue)?.in_flight, 1);
//!
//! server.advance(Duration::from_secs(30)); // the visibility timeout is over at once
//! assert_eq!(server.stats(&queue)?.visible, 1);
//! # Ok(())
//! # }
//! ```
//!
//! # What differs from AWS
//! One account, one region, no signatures checked, no permissions, no encryption (its attributes are kept). Counts are
//! exact and standard queues hand out oldest first. The query protocol is not spoken.

mod action;
mod actions;
mod builder;
mod calls;
mod clock;
mod connection;
mod dispatch;
mod error;
mod faults;
mod gate;
mod http;
mod inspect;
mod md5;
mod model;
mod move_task;
mod queue_spec;
mod server;
mod shared;

pub use action::Action;
pub use builder::SqsServerBuilder;
pub use calls::CallCounts;
pub use error::{ErrorKind, SqsError};
pub use faults::{EntryFault, Fault, Faults};
pub use gate::Gate;
pub use inspect::{MessageSnapshot, MessageState, QueueStats};
pub use queue_spec::QueueSpec;
pub use server::SqsServer;
