//! A value that fits a JSON Schema, made without chance.

use serde_json::{Map, Value};

use super::{numbers, strings};

/// How deep values nest before optional parts are left out.
const DEPTH_FULL: usize = 4;
/// How deep values may nest at all; only a type that contains itself without an end comes here.
const DEPTH_MAX: usize = 24;

/// A value that fits a root schema.
///
/// # Errors
/// No value was found; the text says at which keyword.
pub(super) fn of(root: &Value) -> Result<Value, String> {
    Sampler { root }.value(root, "value", 0)
}

struct Sampler<'a> {
    root: &'a Value,
}

impl<'a> Sampler<'a> {
    /// `name` is what the value is called where it stands; it makes texts readable.
    fn value(&self, schema: &'a Value, name: &str, depth: usize) -> Result<Value, String> {
        if depth > DEPTH_MAX {
            return Err(format!("`{name}` contains itself without an end"));
        }
        if let Some(given) = given(schema) {
            return Ok(given.clone());
        }
        if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
            return self.value(self.target(pointer)?, name, depth + 1);
        }
        let part = self.part(schema, name, depth)?;
        if schema.get("properties").is_none()
            && let Some(part) = part
        {
            return Ok(part);
        }
        let own = self.typed(schema, name, depth)?;
        Ok(merged(own, part))
    }

    /// What `allOf`, or the first branch of `oneOf` or `anyOf` that gives a value, asks for.
    fn part(&self, schema: &'a Value, name: &str, depth: usize) -> Result<Option<Value>, String> {
        let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        if let Some(all) = list("allOf") {
            let mut value = None;
            for part in all {
                value = Some(merged(self.value(part, name, depth + 1)?, value));
            }
            return Ok(value);
        }
        let Some(branches) = list("oneOf").or_else(|| list("anyOf")) else { return Ok(None) };
        let mut branches: Vec<_> = branches.iter().collect();
        if depth >= DEPTH_FULL {
            // deep down, first what ends soonest
            branches.sort_by_key(|branch| (!is_null(branch), refers(branch)));
        }
        let mut last = format!("`{name}` has no branch");
        for branch in branches {
            match self.value(branch, name, depth + 1) {
                Ok(value) => return Ok(Some(value)),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn typed(&self, schema: &'a Value, name: &str, depth: usize) -> Result<Value, String> {
        match kind(schema, depth) {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, name, depth),
            "string" => strings::of(schema, name),
            "integer" => numbers::integer(schema, name),
            "number" => numbers::number(schema, name),
            "boolean" => Ok(Value::Bool(true)),
            "null" => Ok(Value::Null),
            other => Err(format!("`{name}` is of the unknown type `{other}`")),
        }
    }

    fn object(&self, schema: &'a Value, depth: usize) -> Result<Value, String> {
        let mut object = Map::new();
        let required: Vec<_> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let is_required = required.contains(&name.as_str());
            if !is_required && depth >= DEPTH_FULL {
                continue;
            }
            match self.value(property, name, depth + 1) {
                Ok(value) => drop(object.insert(name.clone(), value)),
                Err(error) if is_required => return Err(error),
                // an optional part is left out where it has no end
                Err(_) => {}
            }
        }
        let entries = schema.get("additionalProperties").filter(|values| values.is_object());
        if let (true, Some(values)) = (object.is_empty() && depth < DEPTH_FULL, entries) {
            object.insert("key".into(), self.value(values, "value", depth + 1)?);
        }
        Ok(Value::Object(object))
    }

    fn array(&self, schema: &'a Value, name: &str, depth: usize) -> Result<Value, String> {
        let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let mut items = Vec::new();
        for item in schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten() {
            items.push(self.value(item, name, depth + 1)?);
        }
        let wanted = if depth >= DEPTH_FULL { 0 } else { 1 };
        let wanted = count("minItems").unwrap_or(wanted).min(count("maxItems").unwrap_or(u64::MAX));
        if let Some(item) = schema.get("items").filter(|item| item.is_object()) {
            while u64::try_from(items.len()).is_ok_and(|length| length < wanted) {
                items.push(self.value(item, &format!("{name}{}", items.len() + 1), depth + 1)?);
            }
        }
        Ok(Value::Array(items))
    }

    fn target(&self, pointer: &str) -> Result<&'a Value, String> {
        let found = pointer.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
        found.ok_or_else(|| format!("`{pointer}` leads nowhere"))
    }
}

/// What the schema itself gives.
fn given(schema: &Value) -> Option<&Value> {
    let first = |keyword| schema.get(keyword).and_then(|values: &Value| values.get(0));
    let default = || schema.get("default").filter(|value| !value.is_null());
    first("examples").or_else(|| schema.get("const")).or_else(|| first("enum")).or_else(default)
}

/// The type to give a value of: the first that is not null, or null deep down.
fn kind(schema: &Value, depth: usize) -> &str {
    let by_keyword = if schema.get("properties").is_some() { "object" } else { "string" };
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            let is_null = |kind: &&str| *kind == "null";
            if depth >= DEPTH_FULL && kinds.clone().any(|kind| kind == "null") {
                return "null";
            }
            kinds.find(|kind| !is_null(kind)).unwrap_or("null")
        }
        _ => by_keyword,
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

/// Whether a schema refers to another one anywhere.
fn refers(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.contains_key("$ref") || members.values().any(refers),
        Value::Array(items) => items.iter().any(refers),
        _ => false,
    }
}

/// Two objects in one; of anything else, the first.
fn merged(first: Value, second: Option<Value>) -> Value {
    match (first, second) {
        (Value::Object(mut first), Some(Value::Object(second))) => {
            first.extend(second);
            Value::Object(first)
        }
        (first, _) => first,
    }
}
