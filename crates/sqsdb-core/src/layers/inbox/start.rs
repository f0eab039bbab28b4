//! A start of the handler, which is charged even if the lease is lost before its end.

use std::sync::Arc;

use tracing::Instrument;

use crate::{
    failure::codes,
    lease::Lease,
    store::{Claim, FailureRecord, InboxStore},
};

/// A started handler. Dropped on a lost lease before it [came to an end](Self::came_to_an_end), it records an
/// attempt: otherwise a handler that never ends within its lease would run again for ever. A handler that a
/// worker cancels at its own end is not charged.
pub(super) struct Start<St: InboxStore> {
    store: St,
    claim: Arc<Claim>,
    lease: Lease,
    ended: bool,
}

impl<St: InboxStore> Start<St> {
    pub(super) fn new(store: &St, claim: &Arc<Claim>, lease: &Lease) -> Self {
        Self { store: store.clone(), claim: Arc::clone(claim), lease: lease.clone(), ended: false }
    }

    pub(super) fn came_to_an_end(mut self) {
        self.ended = true;
    }
}

impl<St: InboxStore> Drop for Start<St> {
    fn drop(&mut self) {
        if self.ended || !self.lease.is_lost() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (store, claim) = (self.store.clone(), Arc::clone(&self.claim));
            let counted = self.lease.uncut_call();
            let recording = async move {
                record(&store, &claim).await;
                drop(counted);
            };
            drop(runtime.spawn(recording.in_current_span()));
        }
    }
}

async fn record<St: InboxStore>(store: &St, claim: &Claim) {
    let text = "the lease was lost while the handler ran, and the handler was cancelled";
    let failure = FailureRecord::new(false, codes::LEASE_LOST, text);
    if let Err(error) = store.record_failure(claim, &failure).await {
        tracing::error!(%error, "a start that lost its lease could not be recorded; it charges no attempt");
    }
}
