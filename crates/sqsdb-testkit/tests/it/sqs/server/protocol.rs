//! The protocol itself, byte by byte, for other SDKs than Rust's.

use serde_json::Value;
use sqsdb_testkit::sqs::SqsServer;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

struct Answer {
    status: u16,
    head: String,
    json: Value,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().filter_map(|line| line.split_once(": ")).find(|(n, _)| *n == name).map(|(_, v)| v)
    }
}

async fn request(server: &SqsServer, line: &str, headers: &str, body: &[u8]) -> Answer {
    let address = server.endpoint_url().strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_owned(),
        json: serde_json::from_str(body).unwrap(),
    }
}

async fn call(server: &SqsServer, action: &str, body: impl AsRef<[u8]>) -> Answer {
    let headers = format!("content-type: application/x-amz-json-1.0\r\nx-amz-target: AmazonSQS.{action}\r\n");
    request(server, "POST /", &headers, body.as_ref()).await
}

#[tokio::test]
async fn an_answer_is_json_with_a_request_id() {
    let server = SqsServer::start().await.unwrap();
    let answer = call(&server, "CreateQueue", r#"{"QueueName":"q","unknown":{"x":[1]}}"#).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/x-amz-json-1.0"));
    assert_eq!(answer.header("x-amzn-requestid").unwrap().len(), 36);
    assert_eq!(answer.json["QueueUrl"], format!("{}/000000000000/q", server.endpoint_url()));
}

#[tokio::test]
async fn an_error_has_both_of_its_names() {
    let server = SqsServer::start().await.unwrap();
    let answer = call(&server, "GetQueueUrl", r#"{"QueueName":"gone"}"#).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json["__type"], "com.amazonaws.sqs#QueueDoesNotExist");
    assert_eq!(answer.json["message"], "The specified queue does not exist.");
    let query_error = answer.header("x-amzn-query-error");
    assert_eq!(query_error, Some("AWS.SimpleQueueService.NonExistentQueue;Sender"));
    let missing = call(&server, "SendMessage", "").await;
    assert_eq!(missing.json["message"], "The request must contain the parameter QueueUrl.");
    assert_eq!(missing.json["__type"], "com.amazonaws.sqs#MissingRequiredParameterException");
}

#[tokio::test]
async fn the_path_of_the_queue_works_as_well() {
    let server = SqsServer::start().await.unwrap();
    let url = server.create_queue("q").unwrap();
    let body = format!(r#"{{"QueueUrl":"{url}","MaxNumberOfMessages":null}}"#);
    let headers = "x-amz-target: AmazonSQS.ReceiveMessage\r\n";
    let answer = request(&server, "POST /000000000000/q", headers, body.as_bytes()).await;
    assert_eq!((answer.status, answer.json.to_string().as_str()), (200, "{}"));
}

#[tokio::test]
async fn other_protocols_are_turned_away() {
    let server = SqsServer::start().await.unwrap();
    let query = request(&server, "POST /", "", b"Action=ListQueues&Version=2012-11-05").await;
    assert_eq!(query.status, 400);
    assert!(query.json["message"].as_str().unwrap().contains("X-Amz-Target"));
    assert_eq!(request(&server, "GET /", "", b"").await.status, 405);
    let unknown = call(&server, "MakeCoffee", "{}").await;
    assert_eq!(unknown.header("x-amzn-query-error"), Some("UnknownOperationException;Sender"));
}

/// Actions that take a queue, and a few that do not.
const ACTIONS: [&str; 21] = [
    "CancelMessageMoveTask",
    "ChangeMessageVisibility",
    "ChangeMessageVisibilityBatch",
    "CreateQueue",
    "DeleteMessage",
    "DeleteMessageBatch",
    "DeleteQueue",
    "GetQueueAttributes",
    "GetQueueUrl",
    "ListDeadLetterSourceQueues",
    "ListMessageMoveTasks",
    "ListQueueTags",
    "ListQueues",
    "PurgeQueue",
    "ReceiveMessage",
    "SendMessage",
    "SendMessageBatch",
    "SetQueueAttributes",
    "StartMessageMoveTask",
    "TagQueue",
    "UntagQueue",
];

#[tokio::test]
async fn no_body_breaks_the_server() {
    let server = SqsServer::start().await.unwrap();
    server.create_queue("q").unwrap();
    let deep = "[".repeat(100_000);
    let odd: [&[u8]; 16] = [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"{",
        b"{\"QueueUrl\":7}",
        b"{\"QueueUrl\":\"\\ud800\"}",
        b"{\"QueueUrl\":\"\\u0000\"}",
        b"{\"QueueUrl\":\"////\"}",
        b"{\"QueueUrl\":\"q\",\"Entries\":[{}]}",
        b"{\"QueueUrl\":\"q\",\"Entries\":[{\"Id\":\"\xf0\x9f\xa6\x80\",\"ReceiptHandle\":\"\"}]}",
        b"{\"QueueUrl\":\"q\",\"ReceiptHandle\":\"MSAg\",\"VisibilityTimeout\":9223372036854775807}",
        b"{\"QueueUrl\":\"q\",\"MaxNumberOfMessages\":-9223372036854775808}",
        b"{\"QueueUrl\":\"q\",\"MaxNumberOfMessages\":1e400}",
        b"{\"SourceArn\":\":::::\",\"QueueName\":\"\",\"TaskHandle\":\"e30=\",\"Attributes\":{\"\":\"\"}}",
        deep.as_bytes(),
    ];
    for action in ACTIONS {
        for body in odd {
            let answer = call(&server, action, body).await;
            assert!(answer.status < 500, "{action} {}", String::from_utf8_lossy(body));
        }
    }
    server.create_queue("still-there").unwrap();
}
