//! The order of a FIFO group holds, whatever fails.

use sqsdb_core::publisher::PublishError;
use sqsdb_testkit::sqs::{Action, EntryFault, Fault};

use super::{Sqs, envelope, envelopes, outline, owned};

const SENT: [(&str, i64); 6] = [("A", 1), ("A", 2), ("B", 1), ("A", 3), ("B", 2), ("C", 1)];

/// The first call holds A1, B1 and C1, in this order.
fn fail_first(sqs: &Sqs, entry: &str, code: &str, sender_fault: bool) {
    let fault = EntryFault::new(code, sender_fault).only([entry]);
    sqs.server.faults().next(Action::SendMessageBatch, Fault::FailEntries(fault));
}

#[tokio::test]
async fn one_group_goes_in_order_however_long_it_is() {
    let sqs = Sqs::fifo().await;
    let sent: Vec<_> = (1..=25).map(|version| ("A", version)).collect();
    let results = sqs.publisher.publish_all(&envelopes(&sent)).await;
    assert_eq!(outline(&results), ["ok"; 25]);
    assert_eq!(sqs.versions(), owned(&sent));
    let sequence: Vec<u128> =
        results.into_iter().map(|sent| sent.unwrap().sequence_number.unwrap().parse().unwrap()).collect();
    assert!(sequence.is_sorted());
}

#[tokio::test]
async fn ten_groups_fill_the_calls() {
    let sqs = Sqs::fifo().await;
    let cases = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    let sent: Vec<_> = cases.iter().flat_map(|case| (1..=10).map(|version| (*case, version))).collect();
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&sent)).await), ["ok"; 100]);
    assert_eq!(sqs.calls(), 10);
}

#[tokio::test]
async fn small_groups_do_not_wait_for_a_large_one() {
    let sqs = Sqs::fifo().await;
    let large = (1..=12).map(|version| ("A", version));
    let sent: Vec<_> = large.chain([("B", 1), ("C", 1), ("B", 2)]).collect();
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&sent)).await), ["ok"; 15]);
    assert_eq!(sqs.calls(), 12);
    assert_eq!(sqs.versions()[..3], owned(&[("A", 1), ("B", 1), ("C", 1)]));
}

#[tokio::test]
async fn a_refused_entry_holds_back_its_group_alone() {
    let sqs = Sqs::fifo().await;
    fail_first(&sqs, "0", "InvalidParameterValue", true);
    let results = sqs.publisher.publish_all(&envelopes(&SENT)).await;
    assert_eq!(outline(&results), ["Refused", "HeldBack", "ok", "HeldBack", "ok", "ok"]);
    assert_eq!(sqs.versions(), owned(&[("B", 1), ("C", 1), ("B", 2)]));
    let (refused, held) = (results[0].as_ref().unwrap_err(), results[1].as_ref().unwrap_err());
    assert!(refused.is_permanent() && !held.is_permanent());
    assert!(matches!(held, PublishError::HeldBack { group } if group == "case:A"));
}

#[tokio::test]
async fn an_entry_that_fails_for_a_time_is_not_overtaken() {
    let sqs = Sqs::fifo().await;
    for code in ["InternalError", "ServiceUnavailable"] {
        fail_first(&sqs, "0", code, false);
    }
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&SENT)).await), ["ok"; 6]);
    let of_a: Vec<_> = sqs.versions().into_iter().filter(|(case, _)| case == "A").collect();
    assert_eq!(of_a, owned(&[("A", 1), ("A", 2), ("A", 3)]));
}

#[tokio::test]
async fn an_entry_that_fails_every_time_holds_back_its_group() {
    let sqs = Sqs::fifo().await;
    for _ in 0..5 {
        fail_first(&sqs, "0", "InternalError", false);
    }
    let results = sqs.publisher.publish_all(&envelopes(&SENT)).await;
    assert_eq!(outline(&results), ["Refused", "HeldBack", "ok", "HeldBack", "ok", "ok"]);
    assert!(!results[0].as_ref().unwrap_err().is_permanent());
}

#[tokio::test]
async fn a_message_that_is_refused_before_the_call_holds_back_its_group() {
    let sqs = Sqs::fifo().await;
    let messages = vec![
        sqs.outgoing("A", 1),
        sqs.outgoing("A", 2).attribute("", "nameless"),
        sqs.outgoing("A", 3),
        sqs.outgoing("B", 1),
    ];
    let results = sqs.publisher.send(messages).await;
    assert_eq!(outline(&results), ["ok", "Attribute", "HeldBack", "ok"]);
    assert_eq!(sqs.versions(), owned(&[("A", 1), ("B", 1)]));
}

#[tokio::test]
async fn a_message_that_cannot_be_built_holds_back_its_group() {
    let sqs = Sqs::fifo().await;
    let mut changed = envelope("A", 1);
    changed.payload.deadline_version = 7;
    let results = sqs.publisher.publish_all(&[changed, envelope("A", 2), envelope("B", 1)]).await;
    assert_eq!(outline(&results), ["KeyMismatch", "HeldBack", "ok"]);
    assert_eq!(sqs.versions(), owned(&[("B", 1)]));
}

#[tokio::test]
async fn a_call_that_never_succeeds_holds_back_all_its_groups() {
    let sqs = Sqs::fifo().await;
    sqs.server.faults().next_calls(Action::SendMessageBatch, 5, Fault::LoseRequest);
    let results = sqs.publisher.publish_all(&envelopes(&SENT)).await;
    assert_eq!(outline(&results), ["Call", "HeldBack", "Call", "HeldBack", "HeldBack", "Call"]);
    assert_eq!((sqs.calls(), sqs.messages().len()), (5, 0));
}

/// On a Standard queue there is no order to be kept.
#[tokio::test]
async fn nothing_is_held_back_on_a_standard_queue() {
    let sqs = Sqs::standard().await;
    fail_first(&sqs, "0", "InvalidParameterValue", true);
    let results = sqs.publisher.publish_all(&envelopes(&SENT)).await;
    assert_eq!(outline(&results), ["Refused", "ok", "ok", "ok", "ok", "ok"]);
}
