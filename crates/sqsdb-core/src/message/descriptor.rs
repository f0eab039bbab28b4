//! What a message type says about itself at compile time: the source of schemas, hashes and guards.

/// The declaration of a message type, written by the derive.
///
/// Templates name fields as they stand in the JSON payload, so that a producer in any language can use them.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct MessageDescriptor {
    /// The envelope's `messageType`.
    pub message_type: &'static str,
    /// The envelope's `schemaVersion`, from 1.
    pub schema_version: u32,
    /// The oldest `schemaVersion` that is still read; its own, unless the type is made from older ones.
    pub oldest_version: u32,
    /// The application that owns the type; the default of the envelope's `producer`.
    pub producer: &'static str,
    /// The envelope's `aggregateType`.
    pub aggregate_type: &'static str,
    /// Template of the envelope's `aggregateId`.
    pub aggregate_id: &'static str,
    /// Template of the idempotency key.
    pub idempotency_key: &'static str,
    /// Wire name of the integer field that guards against stale versions.
    pub version_field: Option<&'static str>,
    /// Template of the FIFO `MessageGroupId`.
    pub group: Option<&'static str>,
    /// Where the FIFO `MessageDeduplicationId` comes from.
    pub deduplication: Deduplication,
    /// The payload's top-level fields in declaration order.
    pub fields: &'static [FieldDescriptor],
}

impl MessageDescriptor {
    /// A declaration with the parts that every message has.
    #[must_use]
    pub const fn new(
        message_type: &'static str,
        schema_version: u32,
        producer: &'static str,
        aggregate: (&'static str, &'static str),
        idempotency_key: &'static str,
        fields: &'static [FieldDescriptor],
    ) -> Self {
        Self {
            message_type,
            schema_version,
            oldest_version: schema_version,
            producer,
            aggregate_type: aggregate.0,
            aggregate_id: aggregate.1,
            idempotency_key,
            version_field: None,
            group: None,
            deduplication: Deduplication::IdempotencyKey,
            fields,
        }
    }

    /// The same declaration of a type that also reads payloads of older versions, down to this one
    /// ([`WorkerMessage::read_older`](super::WorkerMessage::read_older)).
    #[must_use]
    pub const fn with_oldest_version(mut self, version: u32) -> Self {
        self.oldest_version = version;
        self
    }

    /// The same declaration with a version-guard field (wire name).
    #[must_use]
    pub const fn with_version_field(mut self, field: &'static str) -> Self {
        self.version_field = Some(field);
        self
    }

    /// The same declaration for a FIFO queue: group template and deduplication rule.
    #[must_use]
    pub const fn with_group(mut self, template: &'static str, deduplication: Deduplication) -> Self {
        self.group = Some(template);
        self.deduplication = deduplication;
        self
    }

    /// The field that stands in the payload under `wire` or one of its aliases.
    #[must_use]
    pub fn field(&self, wire: &str) -> Option<&'static FieldDescriptor> {
        self.fields.iter().find(|field| field.wire == wire || field.aliases.contains(&wire))
    }
}

/// Where a FIFO message's `MessageDeduplicationId` comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deduplication {
    /// The idempotency key; above 128 characters its SHA-256 in lower-case hex.
    IdempotencyKey,
    /// A template of its own.
    Template(&'static str),
    /// The queue hashes the body (`ContentBasedDeduplication`); refused for types with volatile fields.
    ///
    /// The hash is over the whole body, `messageId` and `occurredAt` of the envelope included, so only the same
    /// body sent again is dropped. [`IdempotencyKey`](Self::IdempotencyKey) also recognises the same work in a new
    /// envelope.
    ContentBased,
}

/// One top-level field of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldDescriptor {
    /// Name in the Rust struct.
    pub name: &'static str,
    /// Name in the JSON payload.
    pub wire: &'static str,
    /// Further names that are accepted when reading (`serde(alias)`).
    pub aliases: &'static [&'static str],
    /// Left out of the request hash: it may differ between two sendings of the same work.
    pub volatile: bool,
}

impl FieldDescriptor {
    /// A field that takes part in the request hash.
    #[must_use]
    pub const fn new(name: &'static str, wire: &'static str) -> Self {
        Self { name, wire, aliases: &[], volatile: false }
    }

    /// The same field with further accepted names.
    #[must_use]
    pub const fn with_aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// The same field, left out of the request hash.
    #[must_use]
    pub const fn volatile(mut self) -> Self {
        self.volatile = true;
        self
    }
}
