//! One case per kind of change, and more where a kind has several causes.

use serde_json::{Value, json};
use sqsdb_core::catalog::compat::Rule::{self, *};

pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) old: Value,
    pub(super) new: Value,
    pub(super) rules: Vec<Rule>,
}

/// An envelope whose payload has one required field `f`.
pub(super) fn envelope(field: &Value) -> Value {
    payload(&json!({"type": "object", "properties": {"f": field}, "required": ["f"]}))
}

/// An envelope with a payload, and with keys and rules that the annotation cases change.
fn payload(payload: &Value) -> Value {
    let rule = |template: &str, field: &str| json!({"template": template, "pieces": [{"field": field}]});
    json!({
        "properties": {"payload": {"$ref": "#/$defs/P"}, "schemaVersion": {"const": 1}},
        "required": ["payload"],
        "$defs": {"P": payload, "Text": {"type": "string"}, "Text2": {"type": "string"}, "Number": {"type": "integer"},
            "List": {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/List"}, {"type": "null"}]}}}},
        "x-sqsdb": {
            "producer": "shop",
            "idempotencyKey": rule("{f}", "f"),
            "aggregateId": rule("{f}", "f"),
            "group": rule("{f}", "f"),
            "deduplication": {"rule": "idempotencyKey"},
            "version": "f",
            "volatile": ["v"],
        },
    })
}

pub(super) fn all() -> Vec<Case> {
    shapes().into_iter().chain(fields()).chain(annotations()).collect()
}

/// Changes of the schema of one field.
#[rustfmt::skip]
pub(super) fn shapes() -> Vec<Case> {
    let text = json!({"type": "string"});
    let ref_to = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let closed = |properties: Value| json!({"type": "object", "properties": properties, "additionalProperties": false});
    let values = |values: Value| json!({"type": "string", "enum": values});
    let card = json!({"type": "object", "properties": {"kind": {"const": "card"}}, "required": ["kind"]});
    let cash = json!({"type": "object", "properties": {"kind": {"const": "cash"}}, "required": ["kind"]});
    let cash_with_n = json!({"type": "object", "properties": {"kind": {"const": "cash"}, "n": {"type": "integer"}}, "required": ["kind", "n"]});
    let tagged = json!({"type": "object", "properties": {"Card": {"type": "object"}}, "required": ["Card"]});
    let cases: Vec<(&str, Value, Value, Vec<Rule>)> = vec![
        ("nothing", text.clone(), text.clone(), vec![]),
        ("words alone", json!({"type": "string", "description": "a", "title": "A"}), json!({"type": "string", "examples": ["x"], "deprecated": true}), vec![]),
        ("integer becomes number", json!({"type": "integer"}), json!({"type": "number"}), vec![TypeWidened]),
        ("number becomes integer", json!({"type": "number"}), json!({"type": "integer"}), vec![TypeNarrowed]),
        ("text or integer", text.clone(), json!({"type": ["string", "integer"]}), vec![TypeWidened]),
        ("text becomes anything", text.clone(), json!(true), vec![TypeWidened]),
        ("anything becomes text", json!({}), text.clone(), vec![TypeNarrowed]),
        ("text becomes integer", text.clone(), json!({"type": "integer"}), vec![TypeChanged]),
        ("null admitted", text.clone(), json!({"type": ["string", "null"]}), vec![NullAdded]),
        ("null refused", json!({"type": ["string", "null"]}), text.clone(), vec![NullRemoved]),
        ("null admitted beside a reference", ref_to("Text"), json!({"anyOf": [ref_to("Text"), {"type": "null"}]}), vec![NullAdded]),
        ("two spellings of null", json!({"type": ["string", "null"]}), json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), vec![]),
        ("a definition renamed", ref_to("Text"), ref_to("Text2"), vec![]),
        ("a definition inlined", ref_to("Text"), text.clone(), vec![]),
        ("another definition", ref_to("Text"), ref_to("Number"), vec![TypeChanged]),
        ("a definition that contains itself", ref_to("List"), ref_to("List"), vec![]),
        ("value added", values(json!(["A"])), values(json!(["A", "B"])), vec![ValueAdded]),
        ("value removed", values(json!(["A", "B"])), values(json!(["B"])), vec![ValueRemoved]),
        ("value renamed", values(json!(["A"])), values(json!(["B"])), vec![ValueAdded, ValueRemoved]),
        ("values in another order", values(json!(["A", "B"])), values(json!(["B", "A"])), vec![]),
        ("values spelt as constants", values(json!(["A", "B"])), json!({"oneOf": [{"const": "A", "type": "string"}, {"const": "B", "type": "string"}]}), vec![]),
        ("constant added", json!({"oneOf": [{"const": "A"}, {"enum": ["B"]}]}), json!({"oneOf": [{"const": "A"}, {"enum": ["B", "C"]}]}), vec![ValueAdded]),
        ("values become any text", values(json!(["A"])), text.clone(), vec![ConstraintRemoved]),
        ("any text becomes values", text.clone(), values(json!(["A"])), vec![ConstraintAdded]),
        ("null among the values", json!({"enum": ["A"]}), json!({"enum": ["A", null]}), vec![NullAdded]),
        ("minimum raised", json!({"type": "integer", "minimum": 0}), json!({"type": "integer", "minimum": 1}), vec![BoundNarrowed]),
        ("minimum lowered", json!({"type": "integer", "minimum": 1}), json!({"type": "integer", "minimum": 0}), vec![BoundWidened]),
        ("minimum removed", json!({"type": "integer", "minimum": 1}), json!({"type": "integer"}), vec![BoundWidened]),
        ("minimum excluded", json!({"type": "integer", "minimum": 1}), json!({"type": "integer", "exclusiveMinimum": 1}), vec![BoundNarrowed]),
        ("maximum lowered", json!({"type": "integer", "maximum": 10}), json!({"type": "integer", "maximum": 5}), vec![BoundNarrowed]),
        ("maximum raised", json!({"type": "integer", "maximum": 5}), json!({"type": "integer", "maximum": 10}), vec![BoundWidened]),
        ("maximum below zero raised", json!({"type": "integer", "maximum": -5}), json!({"type": "integer", "maximum": -1}), vec![BoundWidened]),
        ("maximum excluded", json!({"type": "integer", "maximum": 10}), json!({"type": "integer", "exclusiveMaximum": 10}), vec![BoundNarrowed]),
        ("int32 becomes int64", json!({"type": "integer", "format": "int32"}), json!({"type": "integer", "format": "int64"}), vec![BoundWidened, BoundWidened]),
        ("int64 becomes uint64", json!({"type": "integer", "format": "int64"}), json!({"type": "integer", "format": "uint64", "minimum": 0}), vec![BoundNarrowed, BoundWidened]),
        ("uint64 becomes uint32", json!({"type": "integer", "format": "uint64", "minimum": 0}), json!({"type": "integer", "format": "uint32", "minimum": 0}), vec![BoundNarrowed]),
        ("double becomes float", json!({"type": "number", "format": "double"}), json!({"type": "number", "format": "float"}), vec![BoundNarrowed, BoundNarrowed]),
        ("shorter text", json!({"type": "string", "maxLength": 10}), json!({"type": "string", "maxLength": 5}), vec![BoundNarrowed]),
        ("length no longer limited", json!({"type": "string", "maxLength": 5}), text.clone(), vec![BoundWidened]),
        ("no empty text", text.clone(), json!({"type": "string", "minLength": 1}), vec![BoundNarrowed]),
        ("a minimum of nothing", text.clone(), json!({"type": "string", "minLength": 0}), vec![]),
        ("more items", json!({"type": "array", "maxItems": 1}), json!({"type": "array", "maxItems": 3}), vec![BoundWidened]),
        ("at least one item", json!({"type": "array"}), json!({"type": "array", "minItems": 1}), vec![BoundNarrowed]),
        ("format added", text.clone(), json!({"type": "string", "format": "date"}), vec![ConstraintAdded]),
        ("format removed", json!({"type": "string", "format": "date"}), text.clone(), vec![ConstraintRemoved]),
        ("format changed", json!({"type": "string", "format": "date"}), json!({"type": "string", "format": "date-time"}), vec![ConstraintChanged]),
        ("pattern added", text.clone(), json!({"type": "string", "pattern": "^a"}), vec![ConstraintAdded]),
        ("pattern changed", json!({"type": "string", "pattern": "^a"}), json!({"type": "string", "pattern": "^b"}), vec![ConstraintChanged]),
        ("multiples only", json!({"type": "integer"}), json!({"type": "integer", "multipleOf": 5}), vec![ConstraintAdded]),
        ("unique items", json!({"type": "array"}), json!({"type": "array", "uniqueItems": true}), vec![ConstraintAdded]),
        ("items said to be not unique", json!({"type": "array"}), json!({"type": "array", "uniqueItems": false}), vec![]),
        ("items widened", json!({"type": "array", "items": {"type": "integer"}}), json!({"type": "array", "items": {"type": "number"}}), vec![TypeWidened]),
        ("items narrowed", json!({"type": "array", "items": {"type": "number"}}), json!({"type": "array", "items": {"type": "integer"}}), vec![TypeNarrowed]),
        ("items described", json!({"type": "array"}), json!({"type": "array", "items": {"type": "integer"}}), vec![TypeNarrowed]),
        ("a place in a tuple changed", json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}), json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}]}), vec![TypeChanged]),
        ("a place in a tuple more", json!({"type": "array", "prefixItems": [{"type": "integer"}], "minItems": 1, "maxItems": 1}), json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2}), vec![TypeNarrowed, BoundNarrowed, BoundWidened]),
        ("unknown fields refused", object(json!({"a": {"type": "integer"}}), json!([])), closed(json!({"a": {"type": "integer"}})), vec![Closed]),
        ("unknown fields admitted", closed(json!({"a": {"type": "integer"}})), object(json!({"a": {"type": "integer"}}), json!([])), vec![Opened]),
        ("unevaluated fields are unknown ones", closed(json!({})), json!({"type": "object", "unevaluatedProperties": false}), vec![]),
        ("values of a map widened", json!({"type": "object", "additionalProperties": {"type": "integer"}}), json!({"type": "object", "additionalProperties": {"type": "number"}}), vec![TypeWidened]),
        ("a part widened", object(json!({"a": {"type": "integer"}}), json!(["a"])), object(json!({"a": {"type": "number"}}), json!(["a"])), vec![TypeWidened]),
        ("a part became required", object(json!({"a": {"type": "integer"}}), json!([])), object(json!({"a": {"type": "integer"}}), json!(["a"])), vec![BecameRequired]),
        ("a part became optional", object(json!({"a": {"type": "integer"}}), json!(["a"])), object(json!({"a": {"type": "integer"}}), json!([])), vec![BecameOptional]),
        ("an optional part added", object(json!({}), json!([])), object(json!({"a": {"type": "integer"}}), json!([])), vec![FieldAdded]),
        ("a part with a default added", object(json!({}), json!([])), object(json!({"a": {"type": "integer", "default": 0}}), json!([])), vec![DefaultedPartAdded]),
        ("a part removed", object(json!({"a": {"type": "integer"}}), json!([])), object(json!({}), json!([])), vec![FieldRemoved]),
        ("a part added to a closed object", closed(json!({})), closed(json!({"a": {"type": "integer"}})), vec![FieldAdded, UnknownToOld]),
        ("a part removed from a closed object", closed(json!({"a": {"type": "integer"}})), closed(json!({})), vec![FieldRemoved, RemovedFromClosed]),
        ("variant added", json!({"oneOf": [card]}), json!({"oneOf": [card, cash]}), vec![VariantAdded]),
        ("variant removed", json!({"oneOf": [card, cash]}), json!({"oneOf": [cash]}), vec![VariantRemoved]),
        ("variants in another order", json!({"oneOf": [card, cash]}), json!({"oneOf": [cash, card]}), vec![]),
        ("a variant's part added", json!({"oneOf": [card, cash]}), json!({"oneOf": [card, cash_with_n]}), vec![RequiredFieldAdded]),
        ("a constant beside a variant", json!({"oneOf": [tagged, {"type": "string", "enum": ["A"]}]}), json!({"oneOf": [tagged, {"type": "string", "enum": ["A", "B"]}]}), vec![ValueAdded]),
        ("text becomes a choice", text.clone(), json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), vec![VariantAdded]),
        ("a choice becomes text", json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), text.clone(), vec![VariantRemoved]),
        ("anything becomes a choice", json!({}), json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), vec![TypeNarrowed]),
        ("all of, narrowed", json!({"allOf": [{"type": "number"}]}), json!({"allOf": [{"type": "integer"}]}), vec![TypeNarrowed]),
        ("nothing fits any more", json!({}), json!(false), vec![ConstraintAdded]),
    ];
    cases.into_iter().map(|(name, old, new, rules)| Case { name, old: envelope(&old), new: envelope(&new), rules }).collect()
}

