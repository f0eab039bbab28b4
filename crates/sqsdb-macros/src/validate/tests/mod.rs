//! Tests of the compile-time rules.

mod declaration;
mod fifo;
mod keys;
mod older;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Input;
use crate::ctxt::Ctxt;

/// The mistakes of an input, each with its help.
fn mistakes(input: TokenStream) -> Vec<String> {
    let input = syn::parse2(input).unwrap();
    let mut ctxt = Ctxt::default();
    let input = Input::read(&input, &mut ctxt);
    let found = super::message(&input, ctxt).err();
    found.into_iter().flatten().map(|mistake| mistake.to_string()).collect()
}

/// The mistakes of a struct with these templates: idempotency key, and the rest of the attribute.
fn of(key: &str, rest: TokenStream) -> Vec<String> {
    mistakes(quote! {
        #[worker_message(
            message_type = "T", schema_version = 1, producer = "p",
            aggregate(type = "a", id = "{id}"), idempotency_key = #key, #rest
        )]
        #[serde(rename_all = "camelCase")]
        struct Order {
            id: String,
            number: i64,
            wide: u64,
            done: bool,
            amount: f64,
            region_name: Option<String>,
            ratio: Option<f32>,
            tags: Vec<String>,
            #[serde(serialize_with = "joined")]
            joined: Vec<String>,
            #[serde(skip)]
            cache: u8,
            #[serde(skip_deserializing)]
            written: u8,
            #[serde(flatten)]
            more: More,
            #[serde(rename = "odd:name")]
            odd: String,
            #[worker_message(volatile)]
            sent_at: String,
        }
    })
}

fn one(mistakes: Vec<String>) -> String {
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes.concat()
}

#[track_caller]
fn holds(mistake: &str, parts: &[&str]) {
    for part in parts {
        assert!(mistake.contains(part), "no {part:?} in {mistake:?}");
    }
}

#[test]
fn sound_declarations_have_no_mistake() {
    for template in [
        "{id}",
        "order:{id}:v{number}/{done}",
        "{amount:.2}",
        "{region_name:optional}:{id}",
        "{joined}",
        "{{{id}}}",
        "{id}-:-{number}",
    ] {
        assert_eq!(of(template, quote!()), [""; 0], "{template}");
    }
    let fifo = [
        quote!(group = "order:{id}"),
        quote!(group = "{id % 16}"),
        quote!(group = "all", single_lane),
        quote!(group = "{id}", deduplication_id = "{id}:{number}", version = number),
        quote!(group = "{id}", deduplication = idempotency_key, crate = my::core),
    ];
    for rest in fifo {
        assert_eq!(of("{id}", rest.clone()), [""; 0], "{rest}");
    }
}

#[test]
fn all_mistakes_of_a_struct_are_reported_at_once() {
    let found = mistakes(quote! {
        #[worker_message(message_typ = "T", schema_version = 0, producer = "", producer = "p",
            aggregate(type = "a", id = "x", kind = "k"), idempotency_key = "{nope}{id}", group = "{tags}")]
        struct M { id: String, tags: Vec<u8> }
    });
    let starts: Vec<_> = found.iter().map(|mistake| mistake.split('\n').next().unwrap_or_default()).collect();
    assert_eq!(
        starts,
        [
            "`message_typ` is unknown in `#[worker_message(...)]` of a struct",
            "`schema_version` takes a whole number from 1 to 4294967295",
            "`producer` is empty",
            "`producer` is given twice",
            "`kind` is unknown in `aggregate(...)`",
            "`#[worker_message(...)]` of `M` lacks `message_type`",
            "the aggregate id names no field, so all messages would claim to change the same aggregate",
            "`{nope}{id}` has nothing between its values: \"1\" and \"23\" would give the same text as \"12\" and \"3\"",
            "the idempotency key names `nope`, but `M` has no such field",
            "the group names `tags`, which is a `Vec`: a key is built from strings, integers and booleans",
        ]
    );
}
