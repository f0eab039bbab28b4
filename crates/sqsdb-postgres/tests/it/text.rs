//! Any text is storable.

use sqsdb_core::{
    failure::{FailureCode, MESSAGE_MAX},
    store::{Claim, Completion, FailureRecord, InboxStore, QuarantineRecord, QuarantineStore, Verdict},
};

use crate::support::{claim, fixture};

/// Texts that have stopped somebody's worker before.
fn awkward() -> Vec<String> {
    vec![
        "a\0b".into(),
        "\0".into(),
        r"\u0000 \ud800 \x00".into(),
        "\u{fffd}\u{10ffff}\u{feff}\u{202e}".into(),
        "'; DROP TABLE effects; --".into(),
        "ä".repeat(1 << 19),
        "x\0".repeat(1 << 19),
        String::new(),
    ]
}

#[tokio::test]
async fn invariant_11_any_text_is_storable_in_the_inbox() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for (index, text) in awkward().into_iter().enumerate() {
        let claim = Claim::new("consumer\0", format!("{index}{text}"), crate::support::hash('a'))
            .message(text.clone(), 1)
            .aggregate(text.clone(), text.clone());
        let failure = FailureRecord::new(false, FailureCode::from(text.clone()), text.clone());
        assert_eq!(fixture.store.record_failure(&claim, &failure).await.unwrap(), 1);
        let (tx, attempt) = fixture.run(&claim).await;
        assert_eq!(attempt, 2, "the same text finds the same row");
        fixture.store.rollback(tx).await;
        let mut terminal = failure;
        terminal.terminal = true;
        assert_eq!(fixture.store.record_failure(&claim, &terminal).await.unwrap(), 2);
        match fixture.store.claim(&claim).await.unwrap() {
            Verdict::Terminal { message, .. } => assert!(message.len() <= MESSAGE_MAX * 3),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(fixture.effects().await, 0);
}

#[tokio::test]
async fn invariant_11_keys_that_differ_stay_different() {
    let Some(fixture) = fixture(1, 1).await else { return };
    let long = "k".repeat(300);
    let keys = ["a\0", "a\u{fffd}", "a", &long, &format!("{long}x"), &"k".repeat(200)];
    for key in keys {
        let (tx, attempt) = fixture.run(&claim(key)).await;
        assert_eq!(attempt, 1, "{key:?} is new");
        fixture.store.commit(tx, &Completion::default()).await.unwrap();
    }
}

#[tokio::test]
async fn invariant_11_any_text_is_storable_in_the_quarantine() {
    let Some(fixture) = fixture(1, 1).await else { return };
    for (index, text) in awkward().into_iter().enumerate() {
        let code = FailureCode::from("CODE");
        let mut record =
            QuarantineRecord::new(text.as_str(), format!("{index}{text}"), text.as_str(), code, text.clone());
        record.attributes = [(text.clone(), text.clone())].into();
        record.group_id = Some(text.as_str().into());
        record.message_type = Some(text.clone());
        record.idempotency_key = Some(text.clone());
        record.receive_count = u32::MAX;
        fixture.store.quarantine(&record).await.unwrap();
    }
    let kept = fixture.number("SELECT count(*) FROM sqsdb.worker_quarantine").await;
    assert_eq!(kept, awkward().len() as i64);
    let longest = fixture.number("SELECT max(length(body))::bigint FROM sqsdb.worker_quarantine").await;
    assert_eq!(longest, 1 << 20, "bodies are kept whole");
}
