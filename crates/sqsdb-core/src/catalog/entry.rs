//! One message type of a catalogue, with its Rust type erased.

use schemars::{Schema, generate::SchemaSettings};
use serde_json::Value;

use super::{CatalogError, example};
use crate::{
    message::{MessageDescriptor, WorkerMessage},
    schema::{TemplateError, Templates, build, file_stem, payload_schema, settings},
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) descriptor: &'static MessageDescriptor,
    build: fn(SchemaSettings) -> Result<Schema, TemplateError>,
    payload: fn() -> Schema,
    wrap: fn(&Value) -> Result<example::Wrapped, String>,
}

impl Entry {
    pub(super) fn of<M: WorkerMessage>() -> Self {
        Self {
            descriptor: M::DESCRIPTOR,
            build: build::<M>,
            payload: payload_schema::<M>,
            wrap: example::wrap::<M>,
        }
    }

    /// Type and version: the order of the catalogue.
    pub(super) fn order(&self) -> (&'static str, u32) {
        (self.descriptor.message_type, self.descriptor.schema_version)
    }

    /// `<type>.v<version>`.
    pub(super) fn stem(&self) -> String {
        file_stem(self.descriptor)
    }

    /// The envelope's schema.
    pub(super) fn schema(&self) -> Result<Value, CatalogError> {
        self.schema_in(settings())
    }

    /// The envelope's schema in another draft.
    pub(super) fn schema_in(&self, settings: SchemaSettings) -> Result<Value, CatalogError> {
        Ok((self.build)(settings)?.to_value())
    }

    /// The payload's schema.
    pub(super) fn payload_schema(&self) -> Value {
        (self.payload)().to_value()
    }

    /// The keys' templates, read.
    pub(super) fn templates(&self, payload_schema: &Value) -> Result<Templates, CatalogError> {
        let properties = payload_schema.get("properties").unwrap_or(&Value::Null);
        Ok(Templates::of(self.descriptor, properties)?)
    }

    /// An envelope that the worker reads.
    pub(super) fn example(&self) -> Result<Value, CatalogError> {
        example::of(self)
    }

    /// Puts a payload into an envelope, with the keys that the type builds.
    pub(super) fn wrap(&self, payload: &Value) -> Result<example::Wrapped, String> {
        (self.wrap)(payload)
    }
}
