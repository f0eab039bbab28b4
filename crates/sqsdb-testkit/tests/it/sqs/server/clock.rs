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
