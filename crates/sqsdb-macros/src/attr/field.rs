//! Reads `#[worker_message(...)]` of a field.

use syn::{Field, Ident};

use super::slot::Slot;
use super::{ATTRIBUTE, ON_STRUCT, entry, unknown, value};
use crate::ctxt::Ctxt;

pub(super) const VOLATILE: &str = "volatile";

/// The word `volatile`, if the field is marked with it.
pub(crate) fn volatile(field: &Field, ctxt: &mut Ctxt) -> Option<Ident> {
    let (entries, errors) = entry::of(&field.attrs, ATTRIBUTE);
    errors.into_iter().for_each(|error| ctxt.push(error));
    let mut volatile = Slot::default();
    for entry in &entries {
        let name = &entry.name;
        if name == VOLATILE {
            volatile.fill(name, ctxt, |ctxt| value::flag(entry, ctxt));
        } else if ON_STRUCT.iter().any(|known| name == known) {
            let what = format_args!("`{name}` describes the whole message, not one field");
            ctxt.mistake(name, what, "move it to the `#[worker_message(...)]` of the struct");
        } else {
            unknown(name, "`#[worker_message(...)]` of a field", &[VOLATILE], ctxt);
        }
    }
    volatile.get().cloned()
}
