//! A value that is not `Send` lives across an `.await` of the handler.

#[path = "../support.rs"]
mod support;

use std::rc::Rc;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, InboxLayer};
use sqsdb_core::{Done, Failure, Handler, Message, RetryPolicy, Route, Stack, handler_fn};
use support::{CloseCase, MyStore, MyTx};
use tower::ServiceBuilder;

async fn close(_: Message<CloseCase>, _: &mut MyTx) -> Result<Done, Failure> {
    let shared = Rc::new(1);
    save(*shared).await;
    drop(shared);
    Ok(Done::new())
}

async fn save(_: u8) {}

fn by_default() -> Route {
    Stack::new(MyStore, "cases").handle::<CloseCase, _>(handler_fn(close))
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(close));
    Route::new(service)
}

#[derive(Clone)]
struct Closing;

impl Handler<CloseCase, MyTx> for Closing {
    async fn handle(&self, _: Message<CloseCase>, _: &mut MyTx) -> Result<Done, Failure> {
        let shared = Rc::new(1);
        save(*shared).await;
        drop(shared);
        Ok(Done::new())
    }
}

fn main() {}
