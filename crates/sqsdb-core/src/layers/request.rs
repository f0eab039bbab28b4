//! What a layer is handed. Each trait has one implementor, the request of that place in the stack, so that layers in
//! a wrong order are one short error that names both.

use crate::{
    delivery::Delivery,
    disposition::Disposition,
    handler::{Handled, InTx},
    message::Message,
};

/// What travels inwards through a stack: a [`Delivery`], then a [`Message`], then an [`InTx`].
pub trait Request: sealed::Sealed + Send + 'static {
    /// What travels back.
    type Answer;
}

/// The request of [`TraceLayer`](super::TraceLayer), [`QuarantineLayer`](super::QuarantineLayer),
/// [`HeartbeatLayer`](super::HeartbeatLayer) and [`DecodeLayer`](super::DecodeLayer): a [`Delivery`].
#[diagnostic::on_unimplemented(
    message = "layers in the wrong order: one that takes deliveries is handed a `{Self}`",
    label = "trace, quarantine, heartbeat and decode come before the inbox layer, each once",
    note = "outermost first: `TraceLayer`, `QuarantineLayer`, `HeartbeatLayer`, `DecodeLayer`, `InboxLayer`, `ClassifyLayer`, the handler; the first three and `ClassifyLayer` may be left out"
)]
pub trait DeliveryRequest: Request<Answer = Disposition> {
    /// The delivery.
    fn into_delivery(self) -> Delivery;
}

/// The request of [`InboxLayer`](super::InboxLayer): a [`Message`].
#[diagnostic::on_unimplemented(
    message = "the inbox layer is handed a `{Self}` instead of a decoded message",
    label = "`DecodeLayer::<M>::new()` comes before `InboxLayer`, each once",
    note = "outermost first: `TraceLayer`, `QuarantineLayer`, `HeartbeatLayer`, `DecodeLayer`, `InboxLayer`, `ClassifyLayer`, the handler; the first three and `ClassifyLayer` may be left out"
)]
pub trait MessageRequest: Request<Answer = Disposition> {
    /// The payload.
    type Payload: Send + 'static;

    /// The message.
    fn into_message(self) -> Message<Self::Payload>;
}

/// The request of [`ClassifyLayer`](super::ClassifyLayer) and of the handler: an [`InTx`].
#[diagnostic::on_unimplemented(
    message = "the inbox layer is missing: the classify layer or the handler is handed a `{Self}`, without a transaction",
    label = "`InboxLayer::new(store)` comes after `DecodeLayer`, and before `ClassifyLayer` and the handler",
    note = "outermost first: `TraceLayer`, `QuarantineLayer`, `HeartbeatLayer`, `DecodeLayer`, `InboxLayer`, `ClassifyLayer`, the handler; the first three and `ClassifyLayer` may be left out"
)]
pub trait TxRequest: Request<Answer = Handled<Self::Tx>> {
    /// The payload.
    type Payload: Send + 'static;
    /// The store's transaction.
    type Tx: Send + 'static;

    /// The message in its transaction.
    fn into_in_tx(self) -> InTx<Self::Payload, Self::Tx>;
}

impl Request for Delivery {
    type Answer = Disposition;
}

impl<M: Send + 'static> Request for Message<M> {
    type Answer = Disposition;
}

impl<M: Send + 'static, Tx: Send + 'static> Request for InTx<M, Tx> {
    type Answer = Handled<Tx>;
}

impl DeliveryRequest for Delivery {
    fn into_delivery(self) -> Delivery {
        self
    }
}

impl<M: Send + 'static> MessageRequest for Message<M> {
    type Payload = M;

    fn into_message(self) -> Message<M> {
        self
    }
}

impl<M: Send + 'static, Tx: Send + 'static> TxRequest for InTx<M, Tx> {
    type Payload = M;
    type Tx = Tx;

    fn into_in_tx(self) -> InTx<M, Tx> {
        self
    }
}

mod sealed {
    use super::{Delivery, InTx, Message};

    pub trait Sealed {}

    impl Sealed for Delivery {}
    impl<M> Sealed for Message<M> {}
    impl<M, Tx> Sealed for InTx<M, Tx> {}
}
