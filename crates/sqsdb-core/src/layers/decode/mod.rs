//! Decodes a delivery's body; a bad body is an outcome of that one message.

mod layer;
mod park;

use std::{
    convert::Infallible,
    marker::PhantomData,
    task::{Context, Poll},
};

pub use layer::DecodeLayer;
pub use park::ParkPolicy;
use tower::{Service, ServiceExt};
use tracing::{Span, field::display};

use super::{ResponseFuture, request::DeliveryRequest};
use crate::{
    delivery::Delivery,
    disposition::{Cause, Disposition},
    message::{DecodeError, EnvelopeHeader, Message, WorkerMessage, decode},
};

/// A service that decodes what it hands on.
#[derive(Debug)]
pub struct Decode<S, M> {
    inner: S,
    park: ParkPolicy,
    message: PhantomData<fn() -> M>,
}

impl<S: Clone, M> Clone for Decode<S, M> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), park: self.park.clone(), message: PhantomData }
    }
}

impl<S, M, R> Service<R> for Decode<S, M>
where
    R: DeliveryRequest,
    S: Service<Message<M>, Response = Disposition, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    M: WorkerMessage,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let delivery = request.into_delivery();
        match decode::<M>(&delivery.body) {
            Ok(decoded) => {
                record(&decoded.header);
                Box::pin(self.inner.clone().oneshot(Message::new(decoded, delivery)))
            }
            Err(error) => {
                let disposition = self.refused(&error, &delivery);
                Box::pin(std::future::ready(Ok(disposition)))
            }
        }
    }
}

impl<S, M> Decode<S, M> {
    /// A version newer than the worker waits for the worker's upgrade; everything else can never be read.
    fn refused(&self, error: &DecodeError, delivery: &Delivery) -> Disposition {
        if error.is_from_the_future() {
            self.park.park(delivery, error.to_string())
        } else {
            Disposition::Terminal(Cause::new(error.code(), error.to_string()))
        }
    }
}

/// Fills the fields that the trace layer left open.
fn record(header: &EnvelopeHeader) {
    let span = Span::current();
    span.record("messageType", display(&header.message_type));
    span.record("idempotencyKey", display(&header.idempotency_key));
    span.record("aggregateId", display(&header.aggregate_id));
    if let Some(id) = &header.correlation_id {
        span.record("correlationId", display(id));
    }
}
