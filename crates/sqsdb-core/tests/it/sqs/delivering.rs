//! What a delivery carries.

use std::time::Duration;

use aws_sdk_sqs::{
    primitives::Blob,
    types::{
        MessageAttributeValue, MessageSystemAttributeNameForSends as SystemName,
        MessageSystemAttributeValue as SystemValue,
    },
};
use sqsdb_core::transport::{Queue, ReceiveRequest};

use super::Sqs;

const TRACE: &str = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";

fn text(value: &str) -> MessageAttributeValue {
    MessageAttributeValue::builder().data_type("String").string_value(value).build().unwrap()
}

#[tokio::test]
async fn a_delivery_carries_attributes_and_counts() {
    let sqs = Sqs::standard().await;
    let bytes =
        MessageAttributeValue::builder().data_type("Binary").binary_value(Blob::new([0, 255])).build();
    let trace = SystemValue::builder().data_type("String").string_value(TRACE).build().unwrap();
    sqs.client
        .send_message()
        .queue_url(&sqs.url)
        .message_body("body \u{1f600}")
        .message_group_id("tenant-7")
        .message_attributes("traceparent", text("00-ab-cd-01"))
        .message_attributes("bytes", bytes.unwrap())
        .message_system_attributes(SystemName::AwsTraceHeader, trace)
        .send()
        .await
        .unwrap();
    let request = ReceiveRequest::new(10, Duration::ZERO, Duration::from_secs(1));
    let first = sqs.queue().receive(&request).await.unwrap().remove(0);
    assert_eq!((&*first.queue, &*first.body, first.receive_count), ("cases", "body \u{1f600}", 1));
    assert_eq!(first.attributes["traceparent"], "00-ab-cd-01");
    assert_eq!(first.attributes["bytes"], "AP8=");
    assert_eq!((first.group_id.as_deref(), first.trace_header.as_deref()), (Some("tenant-7"), Some(TRACE)));
    assert!(first.sent_at.is_some() && first.first_received_at >= first.sent_at);

    sqs.server.advance(Duration::from_secs(2));
    let second = sqs.queue().receive(&request).await.unwrap().remove(0);
    assert_eq!((&second.message_id, second.receive_count), (&first.message_id, 2));
    assert_ne!(second.receipt_handle, first.receipt_handle);
    assert_ne!(second.lease.id(), first.lease.id());
}
