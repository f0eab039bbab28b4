//! The innermost service of a stack: runs a handler in a transaction and hands the transaction back.

use std::{
    any::Any,
    convert::Infallible,
    panic::AssertUnwindSafe,
    task::{Context, Poll},
};

use futures_util::FutureExt;
use tower::Service;

use super::{Done, Handler};
use crate::{
    failure::{Failure, codes},
    layers::{ResponseFuture, request::TxRequest},
    message::Message,
};

/// A message and the transaction to handle it in. The transaction travels by value, so that it can be neither
/// lost nor committed twice.
#[derive(Debug)]
#[non_exhaustive]
pub struct InTx<M, Tx> {
    /// The message.
    pub message: Message<M>,
    /// The open transaction.
    pub tx: Tx,
}

impl<M, Tx> InTx<M, Tx> {
    /// Joins a message with its transaction.
    pub fn new(message: Message<M>, tx: Tx) -> Self {
        Self { message, tx }
    }
}

/// What came of a handler, with the transaction it ran in.
#[derive(Debug)]
#[non_exhaustive]
pub struct Handled<Tx> {
    /// The transaction; `None` where it is in doubt and was closed.
    pub tx: Option<Tx>,
    /// Done, or why not.
    pub outcome: Result<Done, Failure>,
}

impl<Tx> Handled<Tx> {
    /// A handler that ran to its end.
    pub fn new(tx: Tx, outcome: Result<Done, Failure>) -> Self {
        Self { tx: Some(tx), outcome }
    }

    /// A handler that was cut off: its transaction is in doubt and gone.
    pub fn cut_off(failure: Failure) -> Self {
        Self { tx: None, outcome: Err(failure) }
    }
}

/// Runs a [`Handler`] as a Tower service. A panic becomes a failure of its message.
#[derive(Debug, Clone, Copy)]
pub struct HandlerService<H> {
    handler: H,
}

/// Makes the innermost service of a stack from a [`Handler`].
pub fn handler<H: Clone>(handler: H) -> HandlerService<H> {
    HandlerService { handler }
}

impl<H, R> Service<R> for HandlerService<H>
where
    R: TxRequest,
    H: Handler<R::Payload, R::Tx>,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let handler = self.handler.clone();
        let InTx { message, mut tx } = request.into_in_tx();
        Box::pin(async move {
            // unwind safety: after a panic the transaction is only dropped, which closes it
            let ran = AssertUnwindSafe(async { handler.handle(message, &mut tx).await }).catch_unwind().await;
            Ok(match ran {
                Ok(outcome) => Handled::new(tx, outcome),
                Err(panic) => Handled::cut_off(panicked(panic.as_ref())),
            })
        })
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let text = panic
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a text");
    Failure::retryable(codes::HANDLER_PANICKED, format!("the handler panicked: {text}"))
}
