//! The layers of a stack, outermost first: trace, quarantine, heartbeat, decode, inbox, classify.
//!
//! | layer | takes | hands on |
//! |---|---|---|
//! | [`TraceLayer`], [`QuarantineLayer`], [`HeartbeatLayer`] | [`Delivery`](crate::Delivery) | the same |
//! | [`DecodeLayer`] | [`Delivery`](crate::Delivery) | [`Message<M>`](crate::Message) |
//! | [`InboxLayer`] | [`Message<M>`](crate::Message) | [`InTx<M, Tx>`](crate::InTx) |
//! | [`ClassifyLayer`] | [`InTx<M, Tx>`](crate::InTx) | the same |
//!
//! The types only fit in an order that keeps the guarantees; [`request`] is what the compiler says otherwise. The first three may be left out or change places,
//! and layers of an application's own may stand between any two.

pub mod classify;
pub mod decode;
pub mod heartbeat;
pub mod inbox;
pub mod quarantine;
pub mod request;
pub mod trace;

use std::{convert::Infallible, future::Future, pin::Pin};

pub use classify::ClassifyLayer;
pub use decode::{DecodeLayer, ParkPolicy};
pub use heartbeat::HeartbeatLayer;
pub use inbox::InboxLayer;
pub use quarantine::QuarantineLayer;
pub use trace::TraceLayer;

/// The future of every layer's service. It cannot fail: whatever happens is an outcome of the message.
pub type ResponseFuture<R> = Pin<Box<dyn Future<Output = Result<R, Infallible>> + Send>>;

/// The value of a result that cannot be an error.
pub(crate) fn infallible<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
