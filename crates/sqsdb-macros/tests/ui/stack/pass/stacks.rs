//! Every stack that keeps the guarantees, a layer of the application and a handler of its own included.

#[path = "../support.rs"]
mod support;

use std::convert::Infallible;
use std::task::{Context, Poll};

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, HeartbeatLayer, InboxLayer, QuarantineLayer, TraceLayer};
use sqsdb_core::{Done, Failure, Handler, Message, RetryPolicy, Route, Router, Stack, handler, handler_fn};
use support::{CloseCase, MyStore, MyTx, ReopenCase, close};
use tower::layer::layer_fn;
use tower::{Service, ServiceBuilder};

/// A layer that may stand between any two.
#[derive(Clone)]
struct Counting<S>(S);

impl<S: Service<R, Error = Infallible>, R> Service<R> for Counting<S> {
    type Response = S::Response;
    type Error = Infallible;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> S::Future {
        self.0.call(request)
    }
}

#[derive(Clone)]
struct Reopening;

impl Handler<ReopenCase, MyTx> for Reopening {
    async fn handle(&self, message: Message<ReopenCase>, _: &mut MyTx) -> Result<Done, Failure> {
        println!("{}", message.case_id);
        Ok(Done::new())
    }
}

fn by_default() -> Router {
    let stack = Stack::new(MyStore, "cases").quarantine();
    Router::new()
        .message::<CloseCase>(stack.handle::<CloseCase, _>(handler_fn(close)))
        .message::<ReopenCase>(stack.handle::<ReopenCase, _>(handler(Reopening)))
}

fn with_layers_of_its_own() -> Route {
    let service = ServiceBuilder::new()
        .layer(layer_fn(Counting))
        .layer(QuarantineLayer::new(MyStore))
        .layer(TraceLayer::new())
        .layer(layer_fn(Counting))
        .layer(HeartbeatLayer::default())
        .layer(layer_fn(Counting))
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(layer_fn(Counting))
        .layer(InboxLayer::new(MyStore))
        .layer(layer_fn(Counting))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .layer(layer_fn(Counting))
        .service(handler_fn(close));
    Route::new(service)
}

fn a_closure() -> Route {
    let reopen = async |message: Message<ReopenCase>, _: &mut MyTx| -> Result<Done, Failure> {
        println!("{}", message.case_id);
        Ok(Done::new())
    };
    Stack::new(MyStore, "cases").handle::<ReopenCase, _>(handler_fn(reopen))
}

fn the_least() -> Route {
    Route::new(
        ServiceBuilder::new()
            .layer(DecodeLayer::<ReopenCase>::new())
            .layer(InboxLayer::new(MyStore))
            .service(handler(Reopening)),
    )
}

fn main() {}
