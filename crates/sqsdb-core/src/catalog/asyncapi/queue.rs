//! A channel of the document: one SQS queue.

use serde_json::{Map, Value, json};

use super::super::channel::Resolved;

const BINDING_VERSION: &str = "0.2.0";

pub(super) fn channel(channel: &Resolved<'_>) -> Value {
    let message = |stem: String| json!({ "$ref": format!("#/components/messages/{stem}") });
    let messages: Map<_, _> =
        channel.entries.iter().map(|entry| (entry.stem(), message(entry.stem()))).collect();
    let mut value = json!({
        "title": channel.name,
        "address": channel.address,
        "messages": messages,
        "bindings": { "sqs": binding(channel) },
    });
    if channel.address.is_none() {
        value["description"] =
            json!("The catalogue names no queue for this message; the name is a suggestion.");
    }
    value
}

fn binding(channel: &Resolved<'_>) -> Value {
    let mut queue = json!({ "name": channel.name, "fifoQueue": channel.is_fifo() });
    let Some((name, max_receive_count)) = channel.dead_letters else {
        return json!({ "queue": queue, "bindingVersion": BINDING_VERSION });
    };
    queue["redrivePolicy"] =
        json!({ "deadLetterQueue": { "name": name }, "maxReceiveCount": max_receive_count });
    json!({
        "queue": queue,
        "deadLetterQueue": { "name": name, "fifoQueue": channel.is_fifo() },
        "bindingVersion": BINDING_VERSION,
    })
}
