//! What names a piece of work: the row's primary key, the lock that goes with it, and how its statements are bound.

use sha2::{Digest, Sha256};
use sqlx::{Postgres, postgres::PgArguments, query::Query};
use sqsdb_core::{hash::RequestHash, store::Claim};

use crate::text;

const CONSUMER_WIDTH: usize = 100;
const KEY_WIDTH: usize = 200;
const TYPE_WIDTH: usize = 100;
const AGGREGATE_ID_WIDTH: usize = 200;

/// The primary key of an inbox row as it is stored, and the key of its advisory lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InboxKey {
    pub(crate) consumer: String,
    pub(crate) idempotency_key: String,
    lock: i64,
}

impl InboxKey {
    pub(crate) fn of(schema: &str, claim: &Claim) -> Self {
        let consumer = text::key(&claim.consumer, CONSUMER_WIDTH).into_owned();
        let idempotency_key = text::key(&claim.idempotency_key, KEY_WIDTH).into_owned();
        let lock = lock_key(&[schema, &consumer, &idempotency_key]);
        Self { consumer, idempotency_key, lock }
    }
}

/// The key of an advisory lock: the start of a digest over its parts.
///
/// Advisory locks of a database share one space of 64-bit keys, the application's own included. Two pieces of work
/// that collide there only wait for each other.
pub(crate) fn lock_key(parts: &[&str]) -> i64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    digest.iter().take(8).fold(0_i64, |key, byte| (key << 8) | i64::from(*byte))
}

type Bound<'q> = Query<'q, Postgres, PgArguments>;

/// Binds $1 to $5: the lock, the key, and what the hash is of.
pub(super) fn bind_identity<'q>(query: Bound<'q>, key: &InboxKey, claim: &Claim) -> Bound<'q> {
    query
        .bind(key.lock)
        .bind(key.consumer.clone())
        .bind(key.idempotency_key.clone())
        .bind(text::fitted(&claim.message_type, TYPE_WIDTH).into_owned())
        .bind(i64::from(claim.schema_version))
}

/// Binds $6 of statements that compare: all hashes of the payload, as 'version:hex'.
pub(super) fn bind_hashes<'q>(query: Bound<'q>, claim: &Claim) -> Bound<'q> {
    let hashes = std::iter::once(&claim.request_hash).chain(&claim.older_hashes);
    query.bind(hashes.map(RequestHash::to_string).collect::<Vec<_>>())
}

/// Binds what each attempt writes: the hash, and the receive count.
pub(super) fn bind_attempt<'q>(query: Bound<'q>, claim: &Claim) -> Bound<'q> {
    query
        .bind(i32::from(claim.request_hash.version()))
        .bind(claim.request_hash.hex().to_owned())
        .bind(i32::try_from(claim.receive_count).unwrap_or(i32::MAX))
}

/// Binds what a new row holds besides.
pub(super) fn bind_aggregate<'q>(query: Bound<'q>, claim: &Claim) -> Bound<'q> {
    query
        .bind(text::fitted(&claim.aggregate_type, TYPE_WIDTH).into_owned())
        .bind(text::fitted(&claim.aggregate_id, AGGREGATE_ID_WIDTH).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        let keys = [["ab", "c"], ["a", "bc"], ["", "abc"]].map(|parts| lock_key(&parts));
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }

    /// Processes of two versions must meet at the same lock.
    #[test]
    fn lock_keys_never_change() {
        assert_eq!(
            lock_key(&["sqsdb", "case-deadlines", "case:CASE-123:deadline:v4"]),
            4_736_537_446_953_383_304
        );
    }
}
