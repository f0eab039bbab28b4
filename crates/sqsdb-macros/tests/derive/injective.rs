//! Two different tuples of fields never give one key.

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

/// Declares a message with fields `a`, `b` and `c` under one template.
macro_rules! messages {
    ($($name:ident: $template:literal,)*) => {$(
        /// A message for one template.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, WorkerMessage)]
        #[worker_message(
            message_type = "M", schema_version = 1, producer = "p",
            aggregate(type = "t", id = "{a}"), idempotency_key = $template
        )]
        struct $name {
            /// Any text.
            a: String,
            /// Any text or none.
            b: Option<String>,
            /// Any integer.
            c: i64,
        }
    )*};
}

messages! {
    Plain: "x:{a}:{b:optional}:{c}",
    Bare: "{a}/{b:optional}/{c}",
    Mixed: "{a}-:{b:optional}_@{c}x",
    Repeated: "{c}::{a}:{a}:::{b:optional}",
    Braces: "{{{a}}}{{{b:optional}}}#{c}",
    Unreserved: "v-1.a~{a}.b-_~:{b:optional}.~9/v{c}.0",
}

/// Texts that look like separators, escapes, markers and numbers, so that collisions would be likely.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ab:/%!{}.~_\\-0-3@#x]{0,4}", "(%[0-9A-F]{2}|!|:|v){0,3}", any::<String>(),]
}

/// Values of the fields.
type Tuple = (String, Option<String>, i64);

fn tuple() -> impl Strategy<Value = Tuple> {
    (text(), proptest::option::of(text()), prop_oneof![-12..12_i64, any::<i64>()])
}

/// Mostly a small change of another tuple: characters move from one field to the next.
fn neighbours() -> impl Strategy<Value = (Tuple, Tuple)> {
    (tuple(), tuple(), any::<proptest::sample::Index>(), 0..4_u8).prop_map(|(one, other, at, kind)| {
        let joined: Vec<char> = one.0.chars().chain(one.1.iter().flat_map(|text| text.chars())).collect();
        let (a, b) = joined.split_at(if joined.is_empty() { 0 } else { at.index(joined.len()) });
        let changed = match kind {
            0 => other,
            1 => (a.iter().collect(), Some(b.iter().collect()), one.2),
            2 => (joined.iter().collect(), None, one.2),
            _ => (a.iter().collect(), Some(b.iter().collect()), other.2),
        };
        (one, changed)
    })
}

/// Whether equal keys mean equal fields, for every template.
macro_rules! check {
    ($one:expr, $other:expr; $($name:ident)*) => {$(
        let one = $name { a: $one.0.clone(), b: $one.1.clone(), c: $one.2 };
        let other = $name { a: $other.0.clone(), b: $other.1.clone(), c: $other.2 };
        let (key, other_key) = (one.idempotency_key().unwrap(), other.idempotency_key().unwrap());
        prop_assert_eq!(key == other_key, one == other, "{} {}", key, other_key);
        prop_assert!(key.chars().all(|c| c.is_ascii_graphic()), "{}", key);
    )*};
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_keys_mean_equal_fields((one, other) in neighbours()) {
        check!(one, other; Plain Bare Mixed Repeated Braces Unreserved);
    }
}
