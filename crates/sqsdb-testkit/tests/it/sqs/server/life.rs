//! Start and stop.

use aws_sdk_sqs::error::SdkError;
use sqsdb_testkit::sqs::{Action, SqsServer};

#[tokio::test]
async fn servers_do_not_know_of_each_other() {
    let (one, two) = (SqsServer::start().await.unwrap(), SqsServer::start().await.unwrap());
    one.create_queue("q").unwrap();
    assert_ne!(one.endpoint_url(), two.endpoint_url());
    assert!(two.client().get_queue_url().queue_name("q").send().await.is_err());
}

#[tokio::test]
async fn stop_answers_open_polls_and_closes_the_connections() {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 1).await;
    server.stop().await;
    assert!(poll.await.unwrap().unwrap().messages().is_empty());
    let error = client.list_queues().send().await.unwrap_err();
    assert!(matches!(error, SdkError::DispatchFailure(_)), "{error:?}");
}

#[tokio::test]
async fn drop_ends_open_polls() {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 1).await;
    drop(server);
    assert!(poll.await.unwrap().unwrap().messages().is_empty());
}
