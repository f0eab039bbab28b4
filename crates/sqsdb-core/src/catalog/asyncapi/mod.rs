//! The [AsyncAPI 3.1](https://www.asyncapi.com/docs/reference/specification/v3.1.0) document of a catalogue, with
//! [SQS bindings 0.2.0](https://github.com/asyncapi/bindings/tree/master/sqs), the newest that 3.1 admits.
//!
//! Payload schemas are JSON Schema draft-07 here, since the official tools read no newer draft. The files in
//! `schemas/` say the same in 2020-12.

mod components;
mod queue;

use serde_json::{Map, Value, json};

use super::{
    Catalog, CatalogError,
    channel::{Resolved, resolve},
    entry::Entry,
};

pub(super) fn document(catalog: &Catalog) -> Result<Value, CatalogError> {
    let channels = resolve(catalog)?;
    let by_id = |build: fn(&Resolved<'_>) -> Value| -> Value {
        channels
            .iter()
            .map(|channel| (component_name(&channel.name), build(channel)))
            .collect::<Map<_, _>>()
            .into()
    };
    Ok(json!({
        "asyncapi": "3.1.0",
        "info": info(catalog),
        "defaultContentType": "application/json",
        "channels": by_id(queue::channel),
        "operations": operations(&channels),
        "components": {
            "messages": components::messages(&catalog.entries)?,
            "schemas": components::schemas(&catalog.entries)?,
        },
    }))
}

fn info(catalog: &Catalog) -> Value {
    let mut info = json!({ "title": catalog.title_or_default(), "version": catalog.version });
    if let Some(description) = &catalog.description {
        info["description"] = json!(description);
    }
    info
}

/// One operation per channel and message: what a producer does.
fn operations(channels: &[Resolved<'_>]) -> Value {
    let mut operations = Map::new();
    for channel in channels {
        let id = component_name(&channel.name);
        for entry in &channel.entries {
            let (stem, name) = (entry.stem(), operation_name(channel, entry, channels));
            let operation = json!({
                "action": "send",
                "title": format!("Send {} to {}", title(entry), channel.name),
                "channel": { "$ref": format!("#/channels/{id}") },
                "messages": [{ "$ref": format!("#/channels/{id}/messages/{stem}") }],
            });
            operations.insert(name, operation);
        }
    }
    operations.into()
}

/// `send.<type>.v<version>`, with the queue where several carry the type.
fn operation_name(channel: &Resolved<'_>, entry: &Entry, channels: &[Resolved<'_>]) -> String {
    let carries =
        |channel: &&Resolved<'_>| channel.entries.iter().any(|other| other.order() == entry.order());
    match channels.iter().filter(carries).count() {
        1 => format!("send.{}", entry.stem()),
        _ => format!("send.{}.{}", entry.stem(), component_name(&channel.name)),
    }
}

fn title(entry: &Entry) -> String {
    format!("{} v{}", entry.descriptor.message_type, entry.descriptor.schema_version)
}

/// A name as AsyncAPI allows it for channels and components: `A-Z a-z 0-9 . - _`.
fn component_name(name: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect()
}
