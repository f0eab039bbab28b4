//! The small, stable traits that a store implements. No runtime code lives here.

mod claim;
mod error;
mod quarantine;

use std::{error::Error, future::Future, time::Duration};

pub(crate) use claim::IN_PROGRESS_RETRY;
pub use claim::{Claim, Completion, FailureRecord, Inspection, Verdict};
pub use error::{CommitError, StoreError, StoreErrorKind};
pub use quarantine::{QuarantineRecord, QuarantineStore};

use crate::failure::Classification;

/// The transaction that a store hands to a handler.
///
/// Dropping it without [`InboxStore::commit`] undoes everything and never leaves an open transaction behind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a store's transaction",
    label = "a handler's second argument is `&mut` of its store's transaction type",
    note = "for the PostgreSQL store write `tx: &mut sqsdb_postgres::PgTx`"
)]
pub trait Transaction: Send + 'static {
    /// Sorts an error of this store; `None` where it is not one of this store's.
    fn classify(error: &(dyn Error + 'static)) -> Option<Classification>;
}

/// The inbox of a store whose claim, domain change and completion are one transaction.
///
/// Guarantees that an implementation gives:
/// - for a (consumer, key), at most one transaction that [`claim`](Self::claim) opened can commit;
/// - `claim` never waits for another claim of the same key while holding a connection: it answers
///   [`Verdict::InProgress`];
/// - no method leaves a connection in doubt in a pool, however its future ends.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an inbox store",
    label = "the inbox layer needs a store",
    note = "use `sqsdb_postgres::PgStore`, or implement `InboxStore`"
)]
pub trait InboxStore: Clone + Send + Sync + 'static {
    /// What the handler works in.
    type Tx: Transaction;

    /// Asks for the right to run.
    fn claim(&self, claim: &Claim) -> impl Future<Output = Result<Verdict<Self::Tx>, StoreError>> + Send;

    /// Commits the domain change together with the COMPLETED row.
    fn commit(
        &self,
        tx: Self::Tx,
        completion: &Completion,
    ) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// Undoes the transaction; where that cannot be confirmed, closes its connection.
    fn rollback(&self, tx: Self::Tx) -> impl Future<Output = ()> + Send;

    /// Records a failure in a short transaction of its own and answers the attempts charged so far.
    ///
    /// A row that is COMPLETED stays so.
    fn record_failure(
        &self,
        claim: &Claim,
        failure: &FailureRecord,
    ) -> impl Future<Output = Result<u32, StoreError>> + Send;

    /// Tells on a fresh connection what became of a commit whose answer was lost.
    fn inspect(&self, claim: &Claim) -> impl Future<Output = Result<Inspection, StoreError>> + Send;

    /// How long COMPLETED rows are kept.
    fn retention(&self) -> Duration;
}
