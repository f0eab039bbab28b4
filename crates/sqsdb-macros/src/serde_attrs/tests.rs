//! Tests of reading serde's attributes.

use quote::ToTokens;
use syn::parse_quote;

use super::*;

fn of(field_: &syn::Field) -> OfField {
    field(&field_.attrs)
}

#[test]
fn rename_sets_both_sides_or_each() {
    let both = of(&parse_quote!(#[serde(rename = "x")] a: u8)).rename;
    assert_eq!(both, BothWays { write: Some("x".into()), read: Some("x".into()) });
    let each = of(&parse_quote!(#[serde(rename(serialize = "w", deserialize = "r"))] a: u8)).rename;
    assert_eq!(each, BothWays { write: Some("w".into()), read: Some("r".into()) });
    let one = of(&parse_quote!(#[serde(rename(serialize = "w"))] a: u8)).rename;
    assert_eq!(one, BothWays { write: Some("w".into()), read: None });
}

#[test]
fn reads_aliases_skips_and_functions() {
    let field = of(&parse_quote!(#[serde(default, alias = "b", alias = "c")] #[serde(with = "a::b")] a: u8));
    assert_eq!(field.aliases, ["b", "c"]);
    assert_eq!(field.serialize_with.unwrap().to_token_stream().to_string(), "a :: b :: serialize");
    assert_eq!(of(&parse_quote!(#[serde(skip)] a: u8)).skip, Some(Skip::Writing));
    assert_eq!(of(&parse_quote!(#[serde(skip_serializing)] a: u8)).skip, Some(Skip::Writing));
    assert_eq!(of(&parse_quote!(#[serde(skip_deserializing)] a: u8)).skip, Some(Skip::Reading));
    assert_eq!(of(&parse_quote!(#[serde(skip_serializing_if = "f")] a: u8)).skip, None);
    assert!(of(&parse_quote!(#[serde(flatten)] a: X)).flatten);
}

#[test]
fn reads_the_case_and_the_shape_of_a_struct() {
    let named = container(&[parse_quote!(#[serde(rename_all = "camelCase", deny_unknown_fields)])]);
    assert_eq!(named.case, BothWays { write: Case::Camel, read: Case::Camel });
    assert!(named.reshaped.is_none());
    let split = container(&[parse_quote!(#[serde(rename_all(deserialize = "kebab-case"))])]);
    assert_eq!(split.case, BothWays { write: Case::AsWritten, read: Case::Kebab });
    assert_eq!(container(&[parse_quote!(#[serde(tag = "t", content = "c")])]).reshaped.unwrap().0, "tag");
}

#[test]
fn nonsense_is_left_to_serde() {
    assert!(
        of(&parse_quote!(#[serde(rename = 1, alias, with = "not a path")] a: u8)).serialize_with.is_none()
    );
}
