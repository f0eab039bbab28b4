//! Messages and schemas of the document.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::{
    super::{CatalogError, entry::Entry},
    component_name, title,
};
use crate::schema::ANNOTATION;

/// The only draft that every AsyncAPI tool reads.
const FORMAT: &str = "application/schema+json;version=draft-07";

pub(super) fn messages(entries: &[Entry]) -> Result<Value, CatalogError> {
    let messages = entries.iter().map(|entry| Ok((entry.stem(), message(entry)?)));
    Ok(messages.collect::<Result<Map<_, _>, CatalogError>>()?.into())
}

fn message(entry: &Entry) -> Result<Value, CatalogError> {
    let stem = entry.stem();
    let schema = entry.schema()?;
    let mut message = json!({
        "name": entry.descriptor.message_type,
        "title": title(entry),
        "contentType": "application/json",
        "payload": { "schemaFormat": FORMAT, "schema": { "$ref": format!("#/components/schemas/{stem}") } },
        "examples": [{ "name": stem, "payload": entry.example()? }],
        "x-sqsdb-schema": format!("schemas/{stem}.json"),
    });
    for (from, to) in [(ANNOTATION, ANNOTATION), ("description", "description")] {
        if let Some(value) = schema.get(from) {
            message[to] = value.clone();
        }
    }
    Ok(message)
}

/// The envelopes' schemas under their stems, and what they refer to under `<stem>-<name>`.
pub(super) fn schemas(entries: &[Entry]) -> Result<Value, CatalogError> {
    let mut components = Map::new();
    for entry in entries {
        let stem = entry.stem();
        let mut schema = entry.schema_in(SchemaSettings::draft07().for_deserialize())?;
        redirect(&mut schema, &stem);
        let Value::Object(mut schema) = schema else { continue };
        // the document says both: a schema of a component is named by its place
        schema.remove("$schema");
        schema.remove("$id");
        if let Some(Value::Object(definitions)) = schema.remove("definitions") {
            components
                .extend(definitions.into_iter().map(|(name, schema)| (part_name(&stem, &name), schema)));
        }
        components.insert(stem, schema.into());
    }
    Ok(components.into())
}

fn part_name(stem: &str, name: &str) -> String {
    format!("{stem}-{}", component_name(name))
}

/// Turns references into the schema into references into the document.
fn redirect(value: &mut Value, stem: &str) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(target) if name == "$ref" => {
                        if let Some(definition) = target.strip_prefix("#/definitions/") {
                            let definition = definition.replace("~1", "/").replace("~0", "~");
                            *target = format!("#/components/schemas/{}", part_name(stem, &definition));
                        } else if target == "#" {
                            *target = format!("#/components/schemas/{stem}");
                        }
                    }
                    member => redirect(member, stem),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redirect(item, stem)),
        _ => {}
    }
}
