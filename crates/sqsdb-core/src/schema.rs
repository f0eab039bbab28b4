//! JSON Schema 2020-12 of payloads and envelopes, for producers in any language.

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::message::{Deduplication, EnvelopeHeader, MessageDescriptor, WorkerMessage};

/// The schema of a message type's payload.
#[must_use]
pub fn payload_schema<M: WorkerMessage>() -> Schema {
    generator().into_root_schema_for::<M>()
}

/// The schema of a message type's whole envelope.
///
/// `messageType` and `schemaVersion` are constants. The keyword `x-sqsdb` says how a producer builds idempotency
/// key, group and deduplication id, and which fields are volatile.
#[must_use]
pub fn envelope_schema<M: WorkerMessage>() -> Schema {
    let descriptor = M::DESCRIPTOR;
    let mut generator = generator();
    let payload = generator.subschema_for::<M>();
    let mut schema = generator.into_root_schema_for::<EnvelopeHeader>();
    schema
        .insert("title".into(), json!(format!("{} v{}", descriptor.message_type, descriptor.schema_version)));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("messageType".into(), json!({ "const": descriptor.message_type }));
        properties.insert("schemaVersion".into(), json!({ "const": descriptor.schema_version }));
        properties.insert("aggregateType".into(), json!({ "const": descriptor.aggregate_type }));
        properties.insert("payload".into(), payload.to_value());
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.push(json!("payload"));
    }
    schema.insert("x-sqsdb".into(), annotations(descriptor));
    schema
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

fn annotations(descriptor: &MessageDescriptor) -> Value {
    let volatile: Vec<_> = descriptor.fields.iter().filter(|field| field.volatile).map(|f| f.wire).collect();
    let deduplication = descriptor.group.map(|_| match descriptor.deduplication {
        Deduplication::IdempotencyKey => json!("idempotencyKey"),
        Deduplication::Template(template) => json!({ "template": template }),
        Deduplication::ContentBased => json!("contentBased"),
    });
    json!({
        "producer": descriptor.producer,
        "idempotencyKey": descriptor.idempotency_key,
        "aggregateId": descriptor.aggregate_id,
        "group": descriptor.group,
        "deduplication": deduplication,
        "version": descriptor.version_field,
        "volatile": volatile,
    })
}
