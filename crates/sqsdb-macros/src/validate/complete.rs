//! What every message has to say is said.

use crate::ast::{Field, Input};
use crate::attr::Declaration;
use crate::ctxt::Ctxt;
use crate::suggest;

pub(super) fn check(input: &Input<'_>, ctxt: &mut Ctxt) {
    if input.fields.is_none() {
        return; // no attribute would help
    }
    let ident = &input.original.ident;
    if input.declaration.absent {
        let what = format_args!("`{ident}` does not say what message it is");
        ctxt.mistake(ident, what, format_args!("add an attribute like this one\n{}", skeleton(input)));
        return;
    }
    let missing = missing(&input.declaration);
    if missing.is_empty() || input.declaration.unreadable {
        return;
    }
    let names = suggest::list(missing.iter().map(|(name, _)| *name));
    let what = format_args!("`#[worker_message(...)]` of `{ident}` lacks {names}");
    let parts: Vec<_> = missing.iter().map(|(_, part)| *part).collect();
    ctxt.mistake(
        ident,
        what,
        format_args!("add what fits your message, in the manner of\n{}", parts.join("\n")),
    );
}

/// Names of the missing parts, and what such a part looks like.
fn missing(declaration: &Declaration) -> Vec<(&'static str, &'static str)> {
    let in_aggregate = declaration.aggregate.get().is_some();
    [
        (
            declaration.message_type.is_missing(),
            "message_type",
            "    message_type = \"CaseDeadlineCalculationRequested\", // the envelope's `messageType`",
        ),
        (
            declaration.schema_version.is_missing(),
            "schema_version",
            "    schema_version = 1, // raise it with each incompatible change of the payload",
        ),
        (
            declaration.producer.is_missing(),
            "producer",
            "    producer = \"case-service\", // the application that owns the message type",
        ),
        (
            declaration.aggregate.is_missing(),
            "aggregate",
            "    aggregate(type = \"case\", id = \"{case_id}\"), // what the message changes",
        ),
        (
            in_aggregate && declaration.aggregate_type.is_missing(),
            "aggregate(type)",
            "    aggregate(type = \"case\", ...), // what kind of thing the message changes",
        ),
        (
            in_aggregate && declaration.aggregate_id.is_missing(),
            "aggregate(id)",
            "    aggregate(..., id = \"{case_id}\"), // which one it changes",
        ),
        (
            declaration.idempotency_key.is_missing(),
            "idempotency_key",
            "    idempotency_key = \"case:{case_id}:deadline\", // names the one effect that the message asks for",
        ),
    ]
    .into_iter()
    .filter_map(|(is_missing, name, part)| is_missing.then_some((name, part)))
    .collect()
}

/// A whole attribute, with names from the struct.
fn skeleton(input: &Input<'_>) -> String {
    let fields = input.fields.as_deref().unwrap_or_default();
    let field = fields.iter().find(|field| field.is_in_payload() && field.volatile.is_none());
    let field = field.map_or("case_id", |field: &Field<'_>| &field.name);
    format!(
        "#[worker_message(\n    message_type = \"{}\",\n    schema_version = 1,\n    producer = \"case-service\",\n    \
         aggregate(type = \"case\", id = \"{{{field}}}\"),\n    idempotency_key = \"case:{{{field}}}:deadline\",\n)]",
        input.original.ident
    )
}
