//! A key is built from what travels in the payload and is the same in each sending of the same work.

use super::Site;
use crate::ast::Field;
use crate::ctxt::Ctxt;
use crate::serde_attrs::Skip;
use crate::template::{Form, Placeholder};

/// Whether the field may stand in such a key at all.
pub(super) fn check(site: &Site<'_>, field: &Field<'_>, placeholder: &Placeholder, ctxt: &mut Ctxt) -> bool {
    travels(site, field, ctxt)
        && stable(site, field, ctxt)
        && nameable(site, field, ctxt)
        && sharded(site, field, placeholder, ctxt)
}

fn travels(site: &Site<'_>, field: &Field<'_>, ctxt: &mut Ctxt) -> bool {
    let (name, noun) = (&field.name, site.role.noun);
    let (what, help) = match (field.serde.flatten, field.serde.skip) {
        (true, _) => (
            "is flattened: its parts stand in the payload under their own names, and it has none",
            "give this struct a field of its own for the part that the template needs",
        ),
        (false, Some(Skip::Writing)) => (
            "is not written to the payload, so the worker cannot compute the key again",
            "remove the `skip` from the field, or name another one",
        ),
        (false, Some(Skip::Reading)) => (
            "is passed over when a payload is read, so the worker would compute another key than the producer",
            "remove `skip_deserializing` from the field, or name another one",
        ),
        (false, None) => return true,
    };
    site.mistake(ctxt, format_args!("{noun} names `{name}`, which {what}"), help);
    false
}

fn stable(site: &Site<'_>, field: &Field<'_>, ctxt: &mut Ctxt) -> bool {
    if field.volatile.is_none() {
        return true;
    }
    let name = &field.name;
    let what = format_args!("{} names the volatile `{name}`: {}", site.role.noun, site.role.volatile);
    let help = format_args!(
        "name fields that are the same in every sending of the same work, or remove `volatile` from `{name}`"
    );
    site.mistake(ctxt, what, help);
    false
}

/// Templates are published with the names of the payload, so these have to fit the grammar.
fn nameable(site: &Site<'_>, field: &Field<'_>, ctxt: &mut Ctxt) -> bool {
    let wire = field.wire();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '{' | '}' | ':' | '%');
    if !wire.is_empty() && wire.chars().all(is_plain) {
        return true;
    }
    let what = format_args!(
        "{} names `{}`, which is called {wire:?} in the payload; published templates could not name that, since \
         space, `{{`, `}}`, `:` and `%` have a meaning there",
        site.role.noun, field.name
    );
    site.mistake(ctxt, what, "give the field a plain name with `#[serde(rename = \"...\")]`");
    false
}

fn sharded(site: &Site<'_>, field: &Field<'_>, placeholder: &Placeholder, ctxt: &mut Ctxt) -> bool {
    let (Form::Shard(_), Some(consequence)) = (placeholder.form, site.role.shard) else { return true };
    let what = format_args!("{} holds the shard `{placeholder}`: {consequence}", site.role.noun);
    let help = format_args!("write `{{{}}}`; shards are for the `group`", field.name);
    site.mistake(ctxt, what, help);
    false
}
