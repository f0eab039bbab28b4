//! Asks the inbox for the right to run, and commits the effect together with the inbox row.

mod layer;
mod outcome;
mod start;
mod uncut;

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

pub use layer::InboxLayer;
use start::Start;
use tokio::time::Instant;
use tower::{Service, ServiceExt};
use tracing::Span;
use uncut::uncut;

use super::{ResponseFuture, infallible, request::MessageRequest};
use crate::{
    clock::Clock,
    disposition::{Cause, Deleted, Disposition, Retry},
    failure::codes,
    handler::{Handled, InTx},
    message::Message,
    store::{Claim, IN_PROGRESS_RETRY, InboxStore, Verdict},
};

/// How long a message of a blocked aggregate stays hidden.
const BLOCKED_RETRY: Duration = Duration::from_secs(900);

/// The longest that `notBefore` hides a message at once; SQS allows 12 hours from the receive.
const NOT_BEFORE_MAX: Duration = Duration::from_secs(43_000);

/// A service that lets each idempotency key take effect once.
#[derive(Debug, Clone)]
pub struct Inbox<S, St> {
    inner: S,
    store: St,
    consumer: Arc<str>,
    clock: Clock,
}

impl<S, St, R> Service<R> for Inbox<S, St>
where
    R: MessageRequest,
    St: InboxStore,
    S: Service<InTx<R::Payload, St::Tx>, Response = Handled<St::Tx>, Error = Infallible>
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
        let message = request.into_message();
        if let Some(wait) = self.not_before(&message) {
            let retry = Retry::uncharged(wait, codes::NOT_BEFORE);
            return Box::pin(std::future::ready(Ok(Disposition::Retry(retry))));
        }
        let this = self.clone();
        Box::pin(async move { Ok(this.process(message).await) })
    }
}

impl<S, St: InboxStore> Inbox<S, St> {
    fn not_before<M>(&self, message: &Message<M>) -> Option<Duration> {
        let not_before = message.header().attempt_policy.as_ref()?.not_before?;
        let wait = (not_before - self.clock.now()).to_std().ok()?;
        (!wait.is_zero()).then(|| wait.min(NOT_BEFORE_MAX))
    }

    async fn process<M>(self, message: Message<M>) -> Disposition
    where
        S: Service<InTx<M, St::Tx>, Response = Handled<St::Tx>, Error = Infallible>,
    {
        let claim = Arc::new(claim(&self.consumer, &message));
        let started = Instant::now();
        let verdict = {
            let (store, claim) = (self.store.clone(), Arc::clone(&claim));
            uncut(message.lease(), async move { store.claim(&claim).await }).await.flatten()
        };
        match verdict {
            Ok(Verdict::Run { tx, attempt }) => {
                Span::current().record("attempt", attempt);
                let lease = message.lease().clone();
                let start = Start::new(&self.store, &claim, &lease);
                let request = InTx::new(message.started(attempt), tx);
                let handled = infallible(self.inner.oneshot(request).await);
                start.came_to_an_end();
                let disposition = outcome::settle(self.store, claim, &lease, handled).await;
                record_duration(started);
                disposition
            }
            Ok(verdict) => without_run(verdict),
            Err(error) => outcome::store_failed(&error),
        }
    }
}

fn claim<M>(consumer: &Arc<str>, message: &Message<M>) -> Claim {
    let header = message.header();
    Claim::new(Arc::clone(consumer), header.idempotency_key.clone(), message.request_hash().clone())
        .message(header.message_type.clone(), header.schema_version)
        .aggregate(header.aggregate_type.clone(), header.aggregate_id.clone())
        .receive_count(message.delivery().receive_count)
}

/// What becomes of a message that may not run.
fn without_run<Tx>(verdict: Verdict<Tx>) -> Disposition {
    match verdict {
        Verdict::Completed { .. } => Disposition::Delete(Deleted::Duplicate),
        Verdict::Mismatch { stored } => {
            tracing::error!(
                alert = "idempotency_hash_mismatch",
                stored = %stored,
                "one idempotency key was used for two payloads"
            );
            let text = format!("the key was used before for a payload with hash {stored}");
            Disposition::Terminal(Cause::new(codes::IDEMPOTENCY_HASH_MISMATCH, text))
        }
        Verdict::Terminal { code, message } => Disposition::Terminal(Cause::new(code, message)),
        Verdict::Blocked { reason } => {
            tracing::warn!(reason, "the aggregate is blocked");
            Disposition::Retry(Retry::uncharged(BLOCKED_RETRY, codes::AGGREGATE_BLOCKED))
        }
        Verdict::InProgress | Verdict::Run { .. } => {
            Disposition::Retry(Retry::uncharged(IN_PROGRESS_RETRY, codes::IN_PROGRESS))
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // milliseconds fit
fn record_duration(started: Instant) {
    Span::current().record("dbTransactionMs", started.elapsed().as_millis() as u64);
}
