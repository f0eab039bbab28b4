//! A message is a struct with named fields and without generic parameters.

use syn::{Data, Fields};

use crate::ast::Input;
use crate::ctxt::Ctxt;

pub(super) fn check(input: &Input<'_>, ctxt: &mut Ctxt) {
    kind(input, ctxt);
    generics(input, ctxt);
}

fn kind(input: &Input<'_>, ctxt: &mut Ctxt) {
    let ident = &input.original.ident;
    let (what, help) = match &input.original.data {
        Data::Enum(_) => (
            "is an enum, but a message type names one payload with one idempotency key",
            "derive `WorkerMessage` for one struct per message; what varies inside one message is an enum in a field",
        ),
        Data::Union(_) => ("is a union, which has no JSON form", "make it a struct with named fields"),
        Data::Struct(data) => match &data.fields {
            Fields::Named(_) => return,
            Fields::Unnamed(_) => (
                "is a tuple struct, whose fields have no names for the payload and the key templates",
                "give the fields names, as in `struct Message { case_id: String }`",
            ),
            Fields::Unit => (
                "has no fields, so no idempotency key can tell one message from another",
                "give it at least the id of what it is about, as in `struct Message { case_id: String }`",
            ),
        },
    };
    ctxt.mistake(ident, format_args!("`{ident}` {what}"), help);
}

fn generics(input: &Input<'_>, ctxt: &mut Ctxt) {
    let generics = &input.original.generics;
    if generics.params.is_empty() {
        return;
    }
    let ident = &input.original.ident;
    let borrowed = generics.type_params().next().is_none() && generics.const_params().next().is_none();
    let (what, help) = if borrowed {
        (
            "borrows, but a message outlives the body it was read from",
            "own the data: `String` instead of `&'a str`",
        )
    } else {
        (
            "is generic, but a message type and schema version name exactly one payload",
            "write one struct per message type, with the parameters filled in",
        )
    };
    ctxt.mistake(&generics.params, format_args!("`{ident}` {what}"), help);
}
