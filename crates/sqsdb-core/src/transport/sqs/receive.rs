//! From a received SQS message to a delivery.

use std::{collections::BTreeMap, sync::Arc};

use aws_sdk_sqs::types::{Message, MessageAttributeValue, MessageSystemAttributeName as System};
use base64::prelude::{BASE64_STANDARD, Engine};
use chrono::{DateTime, Utc};
use tokio::time::Instant;

use super::{SqsQueue, error, seconds};
use crate::{
    delivery::Delivery,
    lease::Lease,
    transport::{QueueError, ReceiveRequest},
};

pub(super) async fn receive(queue: &SqsQueue, request: &ReceiveRequest) -> Result<Vec<Delivery>, QueueError> {
    let call = queue
        .client
        .receive_message()
        .queue_url(queue.url.as_ref())
        .max_number_of_messages(i32::try_from(request.max).unwrap_or(i32::MAX))
        .wait_time_seconds(seconds(request.wait))
        .visibility_timeout(seconds(request.visibility))
        .message_system_attribute_names(System::All)
        .message_attribute_names("All")
        .set_receive_request_attempt_id(request.attempt_id.clone());
    // The lease counts from before the call. Of a long poll that waited this makes it expire too early here,
    // never too late.
    let received = Instant::now();
    let answer = call.send().await.map_err(error::queue_error)?;
    let messages = answer.messages.unwrap_or_default();
    Ok(messages.into_iter().filter_map(|message| delivery(queue, message, received, request)).collect())
}

fn delivery(
    queue: &SqsQueue,
    message: Message,
    received: Instant,
    request: &ReceiveRequest,
) -> Option<Delivery> {
    let (Some(id), Some(handle)) = (&message.message_id, &message.receipt_handle) else {
        tracing::error!(queue = %queue.name, "SQS sent a message without id or receipt handle; it comes again");
        return None;
    };
    let lease = Lease::new(received, request.visibility);
    let body = message.body.as_deref().unwrap_or_default();
    let mut delivery = Delivery::new(Arc::clone(&queue.name), id.as_str(), handle.as_str(), body, lease);
    let system = |name: &System| message.attributes.as_ref()?.get(name).map(String::as_str);
    delivery.receive_count =
        system(&System::ApproximateReceiveCount).and_then(|count| count.parse().ok()).unwrap_or(1);
    delivery.sent_at = system(&System::SentTimestamp).and_then(time);
    delivery.first_received_at = system(&System::ApproximateFirstReceiveTimestamp).and_then(time);
    delivery.group_id = system(&System::MessageGroupId).map(Arc::from);
    delivery.trace_header = system(&System::AwsTraceHeader).map(Arc::from);
    delivery.attributes = Arc::new(attributes(&message));
    Some(delivery)
}

/// Milliseconds since 1970, as SQS gives times.
fn time(text: &str) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(text.parse().ok()?)
}

fn attributes(message: &Message) -> BTreeMap<String, String> {
    let all = message.message_attributes.iter().flatten();
    all.map(|(name, value)| (name.clone(), text(value))).collect()
}

/// A string or number as it is, a binary value in base64.
fn text(value: &MessageAttributeValue) -> String {
    match (value.string_value(), value.binary_value()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(bytes)) => BASE64_STANDARD.encode(bytes),
        (None, None) => String::new(),
    }
}
