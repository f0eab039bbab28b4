//! Tests of the generated code.

use quote::quote;

use crate::derive;

fn expanded(input: proc_macro2::TokenStream) -> String {
    derive(&syn::parse2(input).unwrap()).to_string()
}

/// Tokens as they are printed.
fn holds(expansion: &str, tokens: &proc_macro2::TokenStream) {
    let tokens = tokens.to_string();
    assert!(expansion.contains(&tokens), "no `{tokens}` in `{expansion}`");
}

fn message(rest: proc_macro2::TokenStream, field: proc_macro2::TokenStream) -> String {
    expanded(quote! {
        #[worker_message(message_type = "T", schema_version = 1, producer = "p",
            aggregate(type = "a", id = "{id}"), idempotency_key = "a:{id}", #rest)]
        #[serde(rename_all = "camelCase")]
        struct M { #[serde(rename = "ID", alias = "Id", alias = "ID")] id: String, #field }
    })
}

#[test]
fn published_templates_name_the_payload() {
    let text = message(quote!(group = "{{{some_name:optional}}}"), quote!(some_name: Option<String>));
    holds(&text, &quote!("a:{ID}"));
    holds(&text, &quote!("{{{someName:optional}}}"));
    holds(&text, &quote!(FieldDescriptor::new("id", "ID").with_aliases(&["Id"])));
}

#[test]
fn fields_outside_the_payload_are_not_in_the_table() {
    let text = message(
        quote!(),
        quote!(#[serde(skip)] a: u8, #[serde(flatten)] b: B, #[serde(skip_deserializing)] c: u8),
    );
    assert!(!text.contains("\"a\" , \"a\"") && !text.contains("\"b\" , \"b\""), "{text}");
    holds(&text, &quote!(FieldDescriptor::new("c", "c")));
}

#[test]
fn pointers_are_followed_and_numbers_widened() {
    let text = message(quote!(version = v, group = "{x:.3}"), quote!(v: Box<u32>, x: std::sync::Arc<f32>));
    holds(&text, &quote!(::core::option::Option::Some(::core::convert::From::from(*self.v))));
    holds(&text, &quote!(fixed("x", ::core::convert::From::from(*self.x), 3usize)));
    let text = message(quote!(version = v, group = "{x:.3}"), quote!(v: i64, x: f64));
    holds(&text, &quote!(::core::option::Option::Some(self.v)));
    holds(&text, &quote!(fixed("x", self.x, 3usize)));
}

#[test]
fn what_serde_writes_stands_in_the_key() {
    let text = message(quote!(group = "{w}"), quote!(#[serde(with = "hex::text")] w: Vec<u8>));
    holds(&text, &quote!(|serializer| hex::text::serialize(&self.w, serializer)));
}

#[test]
fn the_path_of_core_is_used_everywhere() {
    let text = message(quote!(crate = my::core, group = "{id % 1}", deduplication_id = "{id}"), quote!());
    assert!(!text.contains("sqsdb_core"), "{text}");
    holds(&text, &quote!(impl my::core::WorkerMessage for M));
}

#[test]
fn a_wrong_input_gets_its_mistakes_and_a_stub() {
    let text = expanded(quote!(
        #[worker_message(crate = my::core)]
        enum M {
            A,
        }
    ));
    assert_eq!(text.matches("compile_error").count(), 1, "{text}");
    holds(&text, &quote!(impl my::core::WorkerMessage for M));
    let union = expanded(quote!(union M { a: u8 }));
    assert!(union.contains("compile_error") && !union.contains("impl"), "{union}");
    let generic = expanded(quote!(
        struct M<T> {
            id: T,
        }
    ));
    assert!(generic.contains("compile_error") && !generic.contains("impl"), "{generic}");
}

#[test]
fn older_versions_are_read_by_their_type() {
    let text = expanded(quote! {
        #[worker_message(message_type = "T", schema_version = 2, producer = "p", crate = my::core,
            aggregate(type = "a", id = "{id}"), idempotency_key = "a:{id}", upcast_from = old::M)]
        struct M { id: String }
    });
    holds(&text, &quote!(my::core::message::read_older::<Self, old::M>(version, wire)));
    holds(
        &text,
        &quote!(.with_oldest_version(<old::M as my::core::WorkerMessage>::DESCRIPTOR.oldest_version)),
    );
    holds(&text, &quote!(my::core::message::must_be_older));
    assert!(!message(quote!(), quote!()).contains("oldest_version"));
}