/// Changes of the payload's fields.
#[rustfmt::skip]
fn fields() -> Vec<Case> {
    let integer = json!({"type": "integer"});
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let f = object(json!({"f": integer}), json!(["f"]));
    let with = |name: &str, required: Value| object(json!({"f": integer, name: {"type": "string"}}), required);
    let default = |value: i64| object(json!({"f": integer, "g": {"type": "integer", "default": value}}), json!(["f"]));
    let cases: Vec<(&str, Value, Value, Vec<Rule>)> = vec![
        ("optional field added", f.clone(), with("g", json!(["f"])), vec![FieldAdded]),
        ("field with a default added", f.clone(), default(1), vec![FieldAdded]),
        ("required field added", f.clone(), with("g", json!(["f", "g"])), vec![RequiredFieldAdded]),
        ("optional field removed", with("g", json!(["f"])), f.clone(), vec![FieldRemoved]),
        ("required field removed", with("g", json!(["f", "g"])), f.clone(), vec![RequiredFieldRemoved]),
        ("volatile field removed", with("v", json!(["f"])), f.clone(), vec![UnhashedFieldRemoved]),
        ("required volatile field removed", with("v", json!(["f", "v"])), f.clone(), vec![UnhashedFieldRemoved, BecameOptional]),
        ("field renamed", with("g", json!(["f", "g"])), with("h", json!(["f", "h"])), vec![FieldRenamed]),
        ("field replaced by one of another type", with("g", json!(["g"])), object(json!({"f": integer, "h": integer}), json!(["h"])), vec![RequiredFieldRemoved, RequiredFieldAdded]),
        ("field became required", with("g", json!(["f"])), with("g", json!(["f", "g"])), vec![BecameRequired]),
        ("field became optional", with("g", json!(["f", "g"])), with("g", json!(["f"])), vec![BecameOptional]),
        ("default changed", default(1), default(2), vec![DefaultChanged]),
    ];
    cases.into_iter().map(|(name, old, new, rules)| Case { name, old: payload(&old), new: payload(&new), rules }).collect()
}

