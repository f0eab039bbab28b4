//! Bounds of numbers, lengths and counts.

use serde_json::Value;

use super::{Rule, node::Node, walk::Walk};

/// The lowest and the highest number that a format of `schemars` admits.
#[rustfmt::skip]
const FORMATS: &[(&str, f64, f64)] = &[
    ("int8", i8::MIN as f64, i8::MAX as f64),
    ("int16", i16::MIN as f64, i16::MAX as f64),
    ("int32", i32::MIN as f64, i32::MAX as f64),
    ("int64", i64::MIN as f64, i64::MAX as f64),
    ("int", i64::MIN as f64, i64::MAX as f64),
    ("int128", i128::MIN as f64, i128::MAX as f64),
    ("uint8", 0.0, u8::MAX as f64),
    ("uint16", 0.0, u16::MAX as f64),
    ("uint32", 0.0, u32::MAX as f64),
    ("uint64", 0.0, u64::MAX as f64),
    ("uint", 0.0, u64::MAX as f64),
    ("uint128", 0.0, u128::MAX as f64),
    ("float", f32::MIN as f64, f32::MAX as f64),
    ("double", f64::NEG_INFINITY, f64::INFINITY),
];

/// Whether a format says no more than a range.
pub(super) fn is_range(format: &Value) -> bool {
    FORMATS.iter().any(|(name, ..)| format == name)
}

/// A bound: the number, and whether it is excluded itself.
type Bound = (f64, bool);

pub(super) fn compare(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    report(walk, path, "lowest number", lowest(old), lowest(new));
    report(walk, path, "highest number", highest(old).map(up), highest(new).map(up));
    for (name, is_upper) in [
        ("minLength", false),
        ("maxLength", true),
        ("minItems", false),
        ("maxItems", true),
        ("minProperties", false),
        ("maxProperties", true),
    ] {
        let bound =
            |node: &Node| number(node, name).map(|x| if is_upper { up((x, false)) } else { (x, false) });
        // a lower bound of 0 is none
        let bound = |node: &Node| bound(node).filter(|(x, _)| is_upper || *x > 0.0);
        report(walk, path, name, bound(old), bound(new));
    }
}

/// An upper bound turned round, so that a larger one is narrower as with lower bounds.
fn up((number, excluded): Bound) -> Bound {
    (-number, excluded)
}

fn report(walk: &mut Walk<'_>, path: &str, name: &str, old: Option<Bound>, new: Option<Bound>) {
    let rank = |bound: Option<Bound>| bound.unwrap_or((f64::NEG_INFINITY, false));
    let rule = match rank(new).partial_cmp(&rank(old)) {
        Some(std::cmp::Ordering::Greater) => Rule::BoundNarrowed,
        Some(std::cmp::Ordering::Less) => Rule::BoundWidened,
        _ => return,
    };
    walk.report(path, rule, format!("{name}: {} → {}", words(old), words(new)));
}

fn words(bound: Option<Bound>) -> String {
    match bound {
        None => "none".to_owned(),
        Some((number, excluded)) => format!("{}{}", number.abs(), if excluded { ", excluded" } else { "" }),
    }
}

fn lowest(node: &Node) -> Option<Bound> {
    let of_format = range(node).map(|(low, _)| (low, false)).filter(|(low, _)| low.is_finite());
    let stated =
        [number(node, "minimum").map(|x| (x, false)), number(node, "exclusiveMinimum").map(|x| (x, true))];
    stated.into_iter().chain([of_format]).flatten().reduce(|a, b| if b > a { b } else { a })
}

fn highest(node: &Node) -> Option<Bound> {
    let of_format = range(node).map(|(_, high)| (high, false)).filter(|(high, _)| high.is_finite());
    let stated =
        [number(node, "maximum").map(|x| (x, false)), number(node, "exclusiveMaximum").map(|x| (x, true))];
    stated.into_iter().chain([of_format]).flatten().reduce(|a, b| if up(b) > up(a) { b } else { a })
}

fn range(node: &Node) -> Option<(f64, f64)> {
    let format = node.get("format")?;
    FORMATS.iter().find(|(name, ..)| format == name).map(|(_, low, high)| (*low, *high))
}

fn number(node: &Node, keyword: &str) -> Option<f64> {
    node.get(keyword).and_then(Value::as_f64)
}
