//! A span around every message, and one structured log line at its end.

mod layer;

use std::{
    convert::Infallible,
    task::{Context, Poll},
};

pub use layer::TraceLayer;
use tokio::time::Instant;
use tower::{Service, ServiceExt};
use tracing::{Instrument, Span, field::Empty};

use super::{ResponseFuture, infallible, request::DeliveryRequest};
use crate::{delivery::Delivery, disposition::Disposition};

/// A service that traces what it hands on.
#[derive(Debug, Clone)]
pub struct Trace<S> {
    inner: S,
}

impl<S, R> Service<R> for Trace<S>
where
    R: DeliveryRequest,
    S: Service<Delivery, Response = Disposition, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let delivery = request.into_delivery();
        let span = span(&delivery);
        let inner = self.inner.clone();
        let started = Instant::now();
        let future = async move {
            // called inside the span, since layers record fields of it when they are called
            let disposition = infallible(inner.oneshot(delivery).await);
            log(&disposition, started);
            Ok(disposition)
        };
        Box::pin(future.instrument(span))
    }
}

/// The span of one message; the fields left open are filled once the body is decoded and the store was asked.
fn span(delivery: &Delivery) -> Span {
    let attribute = |name: &str| delivery.attributes.get(name).map(String::as_str);
    tracing::info_span!(
        "worker_message",
        queue = %delivery.queue,
        messageId = %delivery.message_id,
        receiveCount = delivery.receive_count,
        groupId = delivery.group_id.as_deref(),
        traceparent = attribute("traceparent"),
        tracestate = attribute("tracestate"),
        awsTraceHeader = delivery.trace_header.as_deref(),
        messageType = Empty,
        idempotencyKey = Empty,
        aggregateId = Empty,
        correlationId = Empty,
        attempt = Empty,
        dbTransactionMs = Empty,
    )
}

#[allow(clippy::cast_possible_truncation)] // a message that runs for 500 million years has other problems
fn log(disposition: &Disposition, started: Instant) {
    let processing = started.elapsed().as_millis() as u64;
    let (result, code) = (disposition.label(), disposition.code().map(tracing::field::display));
    match disposition {
        Disposition::Delete(_) => {
            tracing::info!(result, code, processingMs = processing, "worker_message_completed");
        }
        Disposition::Terminal(_) => {
            tracing::error!(result, code, processingMs = processing, "worker_message_failed");
        }
        Disposition::Retry(_) | Disposition::Release => {
            tracing::warn!(result, code, processingMs = processing, "worker_message_returned");
        }
    }
}
