//! The message is a struct without the derive.

#[path = "../support.rs"]
mod support;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::layers::{DecodeLayer, InboxLayer};
use sqsdb_core::{Done, Failure, Message, Route, Router, Stack, handler_fn};
use support::{MyStore, MyTx};
use tower::ServiceBuilder;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Plain {
    case_id: String,
}

async fn plain(_: Message<Plain>, _: &mut MyTx) -> Result<Done, Failure> {
    Ok(Done::new())
}

fn by_default() -> Route {
    Stack::new(MyStore, "cases").handle::<Plain, _>(handler_fn(plain))
}

fn by_hand() -> Route {
    let service = ServiceBuilder::new()
        .layer(DecodeLayer::<Plain>::new())
        .layer(InboxLayer::new(MyStore))
        .service(handler_fn(plain));
    Route::new(service)
}

fn routed(route: Route) -> Router {
    Router::new().message::<Plain>(route)
}

fn main() {}
