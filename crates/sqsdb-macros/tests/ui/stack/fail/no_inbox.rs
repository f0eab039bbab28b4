//! The inbox layer is missing, so that nothing would make the effect happen once.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, TraceLayer};
use sqsdb_core::{RetryPolicy, Route, handler_fn};
use support::{CloseCase, close};
use tower::ServiceBuilder;

fn before_classify() -> Route {
    let service = ServiceBuilder::new()
        .layer(TraceLayer::new())
        .layer(HeartbeatLayer::default())
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(close));
    Route::new(service)
}

fn before_the_handler() -> Route {
    let service = ServiceBuilder::new().layer(DecodeLayer::<CloseCase>::new()).service(handler_fn(close));
    Route::new(service)
}

fn main() {}
