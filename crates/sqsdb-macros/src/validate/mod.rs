//! The rules of a message type. Each notes what is wrong, why, and what to write instead; none stops the others.

mod complete;
mod fields;
mod group;
mod key;
mod names;
mod older;
mod payload;
mod target;
mod version;

use syn::LitStr;

use crate::ast::{Field, Input, Key, Message};
use crate::ctxt::Ctxt;

use self::key::role::{self, Role};

/// The message type that the input declares.
///
/// # Errors
/// All mistakes of the input.
pub(crate) fn message<'a>(input: &'a Input<'a>, mut ctxt: Ctxt) -> syn::Result<Message<'a>> {
    target::check(input, &mut ctxt);
    complete::check(input, &mut ctxt);
    names::check(&input.declaration, &mut ctxt);
    older::check(input, &mut ctxt);
    payload::check(&input.container, &mut ctxt);
    let message = input.fields.as_deref().and_then(|fields| build(input, fields, &mut ctxt));
    ctxt.check()?;
    message.ok_or_else(|| {
        let defect = "this input has no message and no mistake: a defect of sqsdb-macros, please report it";
        syn::Error::new_spanned(&input.original.ident, defect)
    })
}

fn build<'a>(input: &'a Input<'a>, fields: &'a [Field<'a>], ctxt: &mut Ctxt) -> Option<Message<'a>> {
    let declaration = &input.declaration;
    fields::check(fields, ctxt);
    let keys = Keys { input, fields };
    let aggregate_id = keys.key(&role::AGGREGATE_ID, declaration.aggregate_id.get(), ctxt);
    let idempotency_key = keys.key(&role::IDEMPOTENCY_KEY, declaration.idempotency_key.get(), ctxt);
    let version = version::check(&keys, ctxt);
    let group = group::check(&keys, ctxt);
    Some(Message {
        ident: &input.original.ident,
        core: declaration.core(),
        message_type: declaration.message_type.get()?.value(),
        schema_version: declaration.schema_version.get()?.value,
        older: declaration.upcast_from.get(),
        producer: declaration.producer.get()?.value(),
        aggregate_type: declaration.aggregate_type.get()?.value(),
        aggregate_id: aggregate_id?,
        idempotency_key: idempotency_key?,
        version,
        group,
        fields,
    })
}

/// What the rules of keys look things up in.
struct Keys<'a> {
    input: &'a Input<'a>,
    fields: &'a [Field<'a>],
}

impl<'a> Keys<'a> {
    fn key(&self, role: &'static Role, text: Option<&LitStr>, ctxt: &mut Ctxt) -> Option<Key<'a>> {
        key::check(self, role, text?, ctxt)
    }

    /// The name of the struct.
    fn message(&self) -> String {
        self.input.original.ident.to_string()
    }
}

#[cfg(test)]
mod tests;
