//! Exactly-once effects for workers that read Amazon SQS and write a database.
//!
//! SQS delivers at least once. A worker built with this crate commits the idempotency record and the domain change
//! in one database transaction, and deletes the message only after that, so that a second delivery does no harm.
//!
//! - Describe a message: derive [`WorkerMessage`](trait@WorkerMessage).
//! - Write its handler: an `async fn(Message<M>, &mut Tx)` for [`handler_fn`], or a [`Handler`].
//! - Take the default [`Stack`], or compose the [`layers`] yourself.
//! - Run it: [`Worker`] on an [`SqsQueue`].
//!
//! A store comes from its own crate, such as `sqsdb-postgres`; [`store`] holds what a store implements, and
//! [`transport`] what a queue implements.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `derive` | yes | `#[derive(WorkerMessage)]` |
//! | `sqs` | yes | the transport and the [`Publisher`] on `aws-sdk-sqs` |

pub mod catalog;
pub mod clock;
pub mod delivery;
pub mod disposition;
pub mod failure;
pub mod handler;
pub mod hash;
pub mod layers;
pub mod lease;
pub mod message;
#[cfg(feature = "sqs")]
pub mod publisher;
pub mod store;
pub mod transport;
pub mod worker;

mod retry;
mod route;
mod router;
mod schema;
mod stack;

pub use catalog::Catalog;
pub use delivery::Delivery;
pub use disposition::Disposition;
pub use failure::{Failure, FailureCode, FailureExt};
pub use handler::{Done, Handled, Handler, InTx, handler, handler_fn};
pub use message::{Envelope, Message, WorkerMessage};
pub use retry::RetryPolicy;
pub use route::Route;
pub use router::Router;
pub use schema::{TemplateError, envelope_schema, payload_schema};
#[cfg(feature = "derive")]
pub use sqsdb_macros::WorkerMessage;
pub use stack::Stack;
pub use worker::Worker;
#[cfg(feature = "sqs")]
pub use {publisher::Publisher, transport::sqs::SqsQueue};
