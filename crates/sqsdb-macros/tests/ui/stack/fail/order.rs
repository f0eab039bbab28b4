//! Layers in an order that would lose a guarantee.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, InboxLayer, QuarantineLayer};
use sqsdb_core::{RetryPolicy, Route, handler_fn};
use support::{CloseCase, MyStore, close};
use tower::ServiceBuilder;

fn inbox_before_decode() -> Route {
    let service = ServiceBuilder::new()
        .layer(InboxLayer::new(MyStore))
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(close));
    Route::new(service)
}

fn classify_before_inbox() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .layer(InboxLayer::new(MyStore))
        .service(handler_fn(close));
    Route::new(service)
}

fn heartbeat_after_decode() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(HeartbeatLayer::default())
        .layer(InboxLayer::new(MyStore))
        .service(handler_fn(close));
    Route::new(service)
}

fn quarantine_after_inbox() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(QuarantineLayer::new(MyStore))
        .service(handler_fn(close));
    Route::new(service)
}

fn twice_the_same() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(InboxLayer::new(MyStore))
        .service(handler_fn(close));
    Route::new(service)
}

fn no_decode() -> Route {
    Route::new(ServiceBuilder::new().layer(InboxLayer::new(MyStore)).service(handler_fn(close)))
}

fn no_layer() -> Route {
    Route::new(handler_fn(close))
}

fn main() {}
