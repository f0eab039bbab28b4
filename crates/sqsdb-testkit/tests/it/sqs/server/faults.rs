//! Faults: each does what it says to exactly the calls it was ordered for.

use aws_sdk_sqs::{
    Client,
    config::retry::RetryConfig,
    error::{ProvideErrorMetadata, SdkError},
    types::{ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry, Message},
};
use sqsdb_testkit::sqs::{Action, EntryFault, ErrorKind, Fault, Gate, SqsError, SqsServer};

async fn server_with(bodies: &[&str]) -> (SqsServer, Client, String) {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    for body in bodies {
        client.send_message().queue_url(&url).message_body(*body).send().await.unwrap();
    }
    (server, client, url)
}

async fn receive(client: &Client, url: &str) -> Vec<Message> {
    let call = client.receive_message().queue_url(url).max_number_of_messages(10);
    call.send().await.unwrap().messages.unwrap_or_default()
}

fn deletes(messages: &[Message]) -> Vec<DeleteMessageBatchRequestEntry> {
    let entry = |(n, message): (usize, &Message)| {
        let entry = DeleteMessageBatchRequestEntry::builder().id(n.to_string());
        entry.receipt_handle(message.receipt_handle().unwrap()).build().unwrap()
    };
    messages.iter().enumerate().map(entry).collect()
}

#[tokio::test]
async fn throttling_applies_nothing_and_ends() {
    let (server, client, url) = server_with(&[]).await;
    server.faults().next_calls(Action::SendMessage, 2, Fault::throttled());
    let send = || client.send_message().queue_url(&url).message_body("x").send();
    for _ in 0..2 {
        let error = send().await.unwrap_err();
        assert_eq!(error.code(), Some("RequestThrottled"));
        assert!(error.as_service_error().unwrap().is_request_throttled());
    }
    assert_eq!(server.stats(&url).unwrap().total(), 0);
    send().await.unwrap();
    assert_eq!(server.call_counts().of(Action::SendMessage), 3);
}

#[tokio::test]
async fn the_sdk_retries_a_500() {
    let (server, _, url) = server_with(&[]).await;
    server.faults().next(Action::SendMessage, Fault::internal_failure());
    let config = server.client_config().retry_config(RetryConfig::standard()).build();
    Client::from_conf(config).send_message().queue_url(&url).message_body("x").send().await.unwrap();
    assert_eq!(server.call_counts().of(Action::SendMessage), 2);
}

#[tokio::test]
async fn any_error_can_be_ordered() {
    let (server, client, url) = server_with(&["x"]).await;
    server.faults().next(
        Action::ReceiveMessage,
        Fault::Reject(SqsError::new(ErrorKind::OverLimit, "Too many messages in flight.")),
    );
    let error = client.receive_message().queue_url(&url).send().await.unwrap_err();
    assert!(error.into_service_error().is_over_limit());
    let denied = SqsError::custom("AccessDenied", 403, "Access to the resource is denied.");
    server.faults().next(Action::ReceiveMessage, Fault::Reject(denied));
    let error = client.receive_message().queue_url(&url).send().await.unwrap_err();
    assert_eq!(error.code(), Some("AccessDenied"));
    assert_eq!(receive(&client, &url).await.len(), 1);
}

#[tokio::test]
async fn entries_fail_and_the_rest_is_applied() {
    let (server, client, url) = server_with(&["a", "b", "c"]).await;
    let received = receive(&client, &url).await;
    let fault = EntryFault::new("InternalError", false).only(["1"]);
    server.faults().next(Action::DeleteMessageBatch, Fault::FailEntries(fault));
    let delete =
        || client.delete_message_batch().queue_url(&url).set_entries(Some(deletes(&received))).send();
    let deleted = delete().await.unwrap();
    let failed = &deleted.failed()[0];
    assert_eq!((failed.id(), failed.code(), failed.sender_fault()), ("1", "InternalError", false));
    assert_eq!(deleted.successful().len(), 2);
    assert_eq!(server.stats(&url).unwrap().in_flight, 1);
    assert_eq!(delete().await.unwrap().successful().len(), 3);
}

#[tokio::test]
async fn every_entry_of_a_visibility_batch_fails() {
    let (server, client, url) = server_with(&["a"]).await;
    let message = receive(&client, &url).await.remove(0);
    server.faults().next(Action::ChangeMessageVisibilityBatch, Fault::fail_entries("AccessDenied", true));
    let entry = ChangeMessageVisibilityBatchRequestEntry::builder().id("0").visibility_timeout(0);
    let entry = entry.receipt_handle(message.receipt_handle().unwrap()).build().unwrap();
    let changed =
        client.change_message_visibility_batch().queue_url(&url).entries(entry).send().await.unwrap();
    assert_eq!((changed.failed()[0].code(), changed.failed()[0].sender_fault()), ("AccessDenied", true));
    assert_eq!(server.stats(&url).unwrap().in_flight, 1);
}

