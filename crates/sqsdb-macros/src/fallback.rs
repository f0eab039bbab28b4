//! Writes a stub next to the mistakes, so that code which uses the type is not reported as wrong as well.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Data;

use crate::ast::Input;
use crate::expand;

/// The mistakes, and a stub implementation where one is possible.
pub(crate) fn expand(input: &Input<'_>, mistakes: &syn::Error) -> TokenStream {
    let mistakes = mistakes.to_compile_error();
    let stub = stub(input);
    quote!(#mistakes #stub)
}

/// Where serde cannot implement the supertraits, or only under bounds that are not known here, a stub would be
/// one more mistake: a union and a generic type get none.
fn stub(input: &Input<'_>) -> Option<TokenStream> {
    let is_union = matches!(input.original.data, Data::Union(_));
    if is_union || !input.original.generics.params.is_empty() {
        return None;
    }
    let ident = &input.original.ident;
    let core = input.declaration.core();
    let method = |name| {
        let name = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
        quote! {
            fn #name(&self) -> ::core::result::Result<::std::string::String, #core::message::KeyError> {
                ::core::unreachable!()
            }
        }
    };
    let (idempotency_key, aggregate_id) = (method("idempotency_key"), method("aggregate_id"));
    Some(expand::wrap(&quote! {
        #[automatically_derived]
        impl #core::WorkerMessage for #ident {
            const DESCRIPTOR: &'static #core::message::MessageDescriptor =
                &#core::message::MessageDescriptor::new("", 1, "", ("", ""), "", &[]);
            #idempotency_key
            #aggregate_id
        }
    }))
}
