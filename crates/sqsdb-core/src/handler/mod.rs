//! Handlers: the domain change of one message, in the transaction it is handed.

mod function;
mod service;

use std::future::Future;

pub use function::{HandlerFn, TxFn, handler_fn};
pub use service::{Handled, HandlerService, InTx, handler};

use crate::{
    failure::{Failure, FailureCode},
    message::Message,
};

/// The domain change of one message type.
///
/// Implement it for a struct that holds what the handler needs; for a plain `async fn` use [`handler_fn`].
/// The handler may run again after a failure or a crash: everything it must not do twice belongs into `tx`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot handle `{M}` in `{Tx}`",
    label = "not a handler for this message and transaction",
    note = "implement `Handler<{M}, {Tx}>` for it, or pass an `async fn(Message<{M}>, &mut {Tx}) -> Result<Done, Failure>` to `handler_fn`"
)]
pub trait Handler<M, Tx>: Clone + Send + Sync + 'static {
    /// Makes the domain change.
    fn handle(&self, message: Message<M>, tx: &mut Tx) -> impl Future<Output = Result<Done, Failure>> + Send;
}

/// What a handler says when it is done; committed together with its changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use = "return it from the handler"]
pub struct Done {
    skipped: Option<FailureCode>,
    result_ref: Option<String>,
}

impl Done {
    /// The effect is in the transaction.
    pub fn new() -> Self {
        Self::default()
    }

    /// There was nothing to do, for a reason worth counting: `STALE_VERSION`, say.
    pub fn skipped(code: impl Into<FailureCode>) -> Self {
        Self { skipped: Some(code.into()), result_ref: None }
    }

    /// The same with a reference to the result (at most 300 characters), kept in the inbox. Costs a round trip.
    pub fn with_result_ref(mut self, result_ref: impl Into<String>) -> Self {
        self.result_ref = Some(result_ref.into());
        self
    }

    pub(crate) fn into_parts(self) -> (Option<FailureCode>, Option<String>) {
        (self.skipped, self.result_ref)
    }
}
