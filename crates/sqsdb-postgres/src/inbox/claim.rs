//! Claims a piece of work: two round trips for new work, three for work that is known. No wait for another claim.
//!
//! The claim takes a try-lock on (consumer, key), held until the transaction ends, so a duplicate of running work is
//! answered at once instead of waiting for the unique index. Two more waits are possible:
//!
//! - a row that somebody else has locked (an operator's open session) is skipped, and the answer is InProgress;
//! - the insert waits for an uncommitted insert of the same key by someone who did not take the lock. The store has no
//!   such statement, so that is a person's session; the call timeout ends it.
//!
//! `lock_timeout` is not used: set per transaction it costs a round trip or pins the session at a proxy, and it would
//! then also govern the handler's own statements.
//!
//! A statement's snapshot is older than the lock it takes. So it may see no row, or an old one, where another
//! transaction committed between snapshot and lock: the insert then meets the row and does nothing, and a known row is
//! judged again by its newest version and not taken. Both give no answer, and the next statement is asked in the same
//! transaction: now the lock is held, and each statement of READ COMMITTED has a fresh snapshot.
//!
//! A row exists only after a commit. A process that dies in its handler leaves none, so a message with a receive count
//! above 1 and no row has been tried by someone who told nobody.

use sqlx::{Row, postgres::PgRow};
use sqsdb_core::{
    failure::FailureCode,
    hash::RequestHash,
    store::{Claim, StoreError, Verdict},
};

use super::key::{InboxKey, bind_aggregate, bind_attempt, bind_hashes, bind_identity};
use crate::{error, store::PgStore, tx::PgTx};

/// How often both statements run before "somebody is working on it" is the answer.
const RUNS: usize = 3;

enum Answer {
    Run { attempt: u32 },
    Settled(Verdict<PgTx>),
    Raced,
}

pub(super) async fn claim(store: &PgStore, claim: &Claim) -> Result<Verdict<PgTx>, StoreError> {
    let key = InboxKey::of(store.schema(), claim);
    let mut tx = store.open().await?;
    // on an error the transaction is dropped and its connection closed: it may lead to a standby (25006), have a stale
    // plan (0A000) or be dead
    match ask(store, &mut tx, &key, claim).await.map_err(error::statement("claim"))? {
        Answer::Run { attempt } => Ok(Verdict::Run { tx: tx.claimed(key), attempt }),
        Answer::Settled(verdict) => {
            tx.abandon();
            Ok(verdict)
        }
        Answer::Raced => {
            tx.abandon();
            Ok(Verdict::InProgress)
        }
    }
}

async fn ask(store: &PgStore, tx: &mut PgTx, key: &InboxKey, claim: &Claim) -> Result<Answer, sqlx::Error> {
    for _ in 0..RUNS {
        if let Some(attempt) = claim_new(store, tx, key, claim).await? {
            return Ok(Answer::Run { attempt });
        }
        match claim_stored(store, tx, key, claim).await? {
            Answer::Raced => {}
            answer => return Ok(answer),
        }
    }
    Ok(Answer::Raced)
}

/// None where the lock was taken, or a row was there.
async fn claim_new(
    store: &PgStore,
    tx: &mut PgTx,
    key: &InboxKey,
    claim: &Claim,
) -> Result<Option<u32>, sqlx::Error> {
    let sql = &store.0.sql;
    let query = bind_attempt(bind_identity(sql.query(&sql.claim_new), key, claim), claim);
    let row = bind_aggregate(query, claim).fetch_optional(&mut **tx).await?;
    row.map(|row| row.try_get::<i32, _>("attempts").map(i32::unsigned_abs)).transpose()
}

async fn claim_stored(
    store: &PgStore,
    tx: &mut PgTx,
    key: &InboxKey,
    claim: &Claim,
) -> Result<Answer, sqlx::Error> {
    let sql = &store.0.sql;
    let query = bind_hashes(bind_identity(sql.query(&sql.claim_stored), key, claim), claim);
    answer(&bind_attempt(query, claim).fetch_one(&mut **tx).await?)
}

fn answer(row: &PgRow) -> Result<Answer, sqlx::Error> {
    if let Some(attempt) = row.try_get::<Option<i32>, _>("attempt")? {
        return Ok(Answer::Run { attempt: attempt.unsigned_abs() });
    }
    if let Some(verdict) = stored(row)? {
        return Ok(Answer::Settled(verdict));
    }
    let held = row.try_get("held")?;
    Ok(if held { Answer::Raced } else { Answer::Settled(Verdict::InProgress) })
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
