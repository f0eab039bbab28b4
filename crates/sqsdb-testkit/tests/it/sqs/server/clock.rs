//! The virtual clock: advances take effect at once, and wake what waits.

use std::time::Duration;

use sqsdb_testkit::sqs::{Action, QueueSpec, SqsServer};

async fn manual() -> SqsServer {
    SqsServer::builder().manual_clock(true).start().await.unwrap()
}

#[tokio::test]
async fn an_advance_ends_a_delay_under_a_long_poll() {
    let server = manual().await;
    let client = server.client();
    let url = server.create(QueueSpec::standard("q").delay(Duration::from_secs(15))).unwrap();
    client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 1).await;
    server.advance(Duration::from_secs(14));
    assert_eq!(server.stats(&url).unwrap().delayed, 1);
    server.advance(Duration::from_secs(1));
    assert_eq!(poll.await.unwrap().unwrap().messages().len(), 1);
}

#[tokio::test]
async fn an_advance_ends_an_empty_long_poll() {
    let server = manual().await;
    let url = server.create_queue("q").unwrap();
    let poll = server.client().receive_message().queue_url(&url).wait_time_seconds(20).send();
    let poll = tokio::spawn(poll);
    server.wait_for_calls(Action::ReceiveMessage, 1).await;
    // the poll may not have read the clock yet, so keep moving it until the poll is over
    while !poll.is_finished() {
        server.advance(Duration::from_secs(20));
        tokio::task::yield_now().await;
    }
    assert!(poll.await.unwrap().unwrap().messages().is_empty());
}

#[tokio::test]
async fn a_manual_clock_stands_still() {
    let server = manual().await;
    let client = server.client();
    let url = server.create(QueueSpec::standard("q").visibility(Duration::from_secs(30))).unwrap();
    client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    client.receive_message().queue_url(&url).send().await.unwrap();
    server.advance(Duration::from_millis(29_999));
    assert_eq!(server.stats(&url).unwrap().in_flight, 1);
    server.advance(Duration::from_millis(1));
    assert_eq!(server.stats(&url).unwrap().visible, 1);
}

#[tokio::test]
async fn an_advance_lets_a_move_task_wake_a_long_poll() {
    let server = manual().await;
    let client = server.client();
    let dlq = server.create_queue("dead").unwrap();
    let spec = QueueSpec::standard("q").dead_letter(&dlq, 1).visibility(Duration::ZERO);
    let url = server.create(spec).unwrap();
    client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    for _ in 0..2 {
        client.receive_message().queue_url(&url).send().await.unwrap();
    }
    let arn = "arn:aws:sqs:us-east-1:000000000000:dead";
    let start = client.start_message_move_task().source_arn(arn).max_number_of_messages_per_second(1);
    start.send().await.unwrap();
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 3).await;
    server.advance(Duration::from_secs(2));
    assert_eq!(poll.await.unwrap().unwrap().messages().len(), 1);
}
