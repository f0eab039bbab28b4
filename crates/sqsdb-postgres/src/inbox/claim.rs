//! Claims a piece of work: two round trips, no wait for another claim.
//!
//! The claim takes a try-lock on (consumer, key), held until the transaction ends, so a duplicate of running work is
//! answered at once instead of waiting for the unique index. Three more waits are possible, and none is unbounded:
//!
//! - a row that somebody else has locked (an operator's open session) is skipped and answers InProgress;
//! - the insert waits for a foreign, uncommitted insert of the same key that did not take the lock. The store has no
//!   such statement, so that is a person's session; the call timeout cuts it;
//! - the try-lock itself never waits.
//!
//! `lock_timeout` is not used: set per transaction it costs a round trip or pins the session at a proxy, and it would
//! then also govern the handler's own statements.
//!
//! The statement's snapshot is older than the lock. So it may see no row, or an old one, that another transaction
//! committed between snapshot and lock: the insert then meets the row and does nothing, or the row is judged again by
//! its newest version and not taken. Both give no answer, and the statement runs again in the same transaction: now
//! the lock is held, and each statement of READ COMMITTED has a fresh snapshot.
//!
//! A row exists only after a commit. A process that dies in its handler leaves none, so a message with a receive count
//! above 1 and no row has been tried by someone who told nobody.

use sqlx::{Row, postgres::PgRow};
use sqsdb_core::{
    failure::FailureCode,
    hash::RequestHash,
    store::{Claim, StoreError, Verdict},
};

use super::key::{InboxKey, bind_identity, bind_row};
use crate::{error, store::PgStore, tx::PgTx};

/// How often the statement runs before "somebody is working on it" is the answer.
const RUNS: usize = 3;

enum Answer {
    Run { attempt: u32 },
    Settled(Verdict<PgTx>),
    Raced,
}

pub(super) async fn claim(store: &PgStore, claim: &Claim) -> Result<Verdict<PgTx>, StoreError> {
    let key = InboxKey::of(store.schema(), claim);
    let mut tx = store.open().await?;
    for _ in 0..RUNS {
        // on an error the transaction is dropped and its connection closed: it may lead to a standby (25006), have a
        // stale plan (0A000) or be dead
        let answer = ask(store, &mut tx, &key, claim).await.map_err(error::statement("claim"))?;
        match answer {
            Answer::Run { attempt } => return Ok(Verdict::Run { tx: tx.claimed(key), attempt }),
            Answer::Settled(verdict) => {
                tx.abandon();
                return Ok(verdict);
            }
            Answer::Raced => {}
        }
    }
    tx.abandon();
    Ok(Verdict::InProgress)
}

async fn ask(store: &PgStore, tx: &mut PgTx, key: &InboxKey, claim: &Claim) -> Result<Answer, sqlx::Error> {
    let sql = &store.0.sql;
    let query = bind_row(bind_identity(sql.query(&sql.claim), key, claim), claim);
    answer(&query.fetch_one(&mut **tx).await?)
}

fn answer(row: &PgRow) -> Result<Answer, sqlx::Error> {
    if let Some(attempt) = row.try_get::<Option<i32>, _>("attempt")? {
        return Ok(Answer::Run { attempt: attempt.unsigned_abs() });
    }
    if let Some(verdict) = stored(row)? {
        return Ok(Answer::Settled(verdict));
    }
    Ok(match row.try_get("held")? {
        Some(true) => Answer::Raced,
        _ => Answer::Settled(Verdict::InProgress),
    })
}

/// What a committed row decides by itself. A mismatch comes before everything else.
fn stored(row: &PgRow) -> Result<Option<Verdict<PgTx>>, sqlx::Error> {
    let Some(status) = row.try_get::<Option<String>, _>("status")? else { return Ok(None) };
    if row.try_get("differs")? {
        return Ok(Some(Verdict::Mismatch { stored: stored_hash(row)? }));
    }
    Ok(match status.as_str() {
        "COMPLETED" => Some(Verdict::Completed { result_ref: row.try_get("result_ref")? }),
        "FAILED_TERMINAL" => Some(Verdict::Terminal {
            code: FailureCode::from(text_of(row, "failure_code")?),
            message: text_of(row, "failure_message")?,
        }),
        _ if row.try_get("leased")? => Some(Verdict::InProgress),
        _ => None,
    })
}

fn stored_hash(row: &PgRow) -> Result<RequestHash, sqlx::Error> {
    let version: i32 = row.try_get("hash_version")?;
    let version = u16::try_from(version).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(RequestHash::from_parts(version, row.try_get::<String, _>("request_hash")?))
}

fn text_of(row: &PgRow, column: &str) -> Result<String, sqlx::Error> {
    Ok(row.try_get::<Option<String>, _>(column)?.unwrap_or_default())
}
