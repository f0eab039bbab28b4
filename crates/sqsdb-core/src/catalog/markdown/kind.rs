//! What a schema admits, in words for a table cell.

use serde_json::Value;

use super::cell;

pub(super) fn of(schema: &Value) -> String {
    cell(&words(schema))
}

fn words(schema: &Value) -> String {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return format!("`{}`", target.rsplit('/').next().unwrap_or(target));
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
            return branches.iter().map(words).collect::<Vec<_>>().join(" or ");
        }
    }
    match schema.get("type") {
        Some(Value::String(kind)) => typed(schema, kind),
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().filter_map(Value::as_str).map(|kind| typed(schema, kind));
            kinds.collect::<Vec<_>>().join(" or ")
        }
        _ => "any value".to_owned(),
    }
}

fn typed(schema: &Value, kind: &str) -> String {
    match kind {
        "array" => match schema.get("items").filter(|items| items.is_object()) {
            Some(items) => format!("list of {}", words(items)),
            None => "list".to_owned(),
        },
        "object" => object(schema),
        "null" => "null".to_owned(),
        kind => format!("{kind}{}{}", format(schema), limits(schema, kind)),
    }
}

/// A choice of a tagged enum reads as its fields.
fn object(schema: &Value) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return match schema.get("additionalProperties").filter(|values| values.is_object()) {
            Some(values) => format!("map of {}", words(values)),
            None => "object".to_owned(),
        };
    };
    let fields = properties.iter().map(|(name, property)| match property.get("const") {
        Some(value) => format!("`{name}`: `{value}`"),
        None => format!("`{name}`"),
    });
    format!("object with {}", fields.collect::<Vec<_>>().join(", "))
}

fn format(schema: &Value) -> String {
    let format = schema.get("format").and_then(Value::as_str);
    format.map(|format| format!(" ({format})")).unwrap_or_default()
}

fn limits(schema: &Value, kind: &str) -> String {
    let names = match kind {
        "string" => ["minLength", "maxLength"],
        _ => ["minimum", "maximum"],
    };
    match names.map(|name| schema.get(name)) {
        [Some(min), Some(max)] => format!(", {min} to {max}"),
        [Some(min), None] => format!(", from {min}"),
        [None, Some(max)] => format!(", up to {max}"),
        [None, None] => String::new(),
    }
}
