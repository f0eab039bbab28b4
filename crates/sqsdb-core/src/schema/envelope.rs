//! The schema of an envelope: the header's, with what one message type pins down.

use schemars::{Schema, generate::SchemaSettings};
use serde_json::{Value, json};

use super::{ANNOTATION, Templates, payload_schema, template::TemplateError, template::pattern};
use crate::message::{EnvelopeHeader, IDEMPOTENCY_KEY_MAX, MessageDescriptor, WorkerMessage};

/// Width of the inbox column.
pub(super) const AGGREGATE_ID_MAX: usize = 200;

/// The schema of the envelope of `M` in the draft of the settings.
pub(crate) fn build<M: WorkerMessage>(settings: SchemaSettings) -> Result<Schema, TemplateError> {
    let descriptor = M::DESCRIPTOR;
    let type_schema = payload_schema::<M>();
    let templates = Templates::of(descriptor, type_schema.get("properties").unwrap_or(&Value::Null))?;
    let mut generator = settings.into_generator();
    let payload = generator.subschema_for::<M>();
    let mut schema = generator.into_root_schema_for::<EnvelopeHeader>();
    head(&mut schema, descriptor, &type_schema);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        pin(properties, descriptor, &templates);
        properties.insert("payload".into(), payload.to_value());
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.push(json!("payload"));
    }
    schema.insert(ANNOTATION.into(), templates.annotation(descriptor));
    Ok(schema)
}

/// `<type>.v<version>`: the name of the type's files and components.
pub(crate) fn file_stem(descriptor: &MessageDescriptor) -> String {
    format!("{}.v{}", descriptor.message_type, descriptor.schema_version)
}

fn head(schema: &mut Schema, descriptor: &MessageDescriptor, type_schema: &Schema) {
    let MessageDescriptor { message_type, schema_version, .. } = descriptor;
    schema.insert("$id".into(), json!(format!("urn:sqsdb:{message_type}:v{schema_version}")));
    schema.insert("title".into(), json!(format!("{message_type} v{schema_version}")));
    match type_schema.get("description") {
        Some(description) => schema.insert("description".into(), description.clone()),
        None => schema.remove("description"),
    };
}

/// What the type says about fields of the header.
fn pin(
    properties: &mut serde_json::Map<String, Value>,
    descriptor: &MessageDescriptor,
    templates: &Templates,
) {
    let mut pin = |name: &str, keyword: &str, value: Value| {
        if let Some(property) = properties.get_mut(name) {
            property[keyword] = value;
        }
    };
    pin("messageType", "const", json!(descriptor.message_type));
    pin("schemaVersion", "const", json!(descriptor.schema_version));
    pin("aggregateType", "const", json!(descriptor.aggregate_type));
    for (name, max, pieces) in [
        ("idempotencyKey", IDEMPOTENCY_KEY_MAX, &templates.idempotency_key),
        ("aggregateId", AGGREGATE_ID_MAX, &templates.aggregate_id),
    ] {
        pin(name, "minLength", json!(1));
        pin(name, "maxLength", json!(max));
        pin(name, "pattern", json!(pattern(pieces)));
    }
    pin("messageId", "minLength", json!(1));
}
