//! Placeholders name fields of the struct.

use super::{Keys, Site};
use crate::ast::{Field, Key, Part};
use crate::ctxt::Ctxt;
use crate::suggest;
use crate::template::{Piece, Placeholder};

/// A template with its fields.
pub(super) struct Resolved<'a> {
    pub(super) key: Key<'a>,
    /// Every field exists.
    pub(super) complete: bool,
}

/// Looks the fields up.
pub(super) fn resolve<'a>(
    site: &Site<'_>,
    keys: &Keys<'a>,
    pieces: Vec<Piece>,
    ctxt: &mut Ctxt,
) -> Resolved<'a> {
    let count = pieces.len();
    let parts: Vec<_> = pieces
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Literal(text) => Some(Part::Literal(text)),
            Piece::Placeholder(placeholder) => field(site, keys, placeholder, ctxt),
        })
        .collect();
    Resolved { complete: parts.len() == count, key: Key { parts } }
}

fn field<'a>(
    site: &Site<'_>,
    keys: &Keys<'a>,
    placeholder: Placeholder,
    ctxt: &mut Ctxt,
) -> Option<Part<'a>> {
    let name = &placeholder.field;
    if let Some(field) = keys.fields.iter().find(|field| field.name == *name) {
        return Some(Part::Field(field, placeholder));
    }
    let what = format_args!("{} names `{name}`, but `{}` has no such field", site.role.noun, keys.message());
    site.mistake(ctxt, what, fields_to_name(name, keys.fields, |field| placeholder.named(field).to_string()));
    None
}

/// Which field may have been meant, and which there are.
pub(in crate::validate) fn fields_to_name(
    name: &str,
    fields: &[Field<'_>],
    written: impl Fn(&str) -> String,
) -> String {
    let names = || fields.iter().filter(|field| field.is_in_payload()).map(|field| field.name.as_str());
    let by_wire = fields.iter().find(|field| field.is_in_payload() && field.wire() == name);
    let meant = match by_wire {
        Some(field) => {
            let rust = written(&field.name);
            format!("`{name}` is its name in the payload, here stands the one in Rust: write `{rust}`. ")
        }
        None => suggest::nearest(name, names())
            .map(|near| format!("did you mean `{}`? ", written(near)))
            .unwrap_or_default(),
    };
    let the = if meant.is_empty() { "the" } else { "The" };
    format!("{meant}{the} fields are {}", suggest::list(names()))
}
