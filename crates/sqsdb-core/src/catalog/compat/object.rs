//! Fields of objects.

use serde_json::{Map, Value};

use super::{Rule, node::Node, walk::Walk};
use crate::schema::ANNOTATION;

/// One side of the comparison.
struct Side<'a> {
    properties: Map<String, Value>,
    required: Vec<&'a str>,
    /// Schema of the fields that are not named.
    others: &'a Value,
}

impl<'a> Side<'a> {
    fn of(node: &'a Node) -> Self {
        let others = node.get("additionalProperties").or_else(|| node.get("unevaluatedProperties"));
        let required = node.get("required").and_then(Value::as_array);
        Self {
            properties: node.get("properties").and_then(Value::as_object).cloned().unwrap_or_default(),
            required: required.into_iter().flatten().filter_map(Value::as_str).collect(),
            others: others.unwrap_or(&Value::Bool(true)),
        }
    }

    fn is_closed(&self) -> bool {
        *self.others == Value::Bool(false)
    }

    fn requires(&self, name: &str) -> bool {
        self.required.contains(&name)
    }

    /// Names that are here and not there.
    fn alone<'b>(&'b self, other: &Side<'_>) -> Vec<&'b str> {
        self.properties
            .keys()
            .map(String::as_str)
            .filter(|name| !other.properties.contains_key(*name))
            .collect()
    }
}

pub(super) fn compare(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    let (old, new) = (Side::of(old), Side::of(new));
    for (name, schema) in &old.properties {
        if let Some(other) = new.properties.get(name) {
            let place = join(path, name);
            match (old.requires(name), new.requires(name)) {
                (false, true) => walk.report(&place, Rule::BecameRequired, ""),
                (true, false) => walk.report(&place, Rule::BecameOptional, ""),
                _ => {}
            }
            default(walk, &place, schema, other);
            walk.node(&place, schema, other);
        }
    }
    let (mut removed, mut added) = (old.alone(&new), new.alone(&old));
    renamed(walk, path, (&old, &mut removed), (&new, &mut added));
    for name in removed {
        remove(walk, path, name, &old, &new);
    }
    for name in added {
        add(walk, path, name, &old, &new);
    }
    others(walk, path, &old, &new);
}

/// A required field that went and a required one of the same schema that came, where there is no other such pair.
fn renamed(
    walk: &mut Walk<'_>,
    path: &str,
    old: (&Side<'_>, &mut Vec<&str>),
    new: (&Side<'_>, &mut Vec<&str>),
) {
    let ((old, removed), (new, added)) = (old, new);
    let went: Vec<_> = removed.iter().copied().filter(|name| old.requires(name)).collect();
    let came: Vec<_> = added.iter().copied().filter(|name| new.requires(name)).collect();
    let ([went], [came]) = (went.as_slice(), came.as_slice()) else { return };
    let (Some(before), Some(after)) = (old.properties.get(*went), new.properties.get(*came)) else { return };
    if walk.is_same(before, after) {
        walk.report(&join(path, went), Rule::FieldRenamed, format!("to {came}"));
        removed.retain(|name| name != went);
        added.retain(|name| name != came);
    }
}

fn remove(walk: &mut Walk<'_>, path: &str, name: &str, old: &Side<'_>, new: &Side<'_>) {
    let place = join(path, name);
    match (is_hashed(walk, &place), old.requires(name)) {
        (true, true) => walk.report(&place, Rule::RequiredFieldRemoved, ""),
        (true, false) => walk.report(&place, Rule::FieldRemoved, ""),
        (false, is_required) => {
            walk.report(&place, Rule::UnhashedFieldRemoved, "");
            if is_required {
                walk.report(&place, Rule::BecameOptional, "");
            }
        }
    }
    if new.is_closed() {
        walk.report(&place, Rule::RemovedFromClosed, "");
    }
}

fn add(walk: &mut Walk<'_>, path: &str, name: &str, old: &Side<'_>, new: &Side<'_>) {
    let place = join(path, name);
    let has_default =
        new.properties.get(name).and_then(|p| p.get("default")).is_some_and(|value| !value.is_null());
    let is_part = path != "payload" && is_hashed(walk, &place);
    let rule = match (new.requires(name), is_part && has_default) {
        (true, _) => Rule::RequiredFieldAdded,
        (false, true) => Rule::DefaultedPartAdded,
        (false, false) => Rule::FieldAdded,
    };
    walk.report(&place, rule, "");
    if old.is_closed() {
        walk.report(&place, Rule::UnknownToOld, "");
    }
}

fn default(walk: &mut Walk<'_>, path: &str, old: &Value, new: &Value) {
    let given = |schema: &Value| schema.get("default").filter(|value| !value.is_null()).cloned();
    if let (Some(old), Some(new)) = (given(old), given(new))
        && old != new
    {
        walk.report(path, Rule::DefaultChanged, format!("{old} → {new}"));
    }
}

/// Fields that no name is given for: the values of a map, or what a closed object refuses.
fn others(walk: &mut Walk<'_>, path: &str, old: &Side<'_>, new: &Side<'_>) {
    match (old.is_closed(), new.is_closed()) {
        (true, true) => {}
        (true, false) => walk.report(path, Rule::Opened, ""),
        (false, true) => walk.report(path, Rule::Closed, ""),
        (false, false) => walk.node(&join(path, "*"), old.others, new.others),
    }
}

/// Whether a field of the old schema takes part in the request hash.
fn is_hashed(walk: &Walk<'_>, place: &str) -> bool {
    let Some(top) = place.strip_prefix("payload.") else { return false };
    let top = top.split(['.', '[', '<']).next().unwrap_or(top);
    let volatile = walk.old_root.get(ANNOTATION).and_then(|annotation| annotation.get("volatile"));
    !volatile.and_then(Value::as_array).is_some_and(|names| names.iter().any(|name| name == top))
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
