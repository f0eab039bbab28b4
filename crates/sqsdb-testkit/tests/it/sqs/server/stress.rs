//! Many workers at once: nothing is lost, handed out twice or out of order.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use aws_sdk_sqs::{Client, types::MessageSystemAttributeName as Name};
use sqsdb_testkit::sqs::SqsServer;
use tokio::task::JoinSet;

const GROUPS: usize = 7;
const PER_GROUP: usize = 30;

/// Bodies by group, in the order in which the workers got them.
type Log = Arc<Mutex<BTreeMap<String, Vec<usize>>>>;

async fn send_group(client: Client, url: String, group: usize) {
    for n in 0..PER_GROUP {
        let send = client.send_message().queue_url(&url).message_body(n.to_string());
        let send = send.message_group_id(format!("g{group}"));
        let dedup = url.ends_with(".fifo").then(|| format!("{group}-{n}"));
        send.set_message_deduplication_id(dedup).send().await.unwrap();
    }
}

async fn work(client: Client, url: String, log: Log) {
    while log.lock().unwrap().values().map(Vec::len).sum::<usize>() < GROUPS * PER_GROUP {
        let call = client.receive_message().queue_url(&url).wait_time_seconds(1).max_number_of_messages(3);
        let call = call.message_system_attribute_names(Name::MessageGroupId);
        for message in call.send().await.unwrap().messages.unwrap_or_default() {
            let group = message.attributes().unwrap()[&Name::MessageGroupId].clone();
            let number = message.body().unwrap().parse().unwrap();
            log.lock().unwrap().entry(group).or_default().push(number);
            let handle = message.receipt_handle().unwrap();
            client.delete_message().queue_url(&url).receipt_handle(handle).send().await.unwrap();
        }
    }
}

async fn run(server: &SqsServer, url: &str) -> BTreeMap<String, Vec<usize>> {
    let (log, mut tasks) = (Log::default(), JoinSet::new());
    for group in 0..GROUPS {
        tasks.spawn(send_group(server.client(), url.to_owned(), group));
    }
    for _ in 0..8 {
        tasks.spawn(work(server.client(), url.to_owned(), Arc::clone(&log)));
    }
    tasks.join_all().await;
    assert_eq!(server.stats(url).unwrap().total(), 0);
    Arc::into_inner(log).unwrap().into_inner().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifo_groups_keep_their_order() {
    let server = SqsServer::start().await.unwrap();
    let url = server.create_fifo_queue("q.fifo").unwrap();
    let log = run(&server, &url).await;
    assert_eq!(log.len(), GROUPS);
    for (group, numbers) in log {
        assert_eq!(numbers, (0..PER_GROUP).collect::<Vec<_>>(), "{group}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_standard_queue_hands_out_each_message_once() {
    let server = SqsServer::start().await.unwrap();
    let url = server.create_queue("q").unwrap();
    for (group, mut numbers) in run(&server, &url).await {
        numbers.sort_unstable();
        assert_eq!(numbers, (0..PER_GROUP).collect::<Vec<_>>(), "{group}");
    }
}