#[tokio::test]
async fn messages_are_handed_out_to_a_client_that_has_gone() {
    let (server, client, url) = server_with(&["x"]).await;
    let gate = Gate::new();
    server.faults().next(Action::ReceiveMessage, Fault::HoldReply(gate.clone()));
    let call = tokio::spawn(client.receive_message().queue_url(&url).send());
    gate.reached().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    gate.open();
    assert_eq!(server.stats(&url).unwrap().in_flight, 1);
    assert!(receive(&client, &url).await.is_empty());
}

#[tokio::test]
async fn a_cancelled_long_poll_still_takes_messages() {
    let (server, client, url) = server_with(&[]).await;
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 1).await;
    poll.abort();
    assert!(poll.await.unwrap_err().is_cancelled());
    client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    while server.stats(&url).unwrap().in_flight == 0 {
        tokio::task::yield_now().await;
    }
    assert!(receive(&client, &url).await.is_empty());
}

#[tokio::test]
async fn a_held_request_has_applied_nothing() {
    let (server, client, url) = server_with(&["x"]).await;
    let gate = Gate::new();
    server.faults().next(Action::ReceiveMessage, Fault::HoldRequest(gate.clone()));
    let call = tokio::spawn(client.receive_message().queue_url(&url).send());
    gate.reached().await;
    assert_eq!(server.stats(&url).unwrap().visible, 1);
    gate.open();
    assert_eq!(call.await.unwrap().unwrap().messages().len(), 1);
}

#[tokio::test]
async fn a_lost_reply_has_been_applied_and_a_lost_request_has_not() {
    let (server, client, url) = server_with(&[]).await;
    for (fault, sent) in [(Fault::LoseReply, 1), (Fault::LoseRequest, 1)] {
        server.faults().next(Action::SendMessage, fault);
        let error = client.send_message().queue_url(&url).message_body("x").send().await.unwrap_err();
        assert!(matches!(error, SdkError::DispatchFailure(_) | SdkError::ResponseError(_)), "{error:?}");
        assert_eq!(server.stats(&url).unwrap().visible, sent);
    }
}

#[tokio::test]
async fn a_message_is_delivered_twice_while_in_flight() {
    let (server, client, url) = server_with(&["x"]).await;
    server.faults().next(Action::ReceiveMessage, Fault::DeliverTwice);
    let first = receive(&client, &url).await.remove(0);
    let second = receive(&client, &url).await.remove(0);
    assert_eq!(first.message_id(), second.message_id());
    assert_ne!(first.receipt_handle(), second.receipt_handle());
    assert!(receive(&client, &url).await.is_empty());
    assert_eq!(server.messages(&url).unwrap()[0].receive_count, 2);
    let delete = |message: &Message| {
        client.delete_message().queue_url(&url).receipt_handle(message.receipt_handle().unwrap()).send()
    };
    delete(&first).await.unwrap();
    assert_eq!(server.stats(&url).unwrap().in_flight, 1);
    delete(&second).await.unwrap();
    assert_eq!(server.stats(&url).unwrap().total(), 0);
}

#[tokio::test]
async fn a_message_in_flight_is_delivered_again_on_demand() {
    let (server, client, url) = server_with(&["x"]).await;
    let id = server.messages(&url).unwrap()[0].message_id.clone();
    assert!(!server.deliver_again(&url, &id).unwrap(), "it is not in flight yet");
    receive(&client, &url).await;
    let poll = tokio::spawn(client.receive_message().queue_url(&url).wait_time_seconds(20).send());
    server.wait_for_calls(Action::ReceiveMessage, 2).await;
    assert!(server.deliver_again(&url, &id).unwrap());
    assert_eq!(poll.await.unwrap().unwrap().messages()[0].message_id(), Some(id.as_str()));
}

#[tokio::test]
async fn faults_wait_for_their_action_and_can_be_dropped() {
    let (server, client, url) = server_with(&[]).await;
    server.faults().next_calls(Action::DeleteQueue, 3, Fault::throttled());
    client.send_message().queue_url(&url).message_body("x").send().await.unwrap();
    assert_eq!(server.faults().pending(Action::DeleteQueue), 3);
    server.faults().clear();
    client.delete_queue().queue_url(&url).send().await.unwrap();
}
