//! Keeps terminal messages in the store, raw, and then lets them be deleted.

mod layer;

use std::{
    convert::Infallible,
    task::{Context, Poll},
    time::Duration,
};

pub use layer::QuarantineLayer;
use tower::{Service, ServiceExt};

use super::{ResponseFuture, infallible, request::DeliveryRequest};
use crate::{
    delivery::Delivery,
    disposition::{Cause, Deleted, Disposition, Retry},
    message::keys,
    store::{QuarantineRecord, QuarantineStore},
};

/// How long a terminal message waits when the quarantine could not be written.
const RETRY_WRITE: Duration = Duration::from_secs(30);

/// A service that quarantines what the one it wraps calls terminal.
#[derive(Debug, Clone)]
pub struct Quarantine<S, Q> {
    inner: S,
    store: Q,
}

impl<S, Q, R> Service<R> for Quarantine<S, Q>
where
    R: DeliveryRequest,
    S: Service<Delivery, Response = Disposition, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    Q: QuarantineStore,
{
    type Response = R::Answer;
    type Error = Infallible;
    type Future = ResponseFuture<R::Answer>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        let delivery = request.into_delivery();
        let (inner, store) = (self.inner.clone(), self.store.clone());
        Box::pin(async move {
            Ok(match infallible(inner.oneshot(delivery.clone()).await) {
                Disposition::Terminal(cause) => keep(&store, &delivery, cause).await,
                other => other,
            })
        })
    }
}

async fn keep<Q: QuarantineStore>(store: &Q, delivery: &Delivery, cause: Cause) -> Disposition {
    match store.quarantine(&record(delivery, &cause)).await {
        Ok(()) => Disposition::Delete(Deleted::Quarantined(cause)),
        Err(error) => {
            tracing::error!(%error, code = %cause.code, "a terminal message could not be quarantined; it comes again");
            Disposition::Retry(Retry::uncharged(RETRY_WRITE, cause.code))
        }
    }
}

fn record(delivery: &Delivery, cause: &Cause) -> QuarantineRecord {
    let (queue, id, body) = (delivery.queue.clone(), delivery.message_id.clone(), delivery.body.clone());
    let mut record = QuarantineRecord::new(queue, id, body, cause.code.clone(), cause.message.clone());
    let keys = keys(&delivery.body);
    record.message_type = keys.message_type;
    record.idempotency_key = keys.idempotency_key;
    record.attributes = delivery.attributes.as_ref().clone();
    record.group_id = delivery.group_id.clone();
    record.receive_count = delivery.receive_count;
    record.sent_at = delivery.sent_at;
    record
}
