//! JSON Schema 2020-12 of payloads and envelopes, for producers in any language.
//!
//! A schema here is what a *producer* has to satisfy, that is, what the worker reads (the deserialise contract of
//! `schemars`): a field with a serde default may be left out, a field that is only written does not appear.

mod annotations;
mod envelope;
pub(crate) mod template;

use schemars::{Schema, generate::SchemaSettings};

pub(crate) use annotations::Templates;
pub(crate) use envelope::{build, file_stem};
pub use template::TemplateError;

use crate::message::WorkerMessage;

/// The annotation keyword of an envelope's schema.
pub(crate) const ANNOTATION: &str = "x-sqsdb";

/// The schema of a message type's payload.
#[must_use]
pub fn payload_schema<M: WorkerMessage>() -> Schema {
    settings().into_generator().into_root_schema_for::<M>()
}

/// The schema of a message type's whole envelope.
///
/// `messageType`, `schemaVersion` and `aggregateType` are constants, and the keys carry lengths and patterns. The
/// keyword `x-sqsdb` says how a producer builds idempotency key, aggregate id, group and deduplication id, and
/// which fields are volatile.
///
/// # Errors
/// A template of a declaration by hand cannot be read, or names a field that the payload has not.
pub fn envelope_schema<M: WorkerMessage>() -> Result<Schema, TemplateError> {
    build::<M>(settings())
}

/// JSON Schema 2020-12 of what is read.
pub(crate) fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_deserialize()
}
