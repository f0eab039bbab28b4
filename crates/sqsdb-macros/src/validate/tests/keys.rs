//! Rules of templates.

use quote::quote;

use super::{holds, of, one};

/// The one mistake of a key template.
fn key(template: &str) -> String {
    one(of(template, quote!()))
}

#[test]
fn unknown_fields_are_listed_with_the_nearest() {
    holds(&key("{idd}"), &["the idempotency key names `idd`", "`Order`", "did you mean `{id}`?", "`number`"]);
    holds(&key("{regionName:optional}"), &["its name in the payload", "write `{region_name:optional}`"]);
    let far = key("{somethingElse}");
    assert!(!far.contains("did you mean"), "{far}");
    assert!(!far.contains("cache"), "what is not in the payload is no help: {far}");
}

#[test]
fn literals_are_what_sqs_accepts() {
    holds(&key("a b:{id}"), &["a space"]);
    holds(&key("50%:{id}"), &["`%`", "escaped"]);
    holds(&key("hey!:{id}"), &["`!`", "absent"]);
    holds(&key("é:{id}"), &["'é'", "printable ASCII"]);
    holds(&key("\u{1}:{id}"), &["'\\u{1}'"]);
    assert_eq!(of("é é%:{id}", quote!()).len(), 3);
}

#[test]
fn values_are_separated() {
    holds(&key("{id}{number}"), &["`{id}{number}`", "`{id}:{number}`"]);
    holds(&key("{id}-v{number}"), &["contain `-v`", "`{id}:-v{number}`"]);
    assert_eq!(of("{id}{number}-{done}", quote!()).len(), 2);
}

#[test]
fn templates_name_a_field() {
    holds(&key("order"), &["names no field", "only the first would run"]);
    holds(&one(of("{id}", quote!(group = "all"))), &["share one lane", "`single_lane`"]);
    let deduplication = one(of("{id}", quote!(group = "{id}", deduplication_id = "x")));
    holds(&deduplication, &["names no field", "five minutes"]);
    holds(&one(of("{id}", quote!(group = "{id}", single_lane))), &["`single_lane` says", "names a field"]);
}

#[test]
fn keys_are_the_same_in_each_sending() {
    holds(&key("{sent_at}"), &["volatile `sent_at`", "both would run"]);
    holds(&one(of("{id}", quote!(group = "{sent_at}"))), &["the group", "two lanes"]);
    holds(
        &one(of("{id}", quote!(group = "{id}", deduplication_id = "{sent_at}"))),
        &["the deduplication id"],
    );
    holds(&of("{id}", quote!(version = sent_at))[0], &["volatile", "which state is newer"]);
}

#[test]
fn keys_come_from_the_payload() {
    holds(&key("{cache}"), &["`cache`", "not written"]);
    holds(&key("{written}"), &["`written`", "passed over"]);
    holds(&key("{more}"), &["`more`", "flattened"]);
    holds(&key("{odd}"), &["\"odd:name\"", "rename"]);
}

#[test]
fn forms_fit_types() {
    holds(&key("{amount}"), &["three texts", "`{amount:.2}`"]);
    holds(&key("{region_name}"), &["`Option`", "`{region_name:optional}`"]);
    holds(&key("{number:optional}"), &["an `i64`, not an `Option`", "write `{number}`"]);
    holds(&key("{number:.2}"), &["`f32` and `f64`", "write `{number}`"]);
    holds(&key("{region_name:.2}"), &["write `{region_name:optional}`"]);
    holds(&key("{ratio:optional}"), &["optional floating-point"]);
    holds(&key("{tags}"), &["a `Vec`"]);
    holds(&key("{joined:.1}"), &["function of its own", "write `{joined}`"]);
    holds(&one(of("{id}", quote!(group = "{region_name % 4}"))), &["no shard"]);
    holds(&one(of("{id}", quote!(group = "{amount % 4}"))), &["floating-point"]);
}

#[test]
fn shards_are_for_groups() {
    holds(&key("{id % 16}"), &["shard", "only the first would run", "write `{id}`"]);
}

#[test]
fn faults_of_the_grammar_name_the_template() {
    holds(&key("{id:x}"), &["the idempotency key: `x` in `{id:x}` is no form"]);
    assert_eq!(of("{id:x}:{", quote!(group = "}")).len(), 3);
    let both = of("{idd}:{", quote!());
    assert_eq!(both.len(), 2, "what can be read is judged all the same: {both:?}");
}

#[test]
fn lengths_that_are_known_are_checked() {
    let literal = |length: usize| format!("{{id}}:{}", "x".repeat(length - 1));
    assert_eq!(of(&literal(200), quote!()), [""; 0]);
    holds(&key(&literal(201)), &["at least 201 characters", "holds 200"]);
    let group = literal(129);
    holds(&one(of("{id}", quote!(group = #group))), &["at least 129", "MessageGroupId of SQS holds 128"]);
    holds(&one(of("{id}", quote!(group = "{id}", deduplication_id = #group))), &["MessageDeduplicationId"]);
    let numbers = format!("{}:{{number}}:{{done}}:{{amount:.2}}", "x".repeat(190));
    holds(&key(&numbers), &["at least 202"]);
}
