//! Writes the implementation of a message type.

mod key;
mod older;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Deduplication, Field, Message};

/// The implementation of `WorkerMessage`.
pub(crate) fn expand(message: &Message<'_>) -> TokenStream {
    let Message { ident, core, .. } = message;
    let descriptor = descriptor(message);
    let table = table(message);
    let idempotency_key = key::method(core, "idempotency_key", &message.idempotency_key);
    let aggregate_id = key::method(core, "aggregate_id", &message.aggregate_id);
    let version = version(message);
    let group = group(message);
    let read_older = older::method(message);
    let assertion = older::assertion(message);
    wrap(&quote! {
        const FIELDS: &[#core::message::FieldDescriptor] = &[#(#table),*];

        #[automatically_derived]
        impl #core::WorkerMessage for #ident {
            const DESCRIPTOR: &'static #core::message::MessageDescriptor = &#descriptor;
            #idempotency_key
            #aggregate_id
            #version
            #group
            #read_older
        }

        #assertion
    })
}

/// Items of an expansion, out of sight of the user's names.
pub(crate) fn wrap(items: &TokenStream) -> TokenStream {
    quote! {
        const _: () = { #items };
    }
}

fn descriptor(message: &Message<'_>) -> TokenStream {
    let Message { core, message_type, schema_version, producer, aggregate_type, .. } = message;
    let aggregate_id = message.aggregate_id.published();
    let idempotency_key = message.idempotency_key.published();
    let version = message.version.map(Field::wire).map(|wire| quote!(.with_version_field(#wire)));
    let group = message.group.as_ref().map(|group| {
        let template = group.key.published();
        let rule = match &group.deduplication {
            Deduplication::IdempotencyKey => quote!(IdempotencyKey),
            Deduplication::ContentBased => quote!(ContentBased),
            Deduplication::Template(key) => {
                let template = key.published();
                quote!(Template(#template))
            }
        };
        quote!(.with_group(#template, #core::message::Deduplication::#rule))
    });
    let oldest_version = older::oldest_version(message);
    quote! {
        #core::message::MessageDescriptor::new(
            #message_type,
            #schema_version,
            #producer,
            (#aggregate_type, #aggregate_id),
            #idempotency_key,
            FIELDS,
        ) #version #group #oldest_version
    }
}

/// One descriptor per field of the payload.
fn table(message: &Message<'_>) -> Vec<TokenStream> {
    let core = &message.core;
    let in_payload = message.fields.iter().filter(|field| field.is_in_payload());
    in_payload
        .map(|field| {
            let (name, wire) = (&field.name, field.wire());
            let aliases: Vec<_> = field.serde.aliases.iter().filter(|alias| *alias != wire).collect();
            let aliases = (!aliases.is_empty()).then(|| quote!(.with_aliases(&[#(#aliases),*])));
            let volatile = field.volatile.is_some().then(|| quote!(.volatile()));
            quote!(#core::message::FieldDescriptor::new(#name, #wire) #aliases #volatile)
        })
        .collect()
}

fn version(message: &Message<'_>) -> Option<TokenStream> {
    let field = message.version?;
    let value = key::scalar(field);
    let value = if field.shape.label == "i64" { value } else { quote!(::core::convert::From::from(#value)) };
    Some(quote! {
        fn version(&self) -> ::core::option::Option<::core::primitive::i64> {
            ::core::option::Option::Some(#value)
        }
    })
}

fn group(message: &Message<'_>) -> Option<TokenStream> {
    let group = message.group.as_ref()?;
    let group_id = key::optional_method(&message.core, "group_id", &group.key);
    let deduplication_id = match &group.deduplication {
        Deduplication::Template(key) => Some(key::optional_method(&message.core, "deduplication_id", key)),
        Deduplication::IdempotencyKey | Deduplication::ContentBased => None,
    };
    Some(quote!(#group_id #deduplication_id))
}

#[cfg(test)]
mod tests;
