//! ReceiveMessage: short and long polls, and which attributes come with a message.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::sqs::{
    clock::Timestamp,
    dispatch::Hooks,
    error::{ErrorKind, SqsError},
    md5,
    model::{
        attributes::{self, Payload, WireAttribute, WireAttributes},
        message::Message,
        receive::{Delivery, ReceiveRequest},
        state::State,
        validate,
    },
    shared::Shared,
};

/// Who sent every message: the id of a user, as AWS shows it.
const SENDER_ID: &str = "AIDATESTKITSENDER0001";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ReceiveInput {
    queue_url: Option<String>,
    max_number_of_messages: Option<i64>,
    visibility_timeout: Option<i64>,
    wait_time_seconds: Option<i64>,
    receive_request_attempt_id: Option<String>,
    attribute_names: Option<Vec<String>>,
    message_system_attribute_names: Option<Vec<String>>,
    message_attribute_names: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ReceiveOutput {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<WireMessage>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct WireMessage {
    message_id: String,
    receipt_handle: String,
    #[serde(rename = "MD5OfBody")]
    body_md5: String,
    body: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<&'static str, String>,
    #[serde(rename = "MD5OfMessageAttributes", skip_serializing_if = "Option::is_none")]
    attributes_md5: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    message_attributes: WireAttributes,
}

/// A checked request: what to take, and how long to wait for it.
struct Poll {
    request: ReceiveRequest,
    deadline: Timestamp,
    /// A short poll is told of too many messages in flight, a long poll just stays empty.
    is_short: bool,
}

/// What one look at the queue found.
enum Look {
    Found(Vec<Delivery>),
    Nothing { look_again: Timestamp },
}

pub(super) async fn receive(
    shared: &Arc<Shared>,
    input: ReceiveInput,
    hooks: &Hooks,
) -> Result<ReceiveOutput, SqsError> {
    let url = input.queue_url.as_deref();
    let poll = shared.locked(|state, now| Poll::new(state, now, &input, hooks))?;
    loop {
        let changed: Arc<Notify> =
            shared.locked(|state, now| Ok::<_, SqsError>(Arc::clone(&state.by_url(url, now)?.changed)))?;
        let mut ring = std::pin::pin!(changed.notified());
        ring.as_mut().enable(); // from here on no change is missed
        match shared.locked(|state, now| poll.look(state, now, url))? {
            Look::Found(deliveries) => return Ok(input.output(deliveries)),
            Look::Nothing { look_again } => tokio::select! {
                () = ring => {}
                () = shared.clock.sleep_until(look_again) => {}
                () = shared.stopped() => return Ok(input.output(Vec::new())),
            },
        }
    }
}

impl Poll {
    fn new(state: &mut State, now: Timestamp, input: &ReceiveInput, hooks: &Hooks) -> Result<Self, SqsError> {
        let queue = state.by_url(input.queue_url.as_deref(), now)?;
        let max = validate::range(
            "MaxNumberOfMessages",
            input.max_number_of_messages,
            (1, 10),
            "Must be between 1 and 10, if provided.",
        )?;
        let wait = validate::range(
            "WaitTimeSeconds",
            input.wait_time_seconds,
            (0, 20),
            "Must be >= 0 and <= 20, if provided.",
        )?;
        let visibility = validate::range(
            "VisibilityTimeout",
            input.visibility_timeout,
            (0, 43_200),
            "Must be between 0 and 43200, if provided.",
        )?;
        let attempt_id = validate::id("ReceiveRequestAttemptId", input.receive_request_attempt_id.clone())?;
        if let (Some(id), false) = (&attempt_id, queue.is_fifo()) {
            let reason = "The request include parameter that is not valid for this queue type.";
            return Err(SqsError::invalid_value(id, "ReceiveRequestAttemptId", reason));
        }
        let wait = wait.map_or_else(|| queue.settings.receive_wait(), Duration::from_secs);
        let request = ReceiveRequest {
            max: max.and_then(|max| usize::try_from(max).ok()).unwrap_or(1),
            visibility: visibility.map_or_else(|| queue.settings.visibility(), Duration::from_secs),
            attempt_id,
            deliver_twice: hooks.deliver_twice,
        };
        Ok(Self { request, deadline: now.plus(wait), is_short: wait.is_zero() })
    }

    fn look(&self, state: &mut State, now: Timestamp, url: Option<&str>) -> Result<Look, SqsError> {
        let (deliveries, over_limit) = state.receive(url, now, &self.request)?;
        let queue = state.by_url(url, now)?;
        if over_limit && self.is_short && !queue.is_fifo() {
            let message = "Too many messages in flight: delete some or wait for their visibility timeout.";
            return Err(SqsError::new(ErrorKind::OverLimit, message));
        }
        if !deliveries.is_empty() || now >= self.deadline {
            return Ok(Look::Found(deliveries));
        }
        let next_change = queue.store.next_change().unwrap_or(self.deadline);
        Ok(Look::Nothing { look_again: next_change.min(self.deadline) })
    }
}

impl ReceiveInput {
    fn output(&self, deliveries: Vec<Delivery>) -> ReceiveOutput {
        ReceiveOutput {
            messages: deliveries.into_iter().map(|delivery| self.wire_message(delivery)).collect(),
        }
    }

    fn wire_message(&self, Delivery { message, handle }: Delivery) -> WireMessage {
        let wanted = attributes::select(
            &message.content.attributes,
            self.message_attribute_names.as_deref().unwrap_or_default(),
        );
        WireMessage {
            attributes: self.system_attributes(&message),
            message_id: message.id,
            receipt_handle: handle,
            body_md5: message.body_md5,
            body: message.content.body,
            attributes_md5: md5::of_attributes(&wanted),
            message_attributes: wanted
                .iter()
                .map(|(name, v)| (name.clone(), WireAttribute::from(v)))
                .collect(),
        }
    }

    /// By either list of names; the older one is still in use.
    fn system_attributes(&self, message: &Message) -> BTreeMap<&'static str, String> {
        let names = [&self.attribute_names, &self.message_system_attribute_names];
        let wanted = |name: &str| {
            names.iter().copied().flatten().flatten().any(|wanted| wanted == "All" || wanted == name)
        };
        all_system_attributes(message)
            .into_iter()
            .filter(|(name, _)| wanted(name))
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}

fn all_system_attributes(message: &Message) -> [(&'static str, Option<String>); 9] {
    let millis = |timestamp: Timestamp| timestamp.as_millis().to_string();
    let trace =
        message.content.system_attributes.get("AWSTraceHeader").and_then(|value| match &value.payload {
            Payload::String(text) => Some(text.clone()),
            Payload::Binary(_) => None,
        });
    [
        ("SenderId", Some(SENDER_ID.to_owned())),
        ("SentTimestamp", Some(millis(message.sent_at))),
        ("ApproximateReceiveCount", Some(message.receive_count.to_string())),
        ("ApproximateFirstReceiveTimestamp", message.first_received_at.map(millis)),
        ("MessageGroupId", message.content.group.clone()),
        ("MessageDeduplicationId", message.content.dedup_id.clone()),
        ("SequenceNumber", message.sequence.map(|sequence| sequence.to_string())),
        ("AWSTraceHeader", trace),
        ("DeadLetterQueueSourceArn", message.dead_letter_source.clone()),
    ]
}
