//! A handler is no stack.

#[path = "../support.rs"]
mod support;

use sqsdb_core::transport::Queue;
use sqsdb_core::worker::WorkerBuilder;
use sqsdb_core::{Router, handler_fn};
use support::{CloseCase, close};

fn in_a_worker<Q: Queue>(worker: WorkerBuilder<Q>) -> WorkerBuilder<Q> {
    worker.route(handler_fn(close))
}

fn in_a_router() -> Router {
    Router::new().message::<CloseCase>(handler_fn(close))
}

fn main() {}
