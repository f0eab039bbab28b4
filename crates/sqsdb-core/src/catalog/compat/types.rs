//! Types, single values and null.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Rule, node::Node, walk::Walk};

pub(super) fn nulls(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    if old.is_any() || new.is_any() {
        return;
    }
    match (old.nullable, new.nullable) {
        (false, true) => walk.report(path, Rule::NullAdded, ""),
        (true, false) => walk.report(path, Rule::NullRemoved, ""),
        _ => {}
    }
}

pub(super) fn values(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    match (&old.values, &new.values) {
        (Some(old), Some(new)) => {
            for value in new.iter().filter(|value| !old.contains(value)) {
                walk.report(path, Rule::ValueAdded, value.to_string());
            }
            for value in old.iter().filter(|value| !new.contains(value)) {
                walk.report(path, Rule::ValueRemoved, value.to_string());
            }
        }
        (None, Some(new)) => walk.report(path, Rule::ConstraintAdded, only(new)),
        (Some(old), None) => walk.report(path, Rule::ConstraintRemoved, only(old)),
        (None, None) => {}
    }
}

/// Whether there is a type in common, so that it makes sense to look further.
pub(super) fn types(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) -> bool {
    if old.values.is_some() && new.values.is_some() {
        return true;
    }
    let (old_types, new_types) = (known(old), known(new));
    let detail = format!("{} → {}", words(old_types.as_ref()), words(new_types.as_ref()));
    match (covers(new_types.as_ref(), old_types.as_ref()), covers(old_types.as_ref(), new_types.as_ref())) {
        (true, true) => true,
        (true, false) => {
            walk.report(path, Rule::TypeWidened, detail);
            old_types.is_some()
        }
        (false, true) => {
            walk.report(path, Rule::TypeNarrowed, detail);
            new_types.is_some()
        }
        (false, false) => {
            walk.report(path, Rule::TypeChanged, detail);
            false
        }
    }
}

/// The stated types, or those of the only values.
fn known(node: &Node) -> Option<BTreeSet<String>> {
    let of_values = || node.values.as_ref().map(|values| values.iter().map(|v| kind(v).to_owned()).collect());
    node.types.clone().or_else(of_values)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether `wide` admits all types of `narrow`.
fn covers(wide: Option<&BTreeSet<String>>, narrow: Option<&BTreeSet<String>>) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => {
            narrow.iter().all(|kind| wide.contains(kind) || (kind == "integer" && wide.contains("number")))
        }
    }
}

fn words(types: Option<&BTreeSet<String>>) -> String {
    types.map_or_else(|| "any".to_owned(), |types| types.iter().cloned().collect::<Vec<_>>().join(" or "))
}

fn only(values: &[Value]) -> String {
    format!("only {}", values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))
}
