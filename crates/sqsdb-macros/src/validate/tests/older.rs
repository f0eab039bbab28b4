//! Rules of older schema versions.

use proc_macro2::TokenStream;
use quote::quote;

use super::{holds, mistakes, one};

/// The mistakes of a message in this version, with the rest of its attribute.
fn of(version: u32, rest: TokenStream) -> Vec<String> {
    mistakes(quote! {
        #[worker_message(message_type = "T", schema_version = #version, producer = "p",
            aggregate(type = "a", id = "{id}"), idempotency_key = "{id}", #rest)]
        struct Order { id: String }
    })
}

#[test]
fn removing_a_version_is_written_down() {
    let mistake = one(of(3, quote!()));
    holds(&mistake, &["`Order` has version 3", "older versions", "`upcast_from = OrderV2`"]);
    holds(
        &mistake,
        &["`impl From<OrderV2> for Order`", "`oldest_version = 3`", "UNSUPPORTED_SCHEMA_VERSION"],
    );
    let named = mistakes(quote! {
        #[worker_message(message_type = "T", schema_version = 12, producer = "p",
            aggregate(type = "a", id = "{id}"), idempotency_key = "{id}")]
        struct OrderV12 { id: String }
    });
    holds(&one(named), &["`upcast_from = OrderV11`"]);
}

#[test]
fn what_is_said_is_enough() {
    let sound = [
        (1, quote!()),
        (1, quote!(oldest_version = 1)),
        (3, quote!(oldest_version = 3)),
        (2, quote!(upcast_from = OrderV1)),
        (7, quote!(upcast_from = old::Order)),
    ];
    for (version, rest) in sound {
        assert_eq!(of(version, rest.clone()), [""; 0], "{version} {rest}");
    }
}

#[test]
fn the_oldest_version_is_the_own_one() {
    holds(
        &one(of(3, quote!(oldest_version = 2))),
        &["reads version 3 and no other", "cannot be 2", "OrderV2"],
    );
    holds(&one(of(3, quote!(oldest_version = 4))), &["cannot be 4", "`oldest_version = 3`"]);
    let twice = one(of(3, quote!(upcast_from = old::Order, oldest_version = 1)));
    holds(&twice, &["names an older one", "remove `oldest_version`", "`old::Order`"]);
}

#[test]
fn older_is_another_type_of_a_lower_version() {
    for itself in [quote!(Order), quote!(Self)] {
        holds(&one(of(2, quote!(upcast_from = #itself))), &["`Order` cannot be made from itself"]);
    }
    holds(&one(of(1, quote!(upcast_from = OrderV1))), &["version 1", "raise `schema_version` to 2"]);
}

#[test]
fn an_unreadable_part_is_the_only_mistake() {
    holds(&one(of(2, quote!(upcast_from = "OrderV1"))), &["without quotes", "`upcast_from = OrderV1`"]);
    holds(&one(of(2, quote!(oldest_version = "2"))), &["a whole number"]);
    holds(&one(of(2, quote!(oldest_version = ))), &[]);
}
