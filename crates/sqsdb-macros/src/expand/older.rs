//! Writes how payloads of older schema versions are read.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Path;

use crate::ast::Message;
use crate::suggest::spelled;

/// `.with_oldest_version(..)` of the descriptor: as far back as the older type reads.
pub(super) fn oldest_version(message: &Message<'_>) -> Option<TokenStream> {
    let (core, older) = (&message.core, message.older?);
    Some(quote_spanned! {at(older)=>
        .with_oldest_version(<#older as #core::WorkerMessage>::DESCRIPTOR.oldest_version)
    })
}

/// `fn read_older`.
pub(super) fn method(message: &Message<'_>) -> Option<TokenStream> {
    let (core, older) = (&message.core, message.older?);
    Some(quote_spanned! {at(older)=>
        fn read_older(
            version: ::core::primitive::u32,
            wire: &#core::message::WireValue,
        ) -> ::core::option::Option<
            ::core::result::Result<#core::message::Payload<Self>, #core::message::DecodeError>,
        > {
            #core::message::read_older::<Self, #older>(version, wire)
        }
    })
}

/// What only the compiler can compare: the older type's message type and version.
pub(super) fn assertion(message: &Message<'_>) -> Option<TokenStream> {
    let Message { ident, core, message_type, schema_version, .. } = message;
    let older = message.older?;
    let name = spelled(older);
    let of_another_type = format!(
        "`{name}` has another `message_type` than `{ident}`, which has \"{message_type}\"\nhelp: name a type of an \
         older version of the same message type in `upcast_from`"
    );
    let not_older = format!(
        "the `schema_version` of `{name}` is not below that of `{ident}`, which is {schema_version}\nhelp: raise \
         `schema_version` of `{ident}`, or name a type of an older version in `upcast_from`"
    );
    Some(quote_spanned! {at(older)=>
        const _: () = {
            use #core::message::must_be_older; // named alone, so that a mistake is shown at the path only
            must_be_older(
                <#ident as #core::WorkerMessage>::DESCRIPTOR,
                <#older as #core::WorkerMessage>::DESCRIPTOR,
                #of_another_type,
                #not_older,
            );
        };
    })
}

/// Where mistakes are shown that only the compiler finds: the last name of the path.
fn at(path: &Path) -> Span {
    let call_site = Span::call_site();
    path.segments.last().map_or(call_site, |segment| call_site.located_at(segment.ident.span()))
}
