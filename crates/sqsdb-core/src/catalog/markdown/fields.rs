//! Tables of fields: the payload's, then those of the objects inside it.

use serde_json::Value;

use super::{super::entry::Entry, cell, kind};
use crate::schema::{
    Templates,
    template::{FieldPiece, Piece},
};

/// All tables of a type.
pub(super) fn tables(entry: &Entry, schema: &Value, templates: &Templates) -> String {
    let mut text = String::from("| field | type | required | volatile | in | |\n|---|---|---|---|---|---|\n");
    let listed: Vec<_> = entry.descriptor.fields.iter().map(|field| field.wire).collect();
    for (name, property) in in_order(schema, &listed) {
        let field = entry.descriptor.field(name);
        let volatile = field.is_some_and(|field| field.volatile);
        text += &format!(
            "| `{name}` | {} | {} | {} | {} | {} |\n",
            kind::of(property),
            yes(is_required(schema, name)),
            yes(volatile),
            uses(name, templates, entry.descriptor.version_field),
            note(property),
        );
    }
    for (name, part) in schema.get("$defs").and_then(Value::as_object).into_iter().flatten() {
        text += &part_table(name, part);
    }
    text
}

/// The table of an object inside the payload, or the branches of a choice.
fn part_table(name: &str, part: &Value) -> String {
    let mut text = format!("\n`{name}`: {}", kind::of(part));
    if let Some(note) = Some(note(part)).filter(|note| !note.is_empty()) {
        text += &format!(". {note}");
    }
    text += "\n";
    let mut rows = in_order(part, &[]).peekable();
    if rows.peek().is_some() {
        text += "\n| field | type | required | |\n|---|---|---|---|\n";
    }
    for (field, property) in rows {
        let required = yes(is_required(part, field));
        text += &format!("| `{field}` | {} | {required} | {} |\n", kind::of(property), note(property));
    }
    text
}

/// Properties in the order of the declaration, then the others by name.
fn in_order<'a>(schema: &'a Value, listed: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut all: Vec<_> =
        properties.into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect();
    let place = |name: &str| listed.iter().position(|listed| *listed == name).unwrap_or(usize::MAX);
    all.sort_by_key(|(name, _)| (place(name), *name));
    all.into_iter()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

fn uses(name: &str, templates: &Templates, version: Option<&str>) -> String {
    let names = |pieces: &Vec<Piece>| {
        pieces.iter().any(|piece| matches!(piece, Piece::Field(FieldPiece { field, .. }) if *field == name))
    };
    let mut uses = Vec::new();
    for (part, pieces) in [
        ("key", Some(&templates.idempotency_key)),
        ("aggregate id", Some(&templates.aggregate_id)),
        ("group", templates.group.as_ref()),
        ("deduplication", templates.deduplication.as_ref()),
    ] {
        if pieces.is_some_and(names) {
            uses.push(part);
        }
    }
    if version == Some(name) {
        uses.push("version guard");
    }
    uses.join(", ")
}

fn note(schema: &Value) -> String {
    let mut note = schema.get("description").and_then(Value::as_str).map(cell).unwrap_or_default();
    if let Some(default) = schema.get("default").filter(|value| !value.is_null()) {
        note += &format!(" Default: `{}`.", cell(&default.to_string()));
    }
    note.trim().to_owned()
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "" }
}
