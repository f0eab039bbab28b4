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

/// The one mistake of a key template.
fn key(template: &str) -> String {
    one(of(template, quote!()))
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
fn deduplication_belongs_to_a_group_and_is_said_once() {
    holds(&one(of("{id}", quote!(deduplication = idempotency_key))), &["for FIFO queues", "no `group`"]);
    holds(&one(of("{id}", quote!(deduplication_id = "{id}"))), &["no `group`"]);
    holds(&one(of("{id}", quote!(single_lane))), &["no `group`"]);
    let both = quote!(group = "{id}", deduplication = idempotency_key, deduplication_id = "{id}");
    holds(&one(of("{id}", both)), &["keep one"]);
    let content = quote!(group = "{id}", deduplication = content_based);
    holds(&one(of("{id}", content)), &["hashes the body", "`sent_at`", "deliver both"]);
    holds(
        &one(of("{id}", quote!(group = "{id}", deduplication = random))),
        &["`random` is no deduplication rule"],
    );
}

#[test]
fn content_based_is_fine_without_volatile_fields() {
    let found = mistakes(quote! {
        #[worker_message(message_type = "T", schema_version = 1, producer = "p", aggregate(type = "a", id = "{id}"),
            idempotency_key = "{id}", group = "{id}", deduplication = content_based)]
        struct Order { id: String }
    });
    assert_eq!(found, [""; 0]);
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
