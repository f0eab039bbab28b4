//! Test vectors for producers in other languages: `testdata/key_vectors.json`, generated here and compared.
//!
//! `SQSDB_UPDATE_VECTORS=1 cargo test -p sqsdb-core key_vectors` writes the file anew.

use std::path::Path;

use serde_json::{Value, json};

use super::{Piece, parse, render};
use crate::message::KeyError;

/// Name, template, payload.
type Case = (&'static str, &'static str, Value);

#[rustfmt::skip]
fn texts() -> Vec<Case> {
    vec![
        ("plain text", "case:{id}", json!({"id": "C-1"})),
        ("unreserved characters stay", "{id}", json!({"id": "AZaz09-._~"})),
        ("separators are encoded", "{a}:{b}", json!({"a": "x:y", "b": "z"})),
        ("the same tuple cut elsewhere", "{a}:{b}", json!({"a": "x", "b": "y:z"})),
        ("empty text", "case:{id}:end", json!({"id": ""})),
        ("percent sign", "{id}", json!({"id": "100%"})),
        ("text that looks encoded", "{id}", json!({"id": "%3A"})),
        ("exclamation mark", "{id}", json!({"id": "!"})),
        ("space and plus", "{id}", json!({"id": "a b+c"})),
        ("all of ASCII punctuation", "{id}", json!({"id": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"})),
        ("two bytes in UTF-8", "{id}", json!({"id": "Müller"})),
        ("three bytes in UTF-8", "{id}", json!({"id": "€ 漢字"})),
        ("four bytes in UTF-8", "{id}", json!({"id": "😀"})),
        ("composed and decomposed are two texts: composed", "{id}", json!({"id": "\u{e9}"})),
        ("composed and decomposed are two texts: decomposed", "{id}", json!({"id": "e\u{301}"})),
        ("control characters", "{id}", json!({"id": "\u{0}\t\n\u{1f}\u{7f}"})),
        ("line separators", "{id}", json!({"id": "\u{2028}\u{2029}\u{feff}"})),
        ("braces in the template", "{{{id}}}", json!({"id": "x"})),
        ("literals are not encoded", "a b/c?{id}", json!({"id": "x"})),
        ("a template without fields", "all", json!({})),
    ]
}

#[rustfmt::skip]
fn scalars() -> Vec<Case> {
    vec![
        ("zero", "v{n}", json!({"n": 0})),
        ("negative integer", "v{n}", json!({"n": -5})),
        ("largest exact double", "{n}", json!({"n": 9_007_199_254_740_991_i64})),
        ("integer beyond 2^53", "{n}", json!({"n": 9_007_199_254_740_993_i64})),
        ("smallest 64-bit integer", "{n}", json!({"n": i64::MIN})),
        ("largest unsigned 64-bit integer", "{n}", json!({"n": u64::MAX})),
        ("true", "{flag}", json!({"flag": true})),
        ("false", "{flag}", json!({"flag": false})),
        ("text true is the same as true", "{flag}", json!({"flag": "true"})),
        ("optional text", "{r:optional}", json!({"r": "eu"})),
        ("optional, left out", "{r:optional}", json!({})),
        ("optional, null", "{r:optional}", json!({"r": null})),
        ("optional, empty", "{r:optional}", json!({"r": ""})),
        ("optional, exclamation mark", "{r:optional}", json!({"r": "!"})),
        ("optional integer", "{r:optional}", json!({"r": -1})),
        ("optional boolean", "{r:optional}", json!({"r": false})),
        ("mandatory, left out", "{id}", json!({})),
        ("mandatory, null", "{id}", json!({"id": null})),
        ("number without a form", "{id}", json!({"id": 1.5})),
        ("list", "{id}", json!({"id": ["a"]})),
        ("object", "{id}", json!({"id": {"a": 1}})),
    ]
}

#[rustfmt::skip]
fn decimals() -> Vec<Case> {
    vec![
        ("two decimals", "{x:.2}", json!({"x": 12.5})),
        ("an integer in the JSON", "{x:.2}", json!({"x": 12})),
        ("no decimals", "{x:.0}", json!({"x": 12.4})),
        ("1.005 is below the middle", "{x:.2}", json!({"x": 1.005})),
        ("2.675 is below the middle", "{x:.2}", json!({"x": 2.675})),
        ("1.145 is above the middle", "{x:.2}", json!({"x": 1.145})),
        ("0.1 + 0.2", "{x:.17}", json!({"x": 0.1 + 0.2})),
        ("a tie goes to the even digit: 0.125", "{x:.2}", json!({"x": 0.125})),
        ("a tie goes to the even digit: 0.375", "{x:.2}", json!({"x": 0.375})),
        ("a tie goes to the even digit: 0.5", "{x:.0}", json!({"x": 0.5})),
        ("a tie goes to the even digit: 1.5", "{x:.0}", json!({"x": 1.5})),
        ("a tie goes to the even digit: 2.5", "{x:.0}", json!({"x": 2.5})),
        ("a tie goes to the even digit: -2.5", "{x:.0}", json!({"x": -2.5})),
        ("a tie goes to the even digit: -0.125", "{x:.2}", json!({"x": -0.125})),
        ("zero", "{x:.2}", json!({"x": 0.0})),
        ("minus zero is zero", "{x:.2}", json!({"x": -0.0})),
        ("a small negative rounds to zero without a sign", "{x:.2}", json!({"x": -0.001})),
        ("the smallest double", "{x:.2}", json!({"x": 5e-324})),
        ("a carry", "{x:.2}", json!({"x": 9.999})),
        ("a million", "{x:.2}", json!({"x": 1e6})),
        ("10^21 is written in full", "{x:.1}", json!({"x": 1e21})),
        ("10^22 and a bit", "{x:.0}", json!({"x": 1.234_567_890_123_456_7e22})),
        ("text where a number is due", "{x:.2}", json!({"x": "1"})),
    ]
}

#[rustfmt::skip]
fn shards() -> Vec<Case> {
    vec![
        ("shard of a text", "order:{id % 16}", json!({"id": "order-1"})),
        ("shard of an empty text", "{id % 16}", json!({"id": ""})),
        ("shard of a text that needs encoding hashes it as it is", "{id % 1000}", json!({"id": "Müller:1"})),
        ("shard of an integer hashes its digits", "{id % 1000}", json!({"id": -42})),
        ("shard of a boolean", "{id % 1000}", json!({"id": true})),
        ("one shard", "{id % 1}", json!({"id": "x"})),
        ("shard of nothing", "{id % 16}", json!({"id": null})),
    ]
}

/// Fields that the schema says more about: a default, an `f32`.
fn described() -> Vec<(Case, Value)> {
    let region = json!({"r": {"type": "string", "default": "eu"}});
    let single = json!({"x": {"type": "number", "format": "float"}});
    vec![
        (("a left out field takes its default", "{r}:{id}", json!({"id": "x"})), region.clone()),
        (("a default gives way to a value", "{r}:{id}", json!({"id": "x", "r": "us"})), region),
        (("single precision is rounded first", "{x:.3}", json!({"x": 0.0005})), single.clone()),
        (("single precision of a large number", "{x:.2}", json!({"x": 16_777_217.0})), single),
    ]
}

fn vector((name, template, payload): Case, properties: &Value) -> Value {
    let pieces: Vec<_> = parse(template).unwrap().into_iter().map(|p| p.described(properties)).collect();
    let mut vector = json!({
        "name": name,
        "template": template,
        "pieces": pieces.iter().map(Piece::to_value).collect::<Vec<_>>(),
        "payload": payload,
    });
    match render(&pieces, &payload) {
        Ok(key) => vector["key"] = json!(key),
        Err(error) => vector["error"] = json!(kind(&error)),
    }
    vector
}

fn kind(error: &KeyError) -> &'static str {
    match error {
        KeyError::Absent { .. } => "absent",
        KeyError::NotScalar { .. } => "notScalar",
        KeyError::Float { .. } => "number",
        KeyError::NotFinite { .. } => "notANumber",
        KeyError::NotSerialisable { .. } => "notSerialisable",
    }
}

#[test]
fn key_vectors_are_what_the_file_says() {
    let plain = [texts(), scalars(), decimals(), shards()].concat();
    let plain = plain.into_iter().map(|case| vector(case, &Value::Null));
    let described = described().into_iter().map(|(case, properties)| vector(case, &properties));
    let mut file = json!({
        "about": "Keys of sqsdb messages: for each payload the key of its template, or why there is none.",
        "vectors": plain.chain(described).collect::<Vec<_>>(),
    });
    file.sort_all_objects();
    let text = serde_json::to_string_pretty(&file).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/key_vectors.json");
    if std::env::var_os("SQSDB_UPDATE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "testdata/key_vectors.json is not what the code gives; see the top of this file"
    );
}
