//! Tests of reading the attributes.

use quote::ToTokens;
use syn::parse_quote;

use super::*;

fn read(attribute: Attribute) -> (Declaration, Vec<String>) {
    let mut ctxt = Ctxt::default();
    let declaration = Declaration::read(&[attribute], &mut ctxt);
    let mistakes = ctxt.check().err().into_iter().flatten().map(|mistake| mistake.to_string()).collect();
    (declaration, mistakes)
}

fn core(declaration: &Declaration) -> String {
    declaration.core().to_token_stream().to_string()
}

fn of_field(field: &syn::Field) -> (bool, Vec<String>) {
    let mut ctxt = Ctxt::default();
    let volatile = volatile(field, &mut ctxt).is_some();
    (volatile, ctxt.check().err().into_iter().flatten().map(|mistake| mistake.to_string()).collect())
}

#[test]
fn reads_every_part() {
    let (declaration, mistakes) = read(parse_quote!(#[worker_message(
        message_type = "T", schema_version = 7, producer = "p", aggregate(type = "a", id = "{b}"),
        idempotency_key = "k", version = r#type, group = "g", deduplication_id = "d",
        deduplication = content_based, single_lane, crate = a::b, upcast_from = Old, oldest_version = 6,
    )]));
    assert_eq!(mistakes, [""; 0]);
    assert_eq!(declaration.schema_version.get().unwrap().value, 7);
    assert_eq!(declaration.oldest_version.get().unwrap().value, 6);
    assert!(declaration.upcast_from.get().unwrap().is_ident("Old"));
    assert_eq!(declaration.aggregate_id.get().unwrap().value(), "{b}");
    assert_eq!(*declaration.version.get().unwrap(), "r#type");
    assert!(declaration.deduplication.get().unwrap().content_based);
    assert_eq!(core(&declaration), "a :: b");
    assert!(!declaration.absent && !declaration.unreadable);
}

#[test]
fn the_core_is_sqsdb_core_unless_named() {
    assert_eq!(core(&read(parse_quote!(#[worker_message()])).0), ":: sqsdb_core");
}

#[test]
fn wrong_kinds_of_values_say_what_to_write() {
    let (_, mistakes) = read(parse_quote!(#[worker_message(
        message_type = T, schema_version = "1", producer, aggregate = "a", single_lane = true, crate = "x",
        version = a::b,
    )]));
    let expected = [
        "`message_type` takes a string literal\nhelp: write `message_type = \"CaseDeadlineCalculationRequested\"`",
        "`schema_version` takes a whole number from 1 to 4294967295\nhelp: write `schema_version = 1`",
        "`producer` takes a string literal\nhelp: write `producer = \"case-service\"`",
        "`aggregate` takes its parts in parentheses\nhelp: write `aggregate(type = \"case\", id = \"{case_id}\")`",
        "`single_lane` takes no value\nhelp: write `single_lane`",
        "`crate` takes a path without quotes\nhelp: write `crate = x`",
        "`version` takes a name without quotes\nhelp: write `version = deadline_version`",
    ];
    assert_eq!(mistakes, expected);
}

#[test]
fn what_cannot_be_parsed_is_no_second_mistake() {
    let (declaration, mistakes) = read(parse_quote!(#[worker_message(message_type = , producer = "p")]));
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(declaration.unreadable);
    assert!(declaration.producer.get().is_some());
}

#[test]
fn repeated_aggregates_count_once() {
    let (_, mistakes) = read(parse_quote!(#[worker_message(
        aggregate(type = "a", id = "{b}"), aggregate(type = "c", id = "{d}")
    )]));
    assert_eq!(mistakes, ["`aggregate` is given twice\nhelp: keep the one you mean"]);
}

#[test]
fn unknown_parts_are_answered_with_the_known() {
    let (_, mistakes) = read(parse_quote!(#[worker_message(idempotencyKey = "k", volatile)]));
    assert!(mistakes[0].contains("did you mean `idempotency_key`?"), "{mistakes:?}");
    assert!(mistakes[1].contains("belongs on a field"), "{mistakes:?}");
}

#[test]
fn fields_are_volatile_or_nothing() {
    assert_eq!(of_field(&parse_quote!(#[worker_message(volatile)] a: u8)), (true, vec![]));
    assert_eq!(of_field(&parse_quote!(a: u8)), (false, vec![]));
    let (_, mistakes) =
        of_field(&parse_quote!(#[worker_message(group = "g", volatil, volatile, volatile)] a: u8));
    assert!(mistakes[0].contains("describes the whole message"), "{mistakes:?}");
    assert!(mistakes[1].contains("did you mean `volatile`?"), "{mistakes:?}");
    assert!(mistakes[2].contains("given twice"), "{mistakes:?}");
}
