//! A plain `async fn` as a handler.

use std::future::Future;

use super::{Done, Handler, HandlerService, service};
use crate::{failure::Failure, message::Message};

/// A function that makes a domain change in a transaction it borrows. Implemented for every
/// `async fn(Message<M>, &mut Tx) -> Result<Done, Failure>` whose future is `Send`.
#[diagnostic::on_unimplemented(
    message = "this function cannot handle `{M}` in `{Tx}`",
    label = "expected `async fn(Message<{M}>, &mut {Tx}) -> Result<Done, Failure>` with a `Send` future",
    note = "check the transaction type, the message type and the return type; a value that is not `Send`, such as an `Rc` or a `std` lock guard, must not live across an `.await`"
)]
pub trait TxFn<'a, M, Tx>: Send + Sync {
    /// The function's future.
    type Future: Future<Output = Result<Done, Failure>> + Send + 'a;

    /// Calls the function.
    fn call(&self, message: Message<M>, tx: &'a mut Tx) -> Self::Future;
}

impl<'a, M, Tx, F, Fut> TxFn<'a, M, Tx> for F
where
    F: Fn(Message<M>, &'a mut Tx) -> Fut + Send + Sync,
    Fut: Future<Output = Result<Done, Failure>> + Send + 'a,
    Tx: 'a,
{
    type Future = Fut;

    fn call(&self, message: Message<M>, tx: &'a mut Tx) -> Fut {
        self(message, tx)
    }
}

/// A handler made from a function; see [`handler_fn`].
#[derive(Debug, Clone, Copy)]
pub struct HandlerFn<F>(F);

impl<M, Tx, F> Handler<M, Tx> for HandlerFn<F>
where
    M: Send + 'static,
    Tx: Send + 'static,
    F: for<'a> TxFn<'a, M, Tx> + Clone + 'static,
{
    fn handle(&self, message: Message<M>, tx: &mut Tx) -> impl Future<Output = Result<Done, Failure>> + Send {
        self.0.call(message, tx)
    }
}

/// Makes the innermost service of a stack from a plain `async fn`.
///
/// An async closure serves as well, as long as it captures nothing. A handler with something of its own, such as a
/// client or settings, is a struct that implements [`Handler`](super::Handler), passed to [`handler`](super::handler).
///
/// ```
/// # use sqsdb_core::{Done, Failure, Message, handler_fn};
/// # struct Payload; struct Tx;
/// async fn calculate(message: Message<Payload>, tx: &mut Tx) -> Result<Done, Failure> {
///     Ok(Done::new())
/// }
///
/// let service = handler_fn(calculate);
/// ```
pub fn handler_fn<F: Clone>(function: F) -> HandlerService<HandlerFn<F>> {
    service::handler(HandlerFn(function))
}
