//! The version guard is an integer that every message carries.

use syn::Ident;
use syn::ext::IdentExt;

use super::{Keys, key};
use crate::ast::Field;
use crate::ctxt::Ctxt;
use crate::shape::Kind;

pub(super) fn check<'a>(keys: &Keys<'a>, ctxt: &mut Ctxt) -> Option<&'a Field<'a>> {
    let version = keys.input.declaration.version.get()?;
    let name = version.unraw().to_string();
    let Some(field) = keys.fields.iter().find(|field| field.name == name) else {
        let help = key::resolve::fields_to_name(&name, keys.fields, |field| field.to_owned());
        ctxt.mistake(version, format_args!("`{}` has no field `{name}`", keys.message()), help);
        return None;
    };
    in_payload(version, field, ctxt);
    stable(version, field, ctxt);
    integer(version, field, ctxt);
    Some(field)
}

fn in_payload(version: &Ident, field: &Field<'_>, ctxt: &mut Ctxt) {
    if !field.is_in_payload() || field.serde.skip.is_some() {
        let what =
            format_args!("`{}` does not travel in the payload, so it cannot guard a version", field.name);
        ctxt.mistake(version, what, "name a field that serde neither skips nor flattens");
    }
}

fn stable(version: &Ident, field: &Field<'_>, ctxt: &mut Ctxt) {
    if field.volatile.is_some() {
        let name = &field.name;
        let what = format_args!(
            "`{name}` is volatile: it may differ between two sendings of the same work, so it says nothing about \
             which state is newer"
        );
        ctxt.mistake(version, what, format_args!("remove `volatile` from `{name}`, or name another field"));
    }
}

fn integer(version: &Ident, field: &Field<'_>, ctxt: &mut Ctxt) {
    let (name, label) = (&field.name, &field.shape.label);
    let (what, help) = match field.shape.kind {
        Kind::Integer if !field.shape.optional => return,
        _ if field.shape.optional => (
            "is an `Option`: a message without version would overwrite newer state unguarded".to_owned(),
            format!("make it `{name}: i64`, or leave `version` out of the attribute"),
        ),
        Kind::WideInteger => (
            format!(
                "is `{label}`, whose largest values do not fit the `bigint` that the version is compared as"
            ),
            format!("use i64: `{name}: i64`"),
        ),
        _ => (
            format!("is `{label}`, but versions are compared as integers"),
            "use an `i64` (or a smaller integer) that grows with each change of the aggregate".to_owned(),
        ),
    };
    ctxt.mistake(version, format_args!("`{name}` {what}"), help);
}
