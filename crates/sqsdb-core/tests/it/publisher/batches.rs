//! Calls are as full as count and bytes allow.

use sqsdb_core::publisher::PublishError;
use sqsdb_testkit::sqs::QueueSpec;

use super::{Sqs, envelopes, outline, version};

const MEBIBYTE: usize = 1_048_576;

#[tokio::test]
async fn nothing_is_sent_in_no_call() {
    let sqs = Sqs::standard().await;
    assert!(sqs.publisher.send(Vec::new()).await.is_empty());
    assert_eq!(sqs.calls(), 0);
}

#[tokio::test]
async fn ten_go_into_a_call_and_results_are_in_order() {
    let sqs = Sqs::standard().await;
    let sent: Vec<_> = (1..=25).map(|version| ("A", version)).collect();
    let results = sqs.publisher.publish_all(&envelopes(&sent)).await;
    assert_eq!(sqs.calls(), 3);
    let messages = sqs.messages();
    for ((_, expected), result) in sent.into_iter().zip(&results) {
        let id = &result.as_ref().unwrap().message_id;
        let message = messages.iter().find(|message| message.message_id == *id).unwrap();
        assert_eq!(version(&message.body).1, expected);
    }
}

#[tokio::test]
async fn a_group_is_no_tenant_on_a_standard_queue() {
    let sqs = Sqs::standard().await;
    sqs.publisher.send(vec![sqs.outgoing("A", 1)]).await.remove(0).unwrap();
    let [message] = &sqs.messages()[..] else { panic!("not one message") };
    assert_eq!((&message.group, &message.deduplication_id), (&None, &None));
}

#[tokio::test]
async fn a_mebibyte_goes_into_a_call() {
    let sqs = Sqs::standard().await;
    let halves = |second| vec![sqs.sized("A", 1, MEBIBYTE / 2), sqs.sized("A", 2, second)];
    assert_eq!(outline(&sqs.publisher.send(halves(MEBIBYTE / 2)).await), ["ok", "ok"]);
    assert_eq!(sqs.calls(), 1);
    assert_eq!(outline(&sqs.publisher.send(halves(MEBIBYTE / 2 + 1)).await), ["ok", "ok"]);
    assert_eq!(sqs.calls(), 3);
}

#[tokio::test]
async fn attributes_count_for_the_call() {
    let sqs = Sqs::standard().await;
    let half = |version| sqs.sized("A", version, MEBIBYTE / 2 - 3).attribute("n", "v");
    assert_eq!(half(1).size(), MEBIBYTE / 2 + 5);
    assert_eq!(outline(&sqs.publisher.send(vec![half(1), half(2)]).await), ["ok", "ok"]);
    assert_eq!(sqs.calls(), 2);
}

#[tokio::test]
async fn a_call_takes_a_mebibyte_whatever_the_queue_takes_in_one_message() {
    let sqs = Sqs::with(QueueSpec::standard("old").attribute("MaximumMessageSize", "262144")).await;
    let messages: Vec<_> = (1..=10).map(|version| sqs.sized("A", version, 200 * 1024)).collect();
    assert_eq!(outline(&sqs.publisher.send(messages).await), ["ok"; 10]);
    assert_eq!(sqs.calls(), 2);
}

#[tokio::test]
async fn the_limit_is_the_queues_own_and_the_error_names_the_way_out() {
    let small = QueueSpec::standard("small").attribute("MaximumMessageSize", "2048");
    for (sqs, limit) in [(Sqs::standard().await, MEBIBYTE), (Sqs::with(small).await, 2048)] {
        let messages = vec![sqs.sized("A", 1, limit + 1), sqs.sized("A", 2, limit)];
        let results = sqs.publisher.send(messages).await;
        assert_eq!(outline(&results), ["TooLarge", "ok"]);
        let error = results[0].as_ref().unwrap_err();
        assert!(matches!(error, PublishError::TooLarge { size, max } if (*size, *max) == (limit + 1, limit)));
        assert!(error.to_string().contains("claim check"), "{error}");
        assert!(error.is_permanent());
        assert_eq!((sqs.messages().len(), sqs.calls()), (1, 1));
    }
}
