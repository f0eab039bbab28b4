//! Fair queues: a tenant with many messages in flight does not starve the others.

use sqsdb_testkit::sqs::SqsServer;

#[tokio::test]
async fn a_quiet_tenant_goes_before_a_noisy_one() {
    let server = SqsServer::start().await.unwrap();
    let (client, url) = (server.client(), server.create_queue("q").unwrap());
    for n in 0..41 {
        let tenant = if n == 40 { "quiet" } else { "noisy" };
        let send = client.send_message().queue_url(&url).message_body(n.to_string());
        send.message_group_id(tenant).send().await.unwrap();
    }
    for expected in ["0", "10", "20", "40"] {
        let received =
            client.receive_message().queue_url(&url).max_number_of_messages(10).send().await.unwrap();
        assert_eq!(received.messages()[0].body(), Some(expected));
    }
}
