//! The handler takes another message than the stack decodes.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, InboxLayer};
use sqsdb_core::{RetryPolicy, Route, Stack, handler_fn};
use support::{MyStore, ReopenCase, close};
use tower::ServiceBuilder;

fn by_default() -> Route {
    Stack::new(MyStore, "cases").handle::<ReopenCase, _>(handler_fn(close))
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<ReopenCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(close));
    Route::new(service)
}

fn main() {}
