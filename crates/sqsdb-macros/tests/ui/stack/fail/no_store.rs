//! What is given as a store is none, and what is given as a queue is none.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{DecodeLayer, InboxLayer, QuarantineLayer};
use sqsdb_core::{Route, Stack, Worker, handler_fn};
use support::{CloseCase, MyStore, close};
use tower::ServiceBuilder;

#[derive(Clone)]
struct Pool;

fn by_default() -> Route {
    Stack::new(Pool, "cases").handle::<CloseCase, _>(handler_fn(close))
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(QuarantineLayer::new(Pool))
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .service(handler_fn(close));
    Route::new(service)
}

fn inbox() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(Pool))
        .service(handler_fn(close));
    Route::new(service)
}

fn worker() {
    Worker::builder("https://sqs.eu-central-1.amazonaws.com/1/cases");
}

fn main() {}
