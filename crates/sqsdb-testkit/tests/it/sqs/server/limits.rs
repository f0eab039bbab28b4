//! Limits of messages in flight.

use sqsdb_testkit::sqs::{SqsServer, SqsServerBuilder};

fn small() -> SqsServerBuilder {
    SqsServer::builder().in_flight_limit_standard(3).in_flight_limit_fifo(3)
}

#[tokio::test]
async fn a_full_standard_queue_refuses_a_short_poll_and_starves_a_long_one() {
    let server = small().start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    for n in 0..5 {
        client.send_message().queue_url(&url).message_body(n.to_string()).send().await.unwrap();
    }
    let receive = |wait| {
        let call = client.receive_message().queue_url(&url).max_number_of_messages(10);
        call.wait_time_seconds(wait).send()
    };
    assert_eq!(receive(0).await.unwrap().messages().len(), 3);
    assert!(receive(0).await.unwrap_err().into_service_error().is_over_limit());
    assert!(receive(1).await.unwrap().messages().is_empty());
}

#[tokio::test]
async fn a_full_fifo_queue_stays_empty() {
    let server = small().start().await.unwrap();
    let (client, url) = (server.client(), server.create_fifo_queue("q.fifo").unwrap());
    for n in ["0", "1", "2", "3"] {
        let send = client.send_message().queue_url(&url).message_body(n).message_group_id(n);
        send.message_deduplication_id(n).send().await.unwrap();
    }
    let receive = || client.receive_message().queue_url(&url).max_number_of_messages(10).send();
    assert_eq!(receive().await.unwrap().messages().len(), 3);
    assert!(receive().await.unwrap().messages().is_empty());
}
