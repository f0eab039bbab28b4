//! Invariant 3: a commit whose answer was lost is judged by what the inbox holds.

use sqsdb_core::{Disposition, Done, disposition::Deleted, store::StoreErrorKind};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, key},
    stack::{answer, plain},
    store::{CommitFault, MemStore},
};

async fn commit(store: &MemStore, run: Scripted) -> Disposition {
    answer(&plain(store, run), delivery(body("A", 1))).await
}

fn losing(applied: bool, undecided: u32) -> MemStore {
    MemStore::failing(|faults| faults.commit.push_back(CommitFault::Unknown { applied, undecided }))
}

#[tokio::test]
async fn invariant_3_committed_is_deleted() {
    let store = losing(true, 0);
    assert_eq!(commit(&store, Scripted::new()).await, Disposition::Delete(Deleted::Completed));
    assert_eq!(store.effects(), [key("A", 1)]);
}

#[tokio::test]
async fn invariant_3_committed_as_skipped_keeps_its_reason() {
    let skipped = Scripted::new().then(|| Ok(Done::skipped("STALE")));
    let store = losing(true, 0);
    assert_eq!(commit(&store, skipped).await, Disposition::Delete(Deleted::Skipped("STALE".into())));
}

#[tokio::test]
async fn invariant_3_not_committed_comes_again_uncharged_and_then_has_its_one_effect() {
    let store = losing(false, 0);
    let Disposition::Retry(retry) = commit(&store, Scripted::new()).await else { panic!("not a retry") };
    assert_eq!((retry.code.as_str(), retry.charged), ("COMMIT_UNKNOWN", false));
    assert_eq!((store.effects().len(), store.failures().len(), store.open()), (0, 0, 0));
    assert_eq!(commit(&store, Scripted::new()).await, Disposition::Delete(Deleted::Completed));
    assert_eq!(store.effects().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invariant_3_undecided_is_asked_again() {
    let store = losing(true, 3);
    assert_eq!(commit(&store, Scripted::new()).await, Disposition::Delete(Deleted::Completed));
    assert_eq!(store.effects().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invariant_3_undecided_for_long_comes_again_and_is_a_duplicate_then() {
    let store = losing(true, 1_000);
    assert!(matches!(commit(&store, Scripted::new()).await, Disposition::Retry(_)));
    assert_eq!(commit(&store, Scripted::new()).await, Disposition::Delete(Deleted::Duplicate));
    assert_eq!(store.effects().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invariant_3_an_inspection_that_fails_decides_nothing() {
    let store = losing(true, 0);
    store.faults(|faults| faults.inspect.extend([StoreErrorKind::Transient, StoreErrorKind::Pressure]));
    assert_eq!(commit(&store, Scripted::new()).await, Disposition::Delete(Deleted::Completed));

    let store = losing(true, 0);
    store.faults(|faults| faults.inspect.extend([StoreErrorKind::Permanent; 50]));
    assert!(matches!(commit(&store, Scripted::new()).await, Disposition::Retry(_)));
}
