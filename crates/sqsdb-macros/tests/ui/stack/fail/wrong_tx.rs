//! The handler works in the transaction of another store.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, InboxLayer, TraceLayer};
use sqsdb_core::{Done, Failure, Message, RetryPolicy, Route, Stack, handler_fn};
use support::{CloseCase, MyStore};
use tower::ServiceBuilder;

struct OtherTx;

async fn close(_: Message<CloseCase>, _: &mut OtherTx) -> Result<Done, Failure> {
    Ok(Done::new())
}

fn by_default() -> Route {
    Stack::new(MyStore, "cases").handle::<CloseCase, _>(handler_fn(close))
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(TraceLayer::new())
        .layer(HeartbeatLayer::default())
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(close));
    Route::new(service)
}

fn main() {}
