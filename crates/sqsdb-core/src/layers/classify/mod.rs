//! Sorts a handler's failure and decides whether the message comes again.

mod layer;

use std::{
    convert::Infallible,
    error::Error,
    task::{Context, Poll},
};

pub use layer::ClassifyLayer;
use tower::{Service, ServiceExt};

use super::{ResponseFuture, infallible, request::TxRequest};
use crate::{
    clock::Clock,
    failure::{Classification, Failure},
    handler::{Handled, InTx},
    retry::RetryPolicy,
    store::Transaction,
};

/// A service that sorts the failures of the one it wraps.
#[derive(Debug, Clone)]
pub struct Classify<S> {
    inner: S,
    policy: RetryPolicy,
    clock: Clock,
}

impl<S, R> Service<R> for Classify<S>
where
    R: TxRequest<Tx: Transaction>,
    S: Service<InTx<R::Payload, R::Tx>, Response = Handled<R::Tx>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let request = request.into_in_tx();
        let (inner, policy, clock) = (self.inner.clone(), self.policy, self.clock.clone());
        let attempt = request.message.attempt();
        let envelope = request.message.header().attempt_policy.clone();
        Box::pin(async move {
            if let Err(failure) = policy.may_start(attempt, envelope.as_ref()) {
                return Ok(Handled::new(request.tx, Err(failure)));
            }
            let mut handled = infallible(inner.oneshot(request).await);
            handled.outcome = handled.outcome.map_err(|failure| {
                policy.decide(classified::<R::Tx>(failure), attempt, envelope.as_ref(), clock.now())
            });
            Ok(handled)
        })
    }
}

/// Asks the store's rules about an error that the handler let through, its causes included.
fn classified<Tx: Transaction>(failure: Failure) -> Failure {
    if failure.kind().is_some() {
        return failure;
    }
    match failure.source().and_then(rule::<Tx>) {
        Some(classification) => failure.classified(classification),
        None => failure,
    }
}

fn rule<Tx: Transaction>(error: &(dyn Error + 'static)) -> Option<Classification> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(classification) = Tx::classify(error) {
            return Some(classification);
        }
        cause = error.source();
    }
    None
}
