//! Commits, and tells a refusal from an answer that was lost.

use sqlx::postgres::PgSeverity;
use sqsdb_core::store::{CommitError, Completion, StoreError, StoreErrorKind};

use crate::{
    error,
    sqlstate::{self, codes},
    store::PgStore,
    text,
    tx::PgTx,
};

const DOING: &str = "commit";

/// One round trip, or two where the handler left a reference to its result.
pub(super) async fn commit(
    store: &PgStore,
    mut tx: PgTx,
    completion: &Completion,
) -> Result<(), CommitError> {
    let committed = async {
        if let Some(result_ref) = &completion.result_ref {
            set_result_ref(store, &mut tx, result_ref).await?;
        }
        tx.commit().await.map_err(commit_error)
    };
    let outcome = tokio::time::timeout(store.0.call_timeout, committed).await;
    match outcome.unwrap_or_else(|_| Err(CommitError::Unknown(error::timed_out(DOING)))) {
        Ok(()) => {
            tx.release_committed();
            Ok(())
        }
        Err(CommitError::Refused(error)) => {
            tx.abandon();
            Err(CommitError::Refused(error))
        }
        // dropped, the transaction closes its connection
        Err(unknown) => Err(unknown),
    }
}

async fn set_result_ref(store: &PgStore, tx: &mut PgTx, result_ref: &str) -> Result<(), CommitError> {
    let sql = &store.0.sql;
    let key = tx.inbox_key().cloned().ok_or_else(claim_lost)?;
    let query = sql.query(&sql.set_result_ref).bind(key.consumer).bind(key.idempotency_key);
    let set = query.bind(text::storable(result_ref).into_owned()).execute(&mut **tx).await;
    // nothing has asked for a commit yet, so whatever happened here, nothing was applied
    let set =
        set.map_err(|error| CommitError::Refused(error::statement("set the result reference")(error)))?;
    if set.rows_affected() == 1 { Ok(()) } else { Err(claim_lost()) }
}

fn claim_lost() -> CommitError {
    let text = "the transaction has no inbox row to complete; \
                did the handler end the transaction or delete the row?";
    CommitError::Refused(StoreError::new(StoreErrorKind::Permanent, codes::CLAIM_LOST, text))
}

fn commit_error(error: sqlx::Error) -> CommitError {
    let refused = is_refusal(&error);
    let error = error::statement(DOING)(error);
    if refused { CommitError::Refused(error) } else { CommitError::Unknown(error) }
}

/// Whether the server answered that it did not commit. An error that ends the session (FATAL, PANIC), or tells of
/// trouble in the server, may come after the commit record was written.
fn is_refusal(error: &sqlx::Error) -> bool {
    let Some(error) = sqlstate::database_error(error) else { return false };
    let code = error.code();
    let doubtful = [
        codes::STATEMENT_COMPLETION_UNKNOWN,
        // the handler ended the transaction by SQL text: committed or not, the inbox row tells
        codes::NO_ACTIVE_SQL_TRANSACTION,
        "08",
        "57P",
        "58",
        "XX",
    ];
    error.severity() == PgSeverity::Error && !doubtful.iter().any(|prefix| code.starts_with(prefix))
}
