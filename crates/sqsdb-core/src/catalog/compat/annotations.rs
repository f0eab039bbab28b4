//! Keys, groups, deduplication, guards and volatile fields: what `x-sqsdb` says.

use serde_json::Value;

use super::{Rule, walk::Walk};
use crate::schema::ANNOTATION;

pub(super) fn compare(walk: &mut Walk<'_>) {
    let (Some(old), Some(new)) = (walk.old_root.get(ANNOTATION), walk.new_root.get(ANNOTATION)) else {
        return;
    };
    for (name, rule) in [("idempotencyKey", Rule::KeyChanged), ("aggregateId", Rule::AggregateIdChanged)] {
        if old.get(name).map(pieces) != new.get(name).map(pieces) {
            walk.report("", rule, arrow(old.get(name), new.get(name)));
        }
    }
    group(walk, old, new);
    version(walk, old, new);
    volatile(walk, old, new);
    if old.get("producer") != new.get("producer") {
        walk.report("", Rule::ProducerChanged, arrow(old.get("producer"), new.get("producer")));
    }
}

fn group(walk: &mut Walk<'_>, old: &Value, new: &Value) {
    let (old_group, new_group) = (old.get("group"), new.get("group"));
    match (old_group, new_group) {
        (None, None) => {}
        (None, Some(_)) => walk.report("", Rule::GroupAdded, arrow(old_group, new_group)),
        (Some(_), None) => walk.report("", Rule::GroupRemoved, arrow(old_group, new_group)),
        (Some(before), Some(after)) => {
            if pieces(before) != pieces(after) {
                walk.report("", Rule::GroupChanged, arrow(old_group, new_group));
            }
            let rule = |side: &Value| {
                side.get("deduplication").map(|rule| (rule.get("rule").cloned(), pieces(rule)))
            };
            if rule(old) != rule(new) {
                let detail = arrow(old.get("deduplication"), new.get("deduplication"));
                walk.report("", Rule::DeduplicationChanged, detail);
            }
        }
    }
}

fn version(walk: &mut Walk<'_>, old: &Value, new: &Value) {
    let (old, new) = (old.get("version"), new.get("version"));
    let rule = match (old, new) {
        (None, Some(_)) => Rule::VersionFieldAdded,
        (Some(_), None) => Rule::VersionFieldRemoved,
        (Some(before), Some(after)) if before != after => Rule::VersionFieldChanged,
        _ => return,
    };
    walk.report("", rule, arrow(old, new));
}

/// Fields that were there before and are there still.
fn volatile(walk: &mut Walk<'_>, old: &Value, new: &Value) {
    let (before, after) = (names(old), names(new));
    for (name, rule) in [(&after, &before, Rule::VolatileAdded), (&before, &after, Rule::VolatileRemoved)]
        .into_iter()
        .flat_map(|(here, there, rule)| here.iter().filter(|n| !there.contains(n)).map(move |n| (*n, rule)))
    {
        if is_field(walk.old_root, name) && is_field(walk.new_root, name) {
            walk.report(&format!("payload.{name}"), rule, "");
        }
    }
}

fn names(annotation: &Value) -> Vec<&str> {
    let names = annotation.get("volatile").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_field(root: &Value, name: &str) -> bool {
    let payload = root.pointer("/properties/payload").unwrap_or(&Value::Null);
    let body = super::node::normal(root, payload).body;
    body.get("properties").is_some_and(|properties| properties.get(name).is_some())
}

/// What a template means, whatever its spelling.
fn pieces(rule: &Value) -> Value {
    rule.get("pieces").cloned().unwrap_or_default()
}

fn arrow(old: Option<&Value>, new: Option<&Value>) -> String {
    let words = |side: Option<&Value>| match side {
        None => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(rule) => {
            let text = rule.get("template").or_else(|| rule.get("rule")).and_then(Value::as_str);
            text.map_or_else(|| rule.to_string(), str::to_owned)
        }
    };
    format!("{} → {}", words(old), words(new))
}
