//! Keywords that are compared as a whole: there or not, equal or not.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Rule, bounds, node::Node, walk::Walk};

/// Compared elsewhere.
const ELSEWHERE: &[&str] = &[
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "default",
];

/// Say nothing about what is admitted.
const ANNOTATIONS: &[&str] = &[
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

pub(super) fn compare(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    let keywords: BTreeSet<_> =
        old.body.keys().chain(new.body.keys()).filter(|name| is_constraint(name)).collect();
    for name in keywords {
        let stated = |node: &Node| node.get(name).filter(|value| says_something(name, value)).cloned();
        match (stated(old), stated(new)) {
            (Some(old), Some(new)) => both(walk, path, name, &old, &new),
            (None, Some(new)) => walk.report(path, Rule::ConstraintAdded, format!("{name} {new}")),
            (Some(old), None) => walk.report(path, Rule::ConstraintRemoved, format!("{name} {old}")),
            (None, None) => {}
        }
    }
}

fn both(walk: &mut Walk<'_>, path: &str, name: &str, old: &Value, new: &Value) {
    match (name, old, new) {
        ("allOf", Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter().zip(new) {
                walk.node(path, old, new);
            }
        }
        _ if old != new => walk.report(path, Rule::ConstraintChanged, format!("{name}: {old} → {new}")),
        _ => {}
    }
}

fn is_constraint(name: &str) -> bool {
    !ELSEWHERE.contains(&name) && !ANNOTATIONS.contains(&name) && !name.starts_with("x-")
}

fn says_something(name: &str, value: &Value) -> bool {
    match name {
        "format" => !bounds::is_range(value),
        "uniqueItems" => *value == Value::Bool(true),
        _ => true,
    }
}
