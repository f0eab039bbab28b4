//! A schema in one normal form: references followed, `const` and choices of constants as values, null apart.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// More references in a row than any schema has.
const HOPS_MAX: usize = 32;

/// What a schema admits.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// References that led here.
    pub(super) trail: Vec<String>,
    /// All keywords that have no place of their own below.
    pub(super) body: Map<String, Value>,
    /// Types without null; `None` where any is admitted.
    pub(super) types: Option<BTreeSet<String>>,
    /// The only values, without null.
    pub(super) values: Option<Vec<Value>>,
    /// Variants, by a name that outlives their order.
    pub(super) variants: Vec<(String, Value)>,
    /// Null is admitted.
    pub(super) nullable: bool,
}

impl Node {
    /// Nothing is said about types, values or variants.
    pub(super) fn is_any(&self) -> bool {
        self.types.is_none() && self.values.is_none() && self.variants.is_empty()
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&Value> {
        self.body.get(keyword)
    }
}

pub(super) fn normal(root: &Value, schema: &Value) -> Node {
    let mut node = Node::default();
    node.body = followed(root, schema, &mut node.trail);
    let union = node.body.remove("oneOf").or_else(|| node.body.remove("anyOf"));
    if let Some(Value::Array(branches)) = union {
        take_branches(root, &mut node, branches);
    }
    take_values(&mut node);
    take_types(&mut node);
    node
}

/// The schema behind its references, with what stands beside them.
fn followed(root: &Value, schema: &Value, trail: &mut Vec<String>) -> Map<String, Value> {
    let mut body = match schema {
        Value::Object(body) => body.clone(),
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    };
    for _ in 0..HOPS_MAX {
        let Some(Value::String(reference)) = body.remove("$ref") else { break };
        let target = reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        for (keyword, value) in target.and_then(Value::as_object).into_iter().flatten() {
            body.entry(keyword.clone()).or_insert_with(|| value.clone());
        }
        trail.push(reference);
    }
    body
}

fn take_branches(root: &Value, node: &mut Node, branches: Vec<Value>) {
    let mut constants = Vec::new();
    for branch in branches {
        let mut trail = Vec::new();
        let body = followed(root, &branch, &mut trail);
        if let Some(value) = body.get("const") {
            constants.push(value.clone());
        } else if let Some(Value::Array(values)) = body.get("enum") {
            constants.extend(values.iter().cloned());
        } else if body.get("type").is_some_and(|kind| kind == "null") {
            node.nullable = true;
        } else {
            let name = variant_name(&body, node.variants.len());
            node.variants.push((name, branch));
        }
    }
    if node.variants.is_empty() {
        node.body.insert("enum".into(), constants.into());
    } else if node.variants.len() == 1 && constants.is_empty() && node.trail.len() < HOPS_MAX {
        // one variant beside null is that variant
        let only = node.variants.pop().map(|(_, branch)| branch).unwrap_or_default();
        let body = followed(root, &only, &mut node.trail);
        node.body.extend(body);
        if let Some(Value::Array(inner)) = node.body.remove("oneOf").or_else(|| node.body.remove("anyOf")) {
            take_branches(root, node, inner);
        }
    } else if !constants.is_empty() {
        node.variants.push(("constants".into(), json!({ "enum": constants })));
    }
}

/// A tag, the one property of an externally tagged variant, a title, a type; or else the place.
pub(super) fn variant_name(body: &Map<String, Value>, index: usize) -> String {
    let properties = body.get("properties").and_then(Value::as_object);
    let tag =
        properties.into_iter().flatten().find_map(|(name, p)| p.get("const").map(|v| format!("{name}={v}")));
    let only = || match properties.map(|properties| properties.keys().collect::<Vec<_>>()).as_deref() {
        Some([only]) => Some((*only).clone()),
        _ => None,
    };
    let text = |keyword: &str| body.get(keyword).and_then(Value::as_str).map(str::to_owned);
    tag.or_else(only)
        .or_else(|| text("title"))
        .or_else(|| text("type"))
        .unwrap_or_else(|| format!("#{index}"))
}

fn take_values(node: &mut Node) {
    let values = match (node.body.remove("const"), node.body.remove("enum")) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(Value::Array(values))) => Some(values),
        _ => None,
    };
    if let Some(mut values) = values {
        node.nullable |= values.contains(&Value::Null);
        values.retain(|value| !value.is_null());
        node.values = Some(values);
    }
}

fn take_types(node: &mut Node) {
    let types = match node.body.remove("type") {
        Some(Value::String(kind)) => Some(BTreeSet::from([kind])),
        Some(Value::Array(kinds)) => {
            Some(kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect::<BTreeSet<_>>())
        }
        _ => None,
    };
    if let Some(mut types) = types {
        node.nullable |= types.remove("null");
        node.types = Some(types);
    }
}
