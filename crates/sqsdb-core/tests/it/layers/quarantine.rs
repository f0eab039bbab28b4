//! Invariant 2 at the quarantine: a terminal message is deleted only after its record is committed.

use std::sync::Arc;

use sqsdb_core::{Disposition, Failure, disposition::Deleted, store::StoreErrorKind};

use crate::support::{
    delivery::delivery,
    handler::Scripted,
    message::{body, envelope, key, sns},
    stack::{answer, quarantining},
    store::MemStore,
};

#[tokio::test]
async fn invariant_2_the_raw_message_is_kept_and_then_deleted() {
    let store = MemStore::new();
    let route = quarantining(&store, Scripted::new().fails(|| Failure::terminal("NO_SUCH_CASE", "case A")));
    let wrapped = sns(&body("A", 1));
    let mut delivery = delivery(&wrapped);
    delivery.group_id = Some("case:A".into());
    delivery.receive_count = 3;
    Arc::make_mut(&mut delivery.attributes).insert("traceparent".into(), "00-1".into());
    let kept = answer(&route, delivery).await;
    assert_eq!(kept.code().unwrap().as_str(), "NO_SUCH_CASE");
    assert!(matches!(kept, Disposition::Delete(Deleted::Quarantined(_))), "{kept:?}");

    let (record, times) = store.quarantined().remove("m-1").unwrap();
    assert_eq!((&*record.body, times), (wrapped.as_str(), 1));
    assert_eq!((&*record.queue, record.group_id.as_deref()), ("cases", Some("case:A")));
    assert_eq!((record.receive_count, record.attributes["traceparent"].as_str()), (3, "00-1"));
    assert_eq!(record.message_type.as_deref(), Some("DeadlineRequested"));
    assert_eq!(record.idempotency_key.as_deref(), Some(key("A", 1).as_str()));
    assert_eq!((record.code.as_str(), record.reason.as_str()), ("NO_SUCH_CASE", "case A"));
}

#[tokio::test]
async fn invariant_2_a_quarantine_that_cannot_be_written_comes_again_and_is_one_record() {
    for kind in [StoreErrorKind::Transient, StoreErrorKind::Pressure, StoreErrorKind::Permanent] {
        let store = MemStore::failing(|faults| faults.quarantine.push_back(kind));
        let route = quarantining(&store, Scripted::new().fails(|| Failure::terminal("BAD", "x")));
        let Disposition::Retry(again) = answer(&route, delivery(body("A", 1))).await else {
            panic!("not a retry")
        };
        assert!(!again.charged);
        assert!(store.quarantined().is_empty());
        for _ in 0..2 {
            let kept = answer(&route, delivery(body("A", 1))).await;
            assert!(matches!(kept, Disposition::Delete(Deleted::Quarantined(_))), "{kept:?}");
        }
        assert_eq!(store.quarantined()["m-1"].1, 2, "one record, written twice");
    }
}

#[tokio::test]
async fn invariant_11_what_is_kept_of_a_hostile_body_is_storable() {
    let long = "x".repeat(1 << 20);
    let mut hostile = envelope("A", 1);
    hostile["messageType"] = format!("Nul\0Type{long}").into();
    hostile["idempotencyKey"] = format!("nul\0key{long}").into();
    for text in [hostile.to_string(), "\u{0}".into(), String::new(), "[]".into(), format!("{{{long}")] {
        let store = MemStore::new();
        let route = quarantining(&store, Scripted::new());
        let kept = answer(&route, delivery(&text)).await;
        assert!(matches!(kept, Disposition::Delete(Deleted::Quarantined(_))), "{kept:?}");
        let (record, _) = store.quarantined().remove("m-1").unwrap();
        assert_eq!(*record.body, *text, "raw");
        for part in [Some(record.reason), record.message_type, record.idempotency_key].into_iter().flatten() {
            assert!(part.len() <= 2_000 && !part.contains('\0'), "{} bytes", part.len());
        }
    }
}
