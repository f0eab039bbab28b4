//! From the body of an SQS message to a typed payload, its keys and its hash.

use serde::Deserialize;
use serde_json::Value;

use super::{
    EnvelopeHeader, Identity, IdentityError, WorkerMessage, unwrap_body,
    version::{Payload, read_any},
};
use crate::{
    failure::{FailureCode, bounded, codes},
    hash::RequestHash,
};

/// What a router needs to know of a body before it is decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Peek {
    /// The envelope's `messageType`.
    pub message_type: String,
    /// The envelope's `schemaVersion`.
    pub schema_version: u32,
}

/// A decoded body.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decoded<M> {
    /// The envelope without its payload.
    pub header: EnvelopeHeader,
    /// The payload.
    pub payload: M,
    /// The keys, built from the payload.
    pub identity: Identity,
    /// The payload's hash.
    pub request_hash: RequestHash,
}

/// Why a body cannot be processed. Every kind is terminal for its message and for no other.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The body is not an envelope.
    #[error("the body is not an envelope: {0}")]
    Body(String),
    /// The envelope is of another type than the route's.
    #[error(
        "the message type is `{found}`, but this route takes `{expected}`; route it to a handler of its own"
    )]
    Type {
        /// The envelope's type.
        found: String,
        /// The route's type.
        expected: &'static str,
    },
    /// The envelope's schema version is not one that the route reads.
    #[error("`{message_type}` has schema version {found}, {}", unread(*found, *oldest, *newest))]
    Version {
        /// The message type.
        message_type: &'static str,
        /// The envelope's version.
        found: u32,
        /// The oldest version that the route reads.
        oldest: u32,
        /// The newest version that the route reads.
        newest: u32,
    },
    /// A payload of an older version cannot be turned into the current one.
    #[error("`{message_type}` version {from} cannot be turned into version {to}: {reason}")]
    Upcast {
        /// The message type.
        message_type: &'static str,
        /// The version it was sent as.
        from: u32,
        /// The version that the handler takes.
        to: u32,
        /// Why not.
        reason: String,
    },
    /// The payload does not fit the type.
    #[error("the payload of `{message_type}` version {schema_version} does not fit its schema: {reason}")]
    Payload {
        /// The message type.
        message_type: &'static str,
        /// Its version.
        schema_version: u32,
        /// What does not fit.
        reason: String,
    },
    /// A key cannot be built.
    #[error("{0}")]
    Identity(#[from] IdentityError),
    /// The producer's key is not the one that the payload gives.
    #[error(
        "the envelope says `{found}`, but the payload gives the idempotency key `{derived}`; correct the producer"
    )]
    Key {
        /// The envelope's key.
        found: String,
        /// The key derived from the payload.
        derived: String,
    },
}

impl DecodeError {
    /// The code that operators see.
    #[must_use]
    pub fn code(&self) -> FailureCode {
        match self {
            Self::Body(_) => codes::UNDECODABLE_BODY,
            Self::Type { .. } => codes::UNKNOWN_MESSAGE_TYPE,
            Self::Version { .. } => codes::UNSUPPORTED_SCHEMA_VERSION,
            Self::Payload { .. } | Self::Upcast { .. } => codes::INVALID_PAYLOAD,
            Self::Identity(_) => codes::INVALID_KEY,
            Self::Key { .. } => codes::IDEMPOTENCY_KEY_MISMATCH,
        }
    }

    /// Whether a newer worker could read the message: it was sent in a version that this one does not know yet.
    #[must_use]
    pub fn is_from_the_future(&self) -> bool {
        matches!(self, Self::Version { found, newest, .. } if found > newest)
    }
}

