//! Rules of the struct, its fields and its names.

use proc_macro2::TokenStream;
use quote::quote;

use super::{holds, mistakes, of, one};

#[test]
fn versions_are_mandatory_integers() {
    let version = |field: TokenStream| one(of("{id}", quote!(version = #field)));
    holds(&version(quote!(wide)), &["`u64`", "use i64"]);
    holds(&version(quote!(id)), &["`String`", "integers"]);
    holds(&version(quote!(region_name)), &["is an `Option`"]);
    holds(&version(quote!(numbr)), &["no field `numbr`", "did you mean `number`?"]);
    holds(&version(quote!(cache)), &["does not travel"]);
    holds(&version(quote!("number")), &["without quotes", "version = "]);
}

#[test]
fn only_plain_structs_are_messages() {
    let attribute = quote! {
        #[worker_message(message_type = "T", schema_version = 1, producer = "p", aggregate(type = "a", id = "{id}"),
            idempotency_key = "{id}")]
    };
    let one = |item: TokenStream| one(mistakes(quote!(#attribute #item)));
    holds(
        &one(quote!(
            enum M {
                A,
            }
        )),
        &["is an enum", "one struct per message"],
    );
    holds(&one(quote!(union M { a: u8 })), &["is a union"]);
    holds(
        &one(quote!(
            struct M(String);
        )),
        &["is a tuple struct"],
    );
    holds(
        &one(quote!(
            struct M;
        )),
        &["has no fields"],
    );
    holds(
        &one(quote!(
            struct M<T> {
                id: T,
            }
        )),
        &["is generic", "one payload"],
    );
    holds(
        &one(quote!(
            struct M<'a> {
                id: &'a str,
            }
        )),
        &["borrows", "own the data"],
    );
    holds(
        &one(quote!(
            #[serde(transparent)]
            struct M {
                id: String,
            }
        )),
        &["serde(transparent)"],
    );
    holds(
        &one(quote!(
            #[serde(tag = "t")]
            struct M {
                id: String,
            }
        )),
        &["serde(tag)", "adds a field"],
    );
    holds(
        &one(quote!(
            #[serde(into = "X")]
            struct M {
                id: String,
            }
        )),
        &["serde(into)", "another type"],
    );
    let split = quote!(
        #[serde(rename_all(serialize = "camelCase"))]
        struct M {
            id: String,
            b_c: u8,
        }
    );
    holds(&one(split), &["one rule for writing and another for reading"]);
}

#[test]
fn fields_have_one_name_in_the_payload() {
    let one = |field: TokenStream| {
        one(mistakes(quote! {
            #[worker_message(message_type = "T", schema_version = 1, producer = "p",
                aggregate(type = "a", id = "{id}"), idempotency_key = "{id}")]
            struct M { id: String, #field }
        }))
    };
    let split = quote!(#[serde(rename(serialize = "w", deserialize = "r"))] x: u8);
    holds(&one(split), &["written as `w` and read as `r`", "rename = \"w\"", "alias = \"r\""]);
    holds(&one(quote!(#[serde(rename = "id")] x: u8)), &["`id` and `x` have one name", "`id`"]);
    holds(&one(quote!(#[serde(alias = "id")] x: u8)), &["`id` and `x` have one name"]);
    holds(&one(quote!(#[serde(flatten)] #[worker_message(volatile)] x: X)), &["flattened", "request hash"]);
    holds(&one(quote!(#[serde(skip)] #[worker_message(volatile)] x: X)), &["skipped", "remove `volatile`"]);
}

#[test]
fn nothing_may_be_missing_or_misnamed() {
    let absent = one(mistakes(quote!(
        struct Ship {
            order_id: String,
        }
    )));
    holds(
        &absent,
        &["does not say what message it is", "message_type = \"Ship\"", "\"case:{order_id}:deadline\""],
    );
    let bare = one(mistakes(quote!(
        #[worker_message()]
        struct M {
            id: String,
        }
    )));
    holds(&bare, &["lacks `message_type`, `schema_version`, `producer`, `aggregate` and `idempotency_key`"]);
    let half = quote!(
        #[worker_message(
            message_type = "T",
            schema_version = 1,
            producer = "p",
            aggregate(type = "a"),
            idempotency_key = "{id}"
        )]
        struct M {
            id: String,
        }
    );
    holds(&one(mistakes(half)), &["lacks `aggregate(id)`"]);
}

#[test]
fn names_fit_the_inbox() {
    let named = |message_type: &str, aggregate: &str| {
        one(mistakes(quote! {
            #[worker_message(message_type = #message_type, schema_version = 1, producer = "p",
                aggregate(type = #aggregate, id = "{id}"), idempotency_key = "{id}")]
            struct M { id: String }
        }))
    };
    let long = "x".repeat(101);
    holds(&named("Case Closed", "a"), &["' '", "write \"Case_Closed\""]);
    holds(&named(&long, "a"), &["`message_type` has 101 characters", "100"]);
    holds(&named("T", &long), &["`aggregate(type)` has 101"]);
}
