//! Looking inside and counting calls.

use std::time::Duration;

use sqsdb_testkit::sqs::{Action, ErrorKind, MessageState, QueueSpec, SqsError, SqsServer};

#[tokio::test]
async fn messages_are_seen_in_every_state() {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    for (body, delay) in [("in flight", 0), ("visible", 0), ("delayed", 60)] {
        let send = client.send_message().queue_url(&url).message_body(body).delay_seconds(delay);
        send.message_group_id("tenant").send().await.unwrap();
    }
    client.receive_message().queue_url(&url).send().await.unwrap();
    let messages = server.messages(&url).unwrap();
    let states: Vec<_> = messages.iter().map(|m| (m.body.as_str(), m.state, m.receive_count)).collect();
    let expected = [
        ("in flight", MessageState::InFlight, 1),
        ("visible", MessageState::Visible, 0),
        ("delayed", MessageState::Delayed, 0),
    ];
    assert_eq!(states, expected);
    assert_eq!(messages[0].group.as_deref(), Some("tenant"));
    let stats = server.stats(&url).unwrap();
    assert_eq!((stats.visible, stats.in_flight, stats.delayed, stats.total()), (1, 1, 1, 3));
}

#[tokio::test]
async fn queues_are_made_without_a_call() {
    let server = SqsServer::start().await.unwrap();
    let dlq = server.create_fifo_queue("dead.fifo").unwrap();
    let spec = QueueSpec::fifo("jobs.fifo").content_based_deduplication();
    let url = server.create(spec.dead_letter(&dlq, 1).visibility(Duration::ZERO)).unwrap();
    assert_eq!(server.call_counts().total(), 0);
    let client = server.client();
    client.send_message().queue_url(&url).message_body("x").message_group_id("g").send().await.unwrap();
    for _ in 0..2 {
        client.receive_message().queue_url(&url).send().await.unwrap();
    }
    let dead = server.messages(&dlq).unwrap();
    assert_eq!(dead[0].dead_letter_source.as_deref(), Some("arn:aws:sqs:us-east-1:000000000000:jobs.fifo"));
    assert_eq!(server.create_queue("no.fifo").unwrap_err().code(), "InvalidParameterValue");
    let gone = server.stats(&format!("{}/000000000000/gone", server.endpoint_url())).unwrap_err();
    assert_eq!(gone, SqsError::new(ErrorKind::QueueDoesNotExist, "The specified queue does not exist."));
}

#[tokio::test]
async fn calls_are_counted_by_action() {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    for _ in 0..3 {
        client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    }
    let before = server.call_counts();
    client.receive_message().queue_url(&url).send().await.unwrap();
    assert!(client.purge_queue().queue_url("gone").send().await.is_err());
    let counts = server.call_counts().since(&before);
    assert_eq!(counts.of(Action::SendMessage), 0);
    let expected = vec![(Action::PurgeQueue, 1), (Action::ReceiveMessage, 1)];
    assert_eq!(counts.iter().collect::<Vec<_>>(), expected);
    assert_eq!(server.call_counts().total(), 5);
}
