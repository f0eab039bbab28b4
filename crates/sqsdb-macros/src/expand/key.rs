//! Writes the methods that render a key.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Path;

use crate::ast::{Field, Key, Part};
use crate::template::{Form, Piece, Placeholder};

impl Key<'_> {
    /// The template with the names of the payload.
    pub(super) fn published(&self) -> String {
        let piece = |part: &Part<'_>| match part {
            Part::Literal(text) => Piece::Literal(text.clone()),
            Part::Field(field, placeholder) => Piece::Placeholder(placeholder.named(field.wire())),
        };
        self.parts.iter().map(|part| piece(part).to_string()).collect()
    }
}

/// `fn name(&self) -> Result<String, KeyError>`.
pub(super) fn method(core: &Path, name: &str, key: &Key<'_>) -> TokenStream {
    write(core, name, key, &quote!(::std::string::String), &quote!(key.finish()))
}

/// `fn name(&self) -> Result<Option<String>, KeyError>`.
pub(super) fn optional_method(core: &Path, name: &str, key: &Key<'_>) -> TokenStream {
    let output = quote!(::core::option::Option<::std::string::String>);
    write(core, name, key, &output, &quote!(::core::option::Option::Some(key.finish())))
}

fn write(core: &Path, name: &str, key: &Key<'_>, output: &TokenStream, result: &TokenStream) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    let steps = key.parts.iter().map(|part| step(core, part));
    quote! {
        fn #name(&self) -> ::core::result::Result<#output, #core::message::KeyError> {
            let mut key = #core::message::KeyBuilder::new();
            #(#steps)*
            ::core::result::Result::Ok(#result)
        }
    }
}

fn step(core: &Path, part: &Part<'_>) -> TokenStream {
    match part {
        Part::Literal(text) => quote!(key.literal(#text);),
        Part::Field(field, placeholder) => {
            let call = call(core, field, placeholder);
            quote!(key.#call?;)
        }
    }
}

fn call(core: &Path, field: &Field<'_>, placeholder: &Placeholder) -> TokenStream {
    let wire = field.wire();
    match placeholder.form {
        Form::Plain => {
            let value = value(core, field);
            quote!(field(#wire, #value))
        }
        Form::Optional => {
            let value = value(core, field);
            quote!(optional(#wire, #value))
        }
        Form::Fixed(decimals) => {
            let value = float(field);
            quote!(fixed(#wire, #value, #decimals))
        }
        Form::Shard(shards) => {
            let value = value(core, field);
            let above_one = shards.get() - 1;
            quote!(shard(#wire, #value, ::core::num::NonZeroU64::MIN.saturating_add(#above_one)))
        }
    }
}

/// The value as it stands in the payload, by reference.
fn value(core: &Path, field: &Field<'_>) -> TokenStream {
    let ident = field.ident;
    match &field.serde.serialize_with {
        None => quote!(&self.#ident),
        Some(function) => {
            let wire = field.wire();
            quote! {
                &#core::message::KeyBuilder::written(#wire, |serializer| #function(&self.#ident, serializer))?
            }
        }
    }
}

fn float(field: &Field<'_>) -> TokenStream {
    let value = scalar(field);
    if field.shape.label == "f64" { value } else { quote!(::core::convert::From::from(#value)) }
}

/// A `Copy` value, behind however many pointers.
pub(super) fn scalar(field: &Field<'_>) -> TokenStream {
    let ident = field.ident;
    let stars = (0..field.shape.derefs).map(|_| quote!(*));
    quote!(#(#stars)* self.#ident)
}
