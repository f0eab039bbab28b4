//! What may still succeed is sent again, and nothing else.

use std::{collections::BTreeSet, time::Duration};

use sqsdb_core::{Publisher, publisher::PublishError, transport::QueueErrorKind};
use sqsdb_testkit::sqs::{Action, EntryFault, Fault, Gate};

use super::{Sqs, envelopes, outline, owned};

const TEN: [(&str, i64); 10] =
    [("A", 1), ("A", 2), ("A", 3), ("A", 4), ("A", 5), ("A", 6), ("A", 7), ("A", 8), ("A", 9), ("A", 10)];

#[tokio::test]
async fn only_the_failed_entries_are_sent_again() {
    let sqs = Sqs::standard().await;
    let fault = EntryFault::new("InternalError", false).only(["3", "7"]);
    sqs.server.faults().next(Action::SendMessageBatch, Fault::FailEntries(fault));
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&TEN)).await), ["ok"; 10]);
    assert_eq!(sqs.calls(), 2);
    let versions = sqs.versions();
    assert_eq!(versions.len(), 10, "none twice");
    assert_eq!(versions.into_iter().collect::<BTreeSet<_>>(), owned(&TEN).into_iter().collect());
}

#[tokio::test]
async fn throttled_entries_are_sent_again_though_they_are_the_senders_fault() {
    let sqs = Sqs::standard().await;
    sqs.server.faults().next(Action::SendMessageBatch, Fault::fail_entries("RequestThrottled", true));
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&TEN[..2])).await), ["ok"; 2]);
    assert_eq!(sqs.calls(), 2);
}

#[tokio::test]
async fn failed_entries_share_the_next_call_with_what_waits() {
    let sqs = Sqs::standard().await;
    let fault = EntryFault::new("InternalError", false).only(["0"]);
    sqs.server.faults().next(Action::SendMessageBatch, Fault::FailEntries(fault));
    let sent: Vec<_> = (1..=19).map(|version| ("A", version)).collect();
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&sent)).await), ["ok"; 19]);
    assert_eq!(sqs.calls(), 2);
}

#[tokio::test]
async fn refused_entries_are_not_sent_again() {
    let sqs = Sqs::standard().await;
    let fault = EntryFault::new("InvalidMessageContents", true).only(["1"]);
    sqs.server.faults().next(Action::SendMessageBatch, Fault::FailEntries(fault));
    let results = sqs.publisher.publish_all(&envelopes(&TEN[..3])).await;
    assert_eq!(outline(&results), ["ok", "Refused", "ok"]);
    assert_eq!(sqs.calls(), 1);
    let text = results[1].as_ref().unwrap_err().to_string();
    assert!(text.contains("InvalidMessageContents"), "{text}");
}

#[tokio::test]
async fn a_service_that_is_busy_or_broken_is_asked_again() {
    for fault in [Fault::throttled(), Fault::internal_failure(), Fault::LoseRequest] {
        let sqs = Sqs::fifo().await;
        sqs.server.faults().next_calls(Action::SendMessageBatch, 2, fault);
        assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&TEN[..1])).await), ["ok"]);
        assert_eq!((sqs.calls(), sqs.messages().len()), (3, 1));
    }
}

#[tokio::test]
async fn after_a_lost_answer_a_fifo_queue_holds_each_message_once() {
    let sqs = Sqs::fifo().await;
    sqs.server.faults().next(Action::SendMessageBatch, Fault::LoseReply);
    let results = sqs.publisher.publish_all(&envelopes(&[("A", 1), ("B", 1), ("A", 2)])).await;
    assert_eq!(outline(&results), ["ok"; 3]);
    assert_eq!(sqs.versions(), owned(&[("A", 1), ("B", 1), ("A", 2)]));
    for (message, result) in sqs.messages().iter().zip([0, 1, 2]) {
        assert_eq!(results[result].as_ref().unwrap().message_id, message.message_id);
    }
}

#[tokio::test]
async fn after_a_lost_answer_a_standard_queue_may_hold_a_message_twice() {
    let sqs = Sqs::standard().await;
    sqs.server.faults().next(Action::SendMessageBatch, Fault::LoseReply);
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&TEN[..1])).await), ["ok"]);
    assert_eq!(sqs.versions(), owned(&[("A", 1), ("A", 1)]));
}

#[tokio::test]
async fn a_call_without_an_answer_ends_in_time_and_is_made_again() {
    let sqs = Sqs::fifo().await;
    let gate = Gate::new();
    sqs.server.faults().next(Action::SendMessageBatch, Fault::HoldRequest(gate.clone()));
    let (publisher, sent) = (sqs.publisher.clone(), envelopes(&TEN[..1]));
    let publishing = tokio::spawn(async move { publisher.publish_all(&sent).await });
    gate.reached().await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(31)).await;
    tokio::time::resume();
    assert_eq!(outline(&publishing.await.unwrap()), ["ok"]);
    gate.open();
    assert_eq!((sqs.calls(), sqs.messages().len()), (2, 1));
}

#[tokio::test]
async fn a_queue_that_is_gone_costs_one_call() {
    let sqs = Sqs::standard().await;
    sqs.client.delete_queue().queue_url(&sqs.url).send().await.unwrap();
    let results = sqs.publisher.publish_all(&envelopes(&TEN)).await;
    assert_eq!(outline(&results), ["Call"; 10]);
    assert_eq!(sqs.calls(), 1);
    let error = results[9].as_ref().unwrap_err();
    assert!(error.is_permanent());
    let PublishError::Call(call) = error else { panic!("{error}") };
    assert_eq!(call.code(), "AWS.SimpleQueueService.NonExistentQueue");
}

#[tokio::test]
async fn a_queue_that_never_was_is_found_at_once() {
    let sqs = Sqs::standard().await;
    let error = Publisher::connect(sqs.client.clone(), format!("{}-no", sqs.url)).await.unwrap_err();
    assert_eq!(error.kind(), QueueErrorKind::Permanent);
    assert_eq!(error.code(), "AWS.SimpleQueueService.NonExistentQueue");
}
