//! Records a failed attempt in a short statement of its own, after the transaction was rolled back.

use std::time::Duration;

use sqlx::{Row, postgres::PgRow};
use sqsdb_core::store::{Claim, FailureRecord, StoreError};

use super::key::{InboxKey, bind_aggregate, bind_attempt, bind_hashes, bind_identity};
use crate::{error, store::PgStore, text};

const DOING: &str = "record a failure";
const CODE_WIDTH: usize = 100;

/// The pauses between tries. A connection that was just closed keeps its lock until the server has noticed.
const PAUSES_MS: [u64; 6] = [5, 10, 20, 40, 80, 160];

/// One statement, and a ping before it. The statement takes the work's try-lock, since it would otherwise wait, connection in hand, for a
/// duplicate that has begun to run meanwhile. While that runs nothing is recorded: its outcome is the newer one.
pub(super) async fn record(
    store: &PgStore,
    claim: &Claim,
    failure: &FailureRecord,
) -> Result<u32, StoreError> {
    let key = InboxKey::of(store.schema(), claim);
    for pause in PAUSES_MS.into_iter().map(Some).chain([None]) {
        if let Some(attempts) = try_record(store, &key, claim, failure).await? {
            return Ok(attempts);
        }
        if let Some(pause) = pause {
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }
    Err(error::busy(DOING))
}

async fn try_record(
    store: &PgStore,
    key: &InboxKey,
    claim: &Claim,
    failure: &FailureRecord,
) -> Result<Option<u32>, StoreError> {
    let sql = &store.0.sql;
    let status = if failure.terminal { "FAILED_TERMINAL" } else { "FAILED_RETRYABLE" };
    let query = bind_hashes(bind_identity(sql.query(&sql.record_failure), key, claim), claim);
    let query = bind_aggregate(bind_attempt(query, claim), claim)
        .bind(status)
        .bind(text::fitted(failure.code.as_str(), CODE_WIDTH).into_owned())
        .bind(text::message(&failure.message).into_owned());
    let row = store.run_for_row(DOING, query).await?;
    attempts(&row).map_err(error::statement(DOING))
}

/// None where the lock was not free, or the row was committed after the statement's snapshot: try again.
fn attempts(row: &PgRow) -> Result<Option<u32>, sqlx::Error> {
    if row.try_get::<bool, _>("held")? {
        Ok(row.try_get::<Option<i32>, _>("attempts")?.map(i32::unsigned_abs))
    } else {
        Ok(None)
    }
}
