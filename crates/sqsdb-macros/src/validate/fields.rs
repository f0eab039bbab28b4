//! Each field has one name in the payload, and `volatile` stands only where it means something.

use std::collections::HashMap;

use crate::ast::Field;
use crate::ctxt::Ctxt;

pub(super) fn check(fields: &[Field<'_>], ctxt: &mut Ctxt) {
    for field in fields {
        one_name(field, ctxt);
        volatile(field, ctxt);
    }
    unique_names(fields, ctxt);
}

fn one_name(field: &Field<'_>, ctxt: &mut Ctxt) {
    let (name, wire) = (&field.name, &field.wire);
    let renamed = field.serde.rename.write.is_some() || field.serde.rename.read.is_some();
    if renamed && wire.write != wire.read {
        let what = format_args!(
            "`{name}` is written as `{}` and read as `{}`, but the request hash comes from reading a payload and \
             writing it again",
            wire.write, wire.read
        );
        let help = format_args!(
            "write `#[serde(rename = \"{}\")]`, with `alias = \"{}\"` if older messages have that name",
            wire.write, wire.read
        );
        ctxt.mistake(field.ident, what, help);
    }
}

fn volatile(field: &Field<'_>, ctxt: &mut Ctxt) {
    let Some(word) = &field.volatile else { return };
    let name = &field.name;
    if field.serde.flatten {
        let what = format_args!(
            "`{name}` is flattened, so its names in the payload are not known here and cannot be left out of the \
             request hash"
        );
        ctxt.mistake(word, what, "declare the volatile fields in this struct, and flatten the others");
    } else if !field.is_in_payload() {
        let what = format_args!(
            "`{name}` is skipped by serde, so there is nothing to leave out of the request hash"
        );
        ctxt.mistake(word, what, "remove `volatile`");
    }
}

fn unique_names(fields: &[Field<'_>], ctxt: &mut Ctxt) {
    let mut owners: HashMap<&str, &Field<'_>> = HashMap::new();
    for field in fields.iter().filter(|field| field.is_in_payload()) {
        let names = std::iter::once(field.wire()).chain(field.serde.aliases.iter().map(String::as_str));
        for wire in names {
            let owner = owners.entry(wire).or_insert(field);
            if owner.ident != field.ident {
                let what = format_args!(
                    "`{}` and `{}` have one name in the payload: `{wire}`",
                    owner.name, field.name
                );
                ctxt.mistake(
                    field.ident,
                    what,
                    "rename one of them with `#[serde(rename = \"...\")]`, or remove the alias",
                );
            }
        }
    }
}
