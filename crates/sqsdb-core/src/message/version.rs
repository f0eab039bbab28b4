//! Payloads of older schema versions: read as they were sent, then turned into the current type.

use std::fmt::Display;

use serde_json::Value;

use super::{DecodeError, Identity, WorkerMessage};
use crate::hash::RequestHash;

/// A payload read from the wire. Keys and hash are those of the version it was sent as, so that a resending in
/// another worker's time is recognised.
#[derive(Debug)]
#[non_exhaustive]
pub struct Payload<M> {
    /// The payload, in the current version.
    pub value: M,
    /// The keys, built by the version it was sent as.
    pub identity: Identity,
    /// The hash, as the version it was sent as.
    pub request_hash: RequestHash,
}

/// Reads a payload of exactly the version of `M`.
///
/// # Errors
/// It does not fit the type, or a key cannot be built.
pub(super) fn read<M: WorkerMessage>(wire: &Value) -> Result<Payload<M>, DecodeError> {
    let value = M::deserialize(wire).map_err(misfit::<M>)?;
    let typed = serde_json::to_value(&value).map_err(misfit::<M>)?;
    let identity = Identity::of(&value)?;
    let request_hash = RequestHash::of(M::DESCRIPTOR, M::DESCRIPTOR.schema_version, wire, &typed);
    Ok(Payload { value, identity, request_hash })
}

/// Reads a payload of the version of `M`, or of an older one that `M` can be made from. `None` where the version
/// is unknown.
pub(super) fn read_any<M: WorkerMessage>(
    version: u32,
    wire: &Value,
) -> Option<Result<Payload<M>, DecodeError>> {
    if version == M::DESCRIPTOR.schema_version { Some(read(wire)) } else { M::read_older(version, wire) }
}

/// Reads a payload of `Old` or of what `Old` is made from, and turns it into `New`. The derive calls it for
/// `upcast_from = Old`.
pub fn read_older<New, Old>(version: u32, wire: &Value) -> Option<Result<Payload<New>, DecodeError>>
where
    New: WorkerMessage + TryFrom<Old, Error: Display>,
    Old: WorkerMessage,
{
    let old = read_any::<Old>(version, wire)?;
    Some(old.and_then(|Payload { value, identity, request_hash }| {
        let value = New::try_from(value).map_err(|error| DecodeError::Upcast {
            message_type: New::DESCRIPTOR.message_type,
            from: version,
            to: New::DESCRIPTOR.schema_version,
            reason: error.to_string(),
        })?;
        Ok(Payload { value, identity, request_hash })
    }))
}

fn misfit<M: WorkerMessage>(error: serde_json::Error) -> DecodeError {
    let (message_type, schema_version) = (M::DESCRIPTOR.message_type, M::DESCRIPTOR.schema_version);
    DecodeError::Payload { message_type, schema_version, reason: error.to_string() }
}
