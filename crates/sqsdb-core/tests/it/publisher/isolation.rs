//! A call that is refused for one of its messages is sent apart, so that the others pass.

use aws_sdk_sqs::types::QueueAttributeName;
use sqsdb_testkit::sqs::{Action, ErrorKind, Fault, QueueSpec, SqsError};

use super::{Sqs, envelopes, ids::ByContent, outline, owned};
use sqsdb_core::Envelope;

fn refusal(kind: ErrorKind) -> Fault {
    Fault::Reject(SqsError::new(kind, "ordered by the test"))
}

#[tokio::test]
async fn a_setting_that_changed_costs_only_the_message_that_needs_it() {
    let sqs = Sqs::with(QueueSpec::fifo("q.fifo").content_based_deduplication()).await;
    sqs.set(QueueAttributeName::ContentBasedDeduplication, "false").await;
    let by_content = Envelope::new(ByContent { id: "x".into() }).unwrap();
    let messages =
        vec![sqs.outgoing("A", 1), sqs.publisher.outgoing(&by_content).unwrap(), sqs.outgoing("B", 1)];
    let results = sqs.publisher.send(messages).await;
    assert_eq!(outline(&results), ["ok", "Call", "ok"]);
    assert!(results[1].as_ref().unwrap_err().is_permanent());
    assert_eq!(sqs.versions(), owned(&[("A", 1), ("B", 1)]));
    assert_eq!(sqs.calls(), 4);
}

#[tokio::test]
async fn a_call_that_is_too_long_in_the_queues_eyes_is_sent_apart() {
    let sqs = Sqs::standard().await;
    sqs.server.faults().next(Action::SendMessageBatch, refusal(ErrorKind::BatchRequestTooLong));
    let sent = [("A", 1), ("B", 1), ("C", 1)];
    assert_eq!(outline(&sqs.publisher.publish_all(&envelopes(&sent)).await), ["ok"; 3]);
    assert_eq!((sqs.calls(), sqs.messages().len()), (4, 3));
}

#[tokio::test]
async fn a_message_that_is_refused_alone_is_not_sent_again() {
    let sqs = Sqs::fifo().await;
    sqs.server.faults().next_calls(Action::SendMessageBatch, 2, refusal(ErrorKind::InvalidParameterValue));
    let sent = [("A", 1), ("B", 1), ("A", 2)];
    let results = sqs.publisher.publish_all(&envelopes(&sent)).await;
    assert_eq!(outline(&results), ["Call", "ok", "HeldBack"]);
    assert_eq!(sqs.calls(), 3);
}

#[tokio::test]
async fn a_limit_that_was_lowered_is_found_out_by_the_queue() {
    let sqs = Sqs::standard().await;
    sqs.set(QueueAttributeName::MaximumMessageSize, "1024").await;
    let results = sqs.publisher.send(vec![sqs.sized("A", 1, 1025), sqs.sized("B", 1, 1024)]).await;
    assert_eq!(outline(&results), ["Refused", "ok"]);
    assert_eq!(sqs.calls(), 1);
}