/// Changes of keys and rules.
#[rustfmt::skip]
fn annotations() -> Vec<Case> {
    let base = || payload(&json!({"type": "object", "properties": {"f": {"type": "integer"}, "g": {"type": "integer"}, "v": {"type": "string"}}}));
    let other = json!({"template": "{g}", "pieces": [{"field": "g"}]});
    let spelt = json!({"template": "{ f }", "pieces": [{"field": "f"}]});
    let removed = Value::Null;
    let edits: Vec<(&str, &str, Value, Vec<Rule>)> = vec![
        ("another key", "idempotencyKey", other.clone(), vec![KeyChanged]),
        ("another spelling of the key", "idempotencyKey", spelt, vec![]),
        ("another aggregate id", "aggregateId", other.clone(), vec![AggregateIdChanged]),
        ("another group", "group", other, vec![GroupChanged]),
        ("no group", "group", removed.clone(), vec![GroupRemoved]),
        ("another deduplication", "deduplication", json!({"rule": "contentBased"}), vec![DeduplicationChanged]),
        ("another guard", "version", json!("g"), vec![VersionFieldChanged]),
        ("no guard", "version", removed, vec![VersionFieldRemoved]),
        ("another volatile field", "volatile", json!(["v", "g"]), vec![VolatileAdded]),
        ("no volatile field", "volatile", json!([]), vec![VolatileRemoved]),
        ("a field that is not there made volatile", "volatile", json!(["v", "x"]), vec![]),
        ("another owner", "producer", json!("store"), vec![ProducerChanged]),
    ];
    let mut cases: Vec<_> = edits.into_iter().map(|(name, member, value, rules)| {
        let mut new = base();
        edit(&mut new, member, value);
        Case { name, old: base(), new, rules }
    }).collect();
    for (name, member, rule) in [("a group", "group", GroupAdded), ("a guard", "version", VersionFieldAdded)] {
        let mut old = base();
        edit(&mut old, member, Value::Null);
        cases.push(Case { name, old, new: base(), rules: vec![rule] });
    }
    let mut new = base();
    new["properties"]["schemaVersion"]["const"] = json!(2);
    cases.push(Case { name: "another version under one name", old: base(), new, rules: vec![ValueAdded, ValueRemoved] });
    cases
}

/// Sets a member of the annotation, or removes it.
fn edit(schema: &mut Value, member: &str, value: Value) {
    let annotation = schema["x-sqsdb"].as_object_mut().unwrap();
    if value.is_null() {
        annotation.remove(member);
    } else {
        annotation.insert(member.to_owned(), value);
    }
}
