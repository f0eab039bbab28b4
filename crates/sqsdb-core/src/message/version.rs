//! Payloads of older schema versions: read as they were sent, then turned into the current type.

use std::fmt::Display;

use super::{DecodeError, Identity, MessageDescriptor, WorkerMessage};
use crate::hash::RequestHash;

/// A payload as it stands in the body, before it has a type.
pub type WireValue = serde_json::Value;

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
pub(super) fn read<M: WorkerMessage>(wire: &WireValue) -> Result<Payload<M>, DecodeError> {
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
    wire: &WireValue,
) -> Option<Result<Payload<M>, DecodeError>> {
    if version == M::DESCRIPTOR.schema_version { Some(read(wire)) } else { M::read_older(version, wire) }
}

/// A type that can be made from its older version: every type with `From<Old>`, or with `TryFrom<Old>` where not
/// every old payload has a meaning today.
///
/// A payload that `TryFrom` refuses is terminal, with the code `INVALID_PAYLOAD` and the text of the error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be made from `{Old}`, the older version that it names in `upcast_from`",
    label = "there is no conversion from this version",
    note = "write `impl From<{Old}> for {Self}`",
    note = "or, where some old payloads have no meaning today, `impl TryFrom<{Old}> for {Self}` with an error that implements `Display`"
)]
pub trait UpcastFrom<Old>: Sized {
    /// Makes the type from its older version.
    ///
    /// # Errors
    /// Why this payload has no meaning in the newer version.
    fn upcast(old: Old) -> Result<Self, String>;
}

#[diagnostic::do_not_recommend]
impl<New, Old> UpcastFrom<Old> for New
where
    New: TryFrom<Old, Error: Display>,
{
    fn upcast(old: Old) -> Result<Self, String> {
        Self::try_from(old).map_err(|error| error.to_string())
    }
}

/// Reads a payload of `Old` or of what `Old` is made from, and turns it into `New`. The derive calls it for
/// `upcast_from = Old`.
pub fn read_older<New, Old>(version: u32, wire: &WireValue) -> Option<Result<Payload<New>, DecodeError>>
where
    New: WorkerMessage + UpcastFrom<Old>,
    Old: WorkerMessage,
{
    let old = read_any::<Old>(version, wire)?;
    Some(old.and_then(|Payload { value, identity, request_hash }| {
        let value = New::upcast(value).map_err(|reason| DecodeError::Upcast {
            message_type: New::DESCRIPTOR.message_type,
            from: version,
            to: New::DESCRIPTOR.schema_version,
            reason,
        })?;
        Ok(Payload { value, identity, request_hash })
    }))
}

fn misfit<M: WorkerMessage>(error: serde_json::Error) -> DecodeError {
    let (message_type, schema_version) = (M::DESCRIPTOR.message_type, M::DESCRIPTOR.schema_version);
    DecodeError::Payload { message_type, schema_version, reason: error.to_string() }
}

/// Stops the compiler where `old` is no older version of `new`. Called by the derive, which words the two messages.
#[track_caller]
pub const fn must_be_older(
    new: &MessageDescriptor,
    old: &MessageDescriptor,
    of_another_type: &'static str,
    not_older: &'static str,
) {
    if old.message_type.is_empty() {
        return; // the stub of a declaration that the derive has refused already
    }
    assert!(equal(new.message_type.as_bytes(), old.message_type.as_bytes()), "{}", of_another_type);
    assert!(old.schema_version < new.schema_version, "{}", not_older);
}

/// `==`, which is not yet const.
const fn equal(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, rest_of_one @ ..], [b, rest_of_other @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (rest_of_one, rest_of_other);
    }
    one.is_empty() && other.is_empty()
}
