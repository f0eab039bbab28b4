//! What becomes of a message after its handler ran: commit, roll back, record, judge.

use std::{sync::Arc, time::Duration};

use super::uncut::uncut;
use crate::{
    disposition::{Cause, Deleted, Disposition, Retry},
    failure::{Failure, FailureCode, FailureKind, codes},
    handler::{Done, Handled},
    lease::Lease,
    store::{
        Claim, CommitError, Completion, FailureRecord, InboxStore, Inspection, StoreError, StoreErrorKind,
    },
};

/// The wait where neither failure nor policy names one.
const DEFAULT_RETRY: Duration = Duration::from_secs(30);

/// The wait after an error of the store that is not the message's fault.
const STORE_RETRY: Duration = Duration::from_secs(5);

/// How often the inbox is asked what became of a commit, and how long between.
const INSPECTIONS: u32 = 5;
const INSPECTION_PAUSE: Duration = Duration::from_millis(200);

/// Settles a handled message with the store. Runs to its end even if the caller goes away.
pub(super) async fn settle<St: InboxStore>(
    store: St,
    claim: Arc<Claim>,
    lease: &Lease,
    handled: Handled<St::Tx>,
) -> Disposition {
    let settled = uncut(lease, async move {
        match handled {
            Handled { tx: Some(tx), outcome: Ok(done) } => complete(&store, &claim, tx, done).await,
            Handled { tx, outcome: Err(failure) } => {
                if let Some(tx) = tx {
                    store.rollback(tx).await;
                }
                failed(&store, &claim, &failure).await
            }
            Handled { tx: None, outcome: Ok(_) } => lost_transaction(),
        }
    });
    settled.await.unwrap_or_else(|error| store_failed(&error))
}

/// An error of the store outside the handler: nobody is charged, the message comes again.
pub(super) fn store_failed(error: &StoreError) -> Disposition {
    let pressure = error.kind() == StoreErrorKind::Pressure;
    if error.kind() == StoreErrorKind::Permanent {
        tracing::error!(%error, "the store refuses a statement; look at its schema and configuration");
    } else {
        tracing::warn!(%error, "the store could not be asked");
    }
    let after = if error.kind() == StoreErrorKind::Transient { STORE_RETRY } else { DEFAULT_RETRY };
    Disposition::Retry(Retry::uncharged(after, error.code().clone()).pressure(pressure))
}

async fn complete<St: InboxStore>(store: &St, claim: &Claim, tx: St::Tx, done: Done) -> Disposition {
    let (skipped, result_ref) = done.into_parts();
    match store.commit(tx, &Completion::new(result_ref)).await {
        Ok(()) => committed(skipped),
        Err(CommitError::Refused(error)) => refused(store, claim, error).await,
        Err(CommitError::Unknown(error)) => {
            tracing::warn!(%error, "the answer to a commit was lost; asking the inbox");
            judge(store, claim, skipped).await
        }
    }
}

fn committed(skipped: Option<FailureCode>) -> Disposition {
    Disposition::Delete(skipped.map_or(Deleted::Completed, Deleted::Skipped))
}

/// The store refused the commit: a conflict is a failed attempt, pressure is not.
async fn refused<St: InboxStore>(store: &St, claim: &Claim, error: StoreError) -> Disposition {
    let (code, text) = (error.code().clone(), error.to_string());
    let failure = match error.kind() {
        StoreErrorKind::Transient => Failure::retryable(code, text).after(STORE_RETRY),
        StoreErrorKind::Pressure => Failure::pressure(code, text),
        StoreErrorKind::Permanent => Failure::terminal(code, text),
    };
    failed(store, claim, &failure).await
}

/// Reads on a fresh connection what became of a commit.
async fn judge<St: InboxStore>(store: &St, claim: &Claim, skipped: Option<FailureCode>) -> Disposition {
    for _ in 0..INSPECTIONS {
        match store.inspect(claim).await {
            Ok(Inspection::Committed) => return committed(skipped),
            Ok(Inspection::NotCommitted) => break,
            Ok(Inspection::Undecided) => {}
            Err(error) => tracing::warn!(%error, "the inbox could not be asked what became of a commit"),
        }
        tokio::time::sleep(INSPECTION_PAUSE).await;
    }
    Disposition::Retry(Retry::uncharged(STORE_RETRY, codes::COMMIT_UNKNOWN))
}

/// Records a failure that charges an attempt, and says when the message comes again.
async fn failed<St: InboxStore>(store: &St, claim: &Claim, failure: &Failure) -> Disposition {
    let terminal = match failure.kind().unwrap_or(FailureKind::Retryable) {
        FailureKind::NotYet => return Disposition::Retry(returned(failure, false)),
        FailureKind::Retryable => false,
        FailureKind::Terminal => true,
    };
    let record = FailureRecord::new(terminal, failure.code().clone(), failure.message());
    match store.record_failure(claim, &record).await {
        Ok(_) if terminal => Disposition::Terminal(Cause::new(failure.code(), failure.message())),
        Ok(_) => Disposition::Retry(returned(failure, true)),
        Err(error) => {
            tracing::error!(%error, %failure, "a failure could not be recorded; the message comes again");
            store_failed(&error)
        }
    }
}

fn returned(failure: &Failure, charged: bool) -> Retry {
    let (after, code) = (failure.retry_after().unwrap_or(DEFAULT_RETRY), failure.code().clone());
    let retry = if charged { Retry::charged(after, code) } else { Retry::uncharged(after, code) };
    tracing::warn!(%failure, charged, after = ?after, "the handler failed; the message comes again");
    retry.pressure(failure.is_pressure())
}

/// A layer said "done" but kept the transaction: nothing was committed.
fn lost_transaction() -> Disposition {
    tracing::error!("a layer between inbox and handler answered Done without the transaction");
    Disposition::Retry(Retry::uncharged(DEFAULT_RETRY, codes::UNCLASSIFIED))
}
