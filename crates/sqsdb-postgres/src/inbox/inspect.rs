//! Tells what became of a commit whose answer was lost.

use sqlx::Row;
use sqsdb_core::store::{Claim, Inspection, StoreError};

use super::key::{InboxKey, bind_hashes, bind_identity};
use crate::{error, store::PgStore, tx::PgTx};

const DOING: &str = "inspect";

/// The old transaction holds the work's lock until its very end, and PostgreSQL makes a commit visible before it frees
/// the locks. So:
///
/// - the row is there: committed;
/// - the lock is taken: the old transaction (or a newer claim) is alive, and may still commit;
/// - the lock is ours: the old transaction has ended. Only a snapshot taken after that is sure to see what it left,
///   so the question is asked once more under the lock.
///
/// This holds for one server. After a failover to a standby that had not received the commit, the row is not there and
/// the effect is not either.
pub(super) async fn inspect(store: &PgStore, claim: &Claim) -> Result<Inspection, StoreError> {
    let key = InboxKey::of(store.schema(), claim);
    let mut tx = store.open().await?;
    let inspection = judge(store, &mut tx, &key, claim).await.map_err(error::statement(DOING))?;
    // awaited: the next claim of this work should find the lock free
    tx.rollback().await;
    Ok(inspection)
}

async fn judge(
    store: &PgStore,
    tx: &mut PgTx,
    key: &InboxKey,
    claim: &Claim,
) -> Result<Inspection, sqlx::Error> {
    let first = look(store, tx, key, claim).await?;
    if first.committed {
        return Ok(Inspection::Committed);
    }
    if !first.ended {
        return Ok(Inspection::Undecided);
    }
    let under_lock = look(store, tx, key, claim).await?;
    Ok(if under_lock.committed { Inspection::Committed } else { Inspection::NotCommitted })
}

struct Look {
    ended: bool,
    committed: bool,
}

async fn look(store: &PgStore, tx: &mut PgTx, key: &InboxKey, claim: &Claim) -> Result<Look, sqlx::Error> {
    let sql = &store.0.sql;
    let query = bind_hashes(bind_identity(sql.query(&sql.inspect), key, claim), claim);
    let row = query.fetch_one(&mut **tx).await?;
    Ok(Look { ended: row.try_get("ended")?, committed: row.try_get("committed")? })
}
