//! The inbox: claim, commit, failure and inspection as one implementation of [`InboxStore`].

mod claim;
mod commit;
mod failure;
mod inspect;
mod key;

use std::time::Duration;

pub(crate) use key::{InboxKey, lock_key};
use sqsdb_core::store::{
    Claim, CommitError, Completion, FailureRecord, InboxStore, Inspection, StoreError, Verdict,
};

use crate::{store::PgStore, tx::PgTx};

impl InboxStore for PgStore {
    type Tx = PgTx;

    async fn claim(&self, claim: &Claim) -> Result<Verdict<PgTx>, StoreError> {
        self.bounded("claim", claim::claim(self, claim)).await
    }

    async fn commit(&self, tx: PgTx, completion: &Completion) -> Result<(), CommitError> {
        commit::commit(self, tx, completion).await
    }

    async fn rollback(&self, tx: PgTx) {
        // cut off, the rollback is not confirmed, and the connection is closed
        if tokio::time::timeout(self.0.call_timeout, tx.rollback()).await.is_err() {
            tracing::warn!("a rollback was not answered in time; its connection is closed");
        }
    }

    async fn record_failure(&self, claim: &Claim, failure: &FailureRecord) -> Result<u32, StoreError> {
        self.bounded("record a failure", failure::record(self, claim, failure)).await
    }

    async fn inspect(&self, claim: &Claim) -> Result<Inspection, StoreError> {
        self.bounded("inspect", inspect::inspect(self, claim)).await
    }

    fn retention(&self) -> Duration {
        self.0.retention
    }
}
