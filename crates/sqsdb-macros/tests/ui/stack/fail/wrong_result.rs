//! The handler returns something else.

#[path = "../support.rs"]
mod support;

use sqsdb_core::layers::{ClassifyLayer, DecodeLayer, InboxLayer};
use sqsdb_core::{Done, Failure, Message, RetryPolicy, Route, Stack, handler_fn};
use support::{CloseCase, MyStore, MyTx};
use tower::ServiceBuilder;

async fn nothing(_: Message<CloseCase>, _: &mut MyTx) -> Result<(), Failure> {
    Ok(())
}

async fn any_error(_: Message<CloseCase>, _: &mut MyTx) -> Result<Done, std::io::Error> {
    Ok(Done::new())
}

fn blocking(_: Message<CloseCase>, _: &mut MyTx) -> Result<Done, Failure> {
    Ok(Done::new())
}

fn by_default() -> [Route; 3] {
    let stack = Stack::new(MyStore, "cases");
    [
        stack.handle::<CloseCase, _>(handler_fn(nothing)),
        stack.handle::<CloseCase, _>(handler_fn(any_error)),
        stack.handle::<CloseCase, _>(handler_fn(blocking)),
    ]
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<CloseCase>::new())
        .layer(InboxLayer::new(MyStore))
        .layer(ClassifyLayer::new(RetryPolicy::new()))
        .service(handler_fn(nothing));
    Route::new(service)
}

fn main() {}
