//! Examples of envelopes: given by the type or made from its schema, and read by the worker's own decoder.

mod numbers;
mod sample;
mod strings;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::{CatalogError, entry::Entry};
use crate::{
    message::{Envelope, Identity, WorkerMessage, decode},
    schema::template::render,
};

/// An example's envelope, and the keys that its type built.
#[derive(Debug)]
pub(super) struct Wrapped {
    envelope: Value,
    identity: Identity,
}

/// When the facts of all examples happened: 2026-01-01T00:00:00Z.
const OCCURRED_AT: i64 = 1_767_225_600;

/// An example of the envelope of a type.
pub(super) fn of(entry: &Entry) -> Result<Value, CatalogError> {
    let schema = entry.payload_schema();
    let failed = |reason| CatalogError::Example { stem: entry.stem(), reason };
    let given = schema.pointer("/examples/0").cloned();
    let payload = given.map_or_else(|| sample::of(&schema), Ok).map_err(failed)?;
    let wrapped = entry.wrap(&payload).map_err(failed)?;
    agree(entry, &schema, &wrapped)?;
    Ok(wrapped.envelope)
}

/// Reads a payload as its type, wraps it under a fixed message id and time, and decodes the result.
pub(super) fn wrap<M: WorkerMessage>(payload: &Value) -> Result<Wrapped, String> {
    let typed =
        M::deserialize(payload).map_err(|error| format!("`{payload}` does not fit the type: {error}"))?;
    let identity = Identity::of(&typed).map_err(|error| error.to_string())?;
    let mut envelope = Envelope::new(typed).map_err(|error| error.to_string())?;
    envelope.header.message_id = format!("msg_{:032}", 1);
    envelope.header.occurred_at = DateTime::<Utc>::from_timestamp(OCCURRED_AT, 0).unwrap_or_default();
    let body = serde_json::to_string(&envelope).map_err(|error| error.to_string())?;
    let decoded = decode::<M>(&body).map_err(|error| format!("the worker does not read it: {error}"))?;
    if decoded.identity != identity {
        return Err("its keys change when the worker reads it".into());
    }
    let envelope = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    Ok(Wrapped { envelope, identity })
}

/// The templates, which producers use, give the keys that the implementation, which the worker uses, builds.
fn agree(entry: &Entry, schema: &Value, wrapped: &Wrapped) -> Result<(), CatalogError> {
    let templates = entry.templates(schema)?;
    let identity = &wrapped.identity;
    for (part, pieces, built) in [
        ("idempotency key", Some(&templates.idempotency_key), Some(&identity.idempotency_key)),
        ("aggregate id", Some(&templates.aggregate_id), Some(&identity.aggregate_id)),
        ("group id", templates.group.as_ref(), identity.group_id.as_ref()),
        ("deduplication id", templates.deduplication.as_ref(), identity.deduplication_id.as_ref()),
    ] {
        let Some(pieces) = pieces else { continue };
        let payload = wrapped.envelope.get("payload").unwrap_or(&Value::Null);
        let declared =
            render(pieces, payload).map_err(|source| CatalogError::Render { stem: entry.stem(), source })?;
        let built = built.cloned().unwrap_or_default();
        if declared != built {
            return Err(CatalogError::Key { stem: entry.stem(), part, declared, built });
        }
    }
    Ok(())
}
