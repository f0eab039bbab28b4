//! Which rows count as the same work.

use sqsdb_core::{
    hash::RequestHash,
    store::{Claim, InboxStore, Verdict},
};

use crate::support::{Fixture, claim, failure, fixture, hash};

fn rehashed(key: &str, hash: RequestHash) -> Claim {
    let mut claim = claim(key);
    claim.request_hash = hash;
    claim
}

fn with_hash(key: &str, digit: char) -> Claim {
    rehashed(key, hash(digit))
}

async fn mismatches(fixture: &Fixture, claim: &Claim) -> bool {
    match fixture.store.claim(claim).await.unwrap() {
        Verdict::Mismatch { stored } => {
            assert_eq!(stored, hash('a'));
            true
        }
        Verdict::Run { tx, .. } => {
            fixture.store.rollback(tx).await;
            false
        }
        _ => false,
    }
}

/// One row of each status that a claim can meet, all with hash `a`.
async fn rows(fixture: &Fixture) -> [&'static str; 3] {
    fixture.complete(&claim("completed")).await;
    fixture.store.record_failure(&claim("retryable"), &failure(false)).await.unwrap();
    fixture.store.record_failure(&claim("terminal"), &failure(true)).await.unwrap();
    ["completed", "retryable", "terminal"]
}

#[tokio::test]
async fn a_mismatch_comes_before_every_other_verdict() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for key in rows(&fixture).await {
        assert!(!mismatches(&fixture, &claim(key)).await, "{key}");
        assert!(mismatches(&fixture, &with_hash(key, 'b')).await, "{key}: other payload");
        let other_type = claim(key).message("CaseClosed", 1);
        assert!(mismatches(&fixture, &other_type).await, "{key}: other type");
        let other_both = with_hash(key, 'b').message("CaseClosed", 2);
        assert!(mismatches(&fixture, &other_both).await, "{key}: other type and version");
    }
}

#[tokio::test]
async fn invariant_18_rows_with_an_older_hash_compare() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for key in rows(&fixture).await {
        let newer = RequestHash::from_parts(2, "c".repeat(64));
        let upgraded = rehashed(key, newer.clone());
        assert!(mismatches(&fixture, &upgraded).await, "{key}: the older hash is not known");
        assert!(!mismatches(&fixture, &upgraded.clone().older_hashes(vec![hash('a')])).await, "{key}");
        assert!(mismatches(&fixture, &upgraded.clone().older_hashes(vec![hash('b')])).await, "{key}");
        // the digits alone do not make a hash
        let other_algorithm = RequestHash::from_parts(2, "a".repeat(64));
        assert!(mismatches(&fixture, &upgraded.older_hashes(vec![other_algorithm])).await, "{key}");
    }
}

#[tokio::test]
async fn hashes_of_different_schema_versions_count_as_equal() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for key in rows(&fixture).await {
        let later = with_hash(key, 'b').message("CaseDeadlineCalculationRequested", 2);
        assert!(!mismatches(&fixture, &later).await, "{key}");
    }
    // work that is done again is recorded as what it was done as
    let later = with_hash("retryable", 'b').message("CaseDeadlineCalculationRequested", 2);
    fixture.complete(&later).await;
    assert!(matches!(fixture.store.claim(&later).await.unwrap(), Verdict::Completed { .. }));
    let sql = "SELECT schema_version FROM sqsdb.worker_inbox WHERE idempotency_key = 'retryable'";
    assert_eq!(fixture.number(sql).await, 2);
}

#[tokio::test]
async fn a_failure_of_other_work_is_not_charged_to_the_row() {
    let Some(fixture) = fixture(1, 1).await else { return };
    fixture.store.record_failure(&claim("key"), &failure(false)).await.unwrap();
    assert_eq!(fixture.store.record_failure(&with_hash("key", 'b'), &failure(true)).await.unwrap(), 1);
    assert_eq!(fixture.text("SELECT status FROM sqsdb.worker_inbox").await, "FAILED_RETRYABLE");
}