/// Reads type and version of a body, plain or wrapped by SNS or EventBridge.
///
/// # Errors
/// [`DecodeError::Body`].
pub fn peek(body: &str) -> Result<Peek, DecodeError> {
    let envelope = envelope(body)?;
    let text = envelope.get("messageType").and_then(Value::as_str);
    let version = envelope.get("schemaVersion").and_then(Value::as_u64).and_then(|v| u32::try_from(v).ok());
    match (text, version) {
        (Some(message_type), Some(schema_version)) => {
            Ok(Peek { message_type: message_type.to_owned(), schema_version })
        }
        (None, _) => Err(DecodeError::Body("`messageType` is absent or not a string".into())),
        (_, None) => Err(DecodeError::Body("`schemaVersion` is absent or not a small integer".into())),
    }
}

/// Decodes a body, plain or wrapped by SNS or EventBridge, and checks that its key is the payload's own.
///
/// # Errors
/// See [`DecodeError`].
pub fn decode<M: WorkerMessage>(body: &str) -> Result<Decoded<M>, DecodeError> {
    let mut envelope = envelope(body)?;
    let payload = envelope.get_mut("payload").map(Value::take);
    let mut header =
        EnvelopeHeader::deserialize(&envelope).map_err(|error| DecodeError::Body(error.to_string()))?;
    of_type::<M>(&header)?;
    let wire = payload.ok_or_else(|| DecodeError::Body("`payload` is absent".into()))?;
    let read = read_any::<M>(header.schema_version, &wire);
    let Payload { value, identity, request_hash } =
        read.unwrap_or_else(|| Err(unknown_version::<M>(&header)))?;
    if header.idempotency_key != identity.idempotency_key {
        let (found, derived) = (header.idempotency_key, identity.idempotency_key);
        return Err(DecodeError::Key { found, derived });
    }
    // the payload is what the keys come from; a producer's other spelling of them is not taken over
    header.aggregate_type = M::DESCRIPTOR.aggregate_type.to_owned();
    header.aggregate_id.clone_from(&identity.aggregate_id);
    Ok(Decoded { header, payload: value, identity, request_hash })
}

fn envelope(body: &str) -> Result<Value, DecodeError> {
    let value: Value = serde_json::from_str(body).map_err(|error| DecodeError::Body(error.to_string()))?;
    let value = unwrap_body(value).map_err(|reason| DecodeError::Body(reason.into_owned()))?;
    if value.is_object() { Ok(value) } else { Err(DecodeError::Body("it is not a JSON object".into())) }
}

fn of_type<M: WorkerMessage>(header: &EnvelopeHeader) -> Result<(), DecodeError> {
    let expected = M::DESCRIPTOR.message_type;
    if header.message_type == expected {
        return Ok(());
    }
    Err(DecodeError::Type { found: header.message_type.clone(), expected })
}

fn unknown_version<M: WorkerMessage>(header: &EnvelopeHeader) -> DecodeError {
    DecodeError::Version {
        message_type: M::DESCRIPTOR.message_type,
        found: header.schema_version,
        oldest: M::DESCRIPTOR.oldest_version,
        newest: M::DESCRIPTOR.schema_version,
    }
}

/// Why a version is not read, and what to do.
fn unread(found: u32, oldest: u32, newest: u32) -> String {
    let read =
        if oldest == newest { format!("version {newest}") } else { format!("versions {oldest} to {newest}") };
    if found > newest {
        format!("but this worker reads {read}; deploy one that knows version {found}")
    } else if found < oldest {
        format!(
            "which was removed: this worker reads {read}; send the work again in version {newest}, or deploy a worker \
             that still reads version {found}"
        )
    } else {
        format!(
            "which is none of those that this worker reads between {oldest} and {newest}; correct the producer"
        )
    }
}

/// What can be told of a body that may not be decodable at all.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    pub(crate) message_type: Option<String>,
    pub(crate) idempotency_key: Option<String>,
}

/// Type and key as the envelope states them, as far as the body can be read; long ones are cut.
pub(crate) fn keys(body: &str) -> Keys {
    let Ok(envelope) = envelope(body) else { return Keys::default() };
    let text = |name: &str| Some(bounded(envelope.get(name)?.as_str()?.to_owned().into()).into_owned());
    Keys { message_type: text("messageType"), idempotency_key: text("idempotencyKey") }
}
