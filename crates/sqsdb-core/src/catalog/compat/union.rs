//! Choices between variants.

use serde_json::Value;

use super::{
    Rule,
    node::{Node, variant_name},
    walk::Walk,
};

/// Compares variants by name. A schema without a choice is compared as the only variant of one; then nothing is
/// left to compare, and the answer is true.
pub(super) fn compare(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) -> bool {
    let is_mixed = old.variants.is_empty() != new.variants.is_empty();
    if old.is_any() && is_mixed {
        walk.report(path, Rule::TypeNarrowed, "any → a choice");
        return true;
    }
    if new.is_any() && is_mixed {
        walk.report(path, Rule::TypeWidened, "a choice → any");
        return true;
    }
    if is_mixed || !old.variants.is_empty() {
        variants(walk, path, &listed(old), &listed(new));
    }
    is_mixed
}

fn variants(walk: &mut Walk<'_>, path: &str, old: &[(String, Value)], new: &[(String, Value)]) {
    for (name, variant) in old {
        match new.iter().find(|(other, _)| other == name) {
            Some((_, other)) => walk.node(&format!("{path}<{name}>"), variant, other),
            None => walk.report(path, Rule::VariantRemoved, name.clone()),
        }
    }
    for (name, _) in new.iter().filter(|(name, _)| !old.iter().any(|(other, _)| other == name)) {
        walk.report(path, Rule::VariantAdded, name.clone());
    }
}

/// The variants, or the schema itself as the only one.
fn listed(node: &Node) -> Vec<(String, Value)> {
    if !node.variants.is_empty() {
        return node.variants.clone();
    }
    let mut body = node.body.clone();
    if let Some(values) = &node.values {
        body.insert("enum".into(), values.clone().into());
        return vec![("constants".into(), body.into())];
    }
    let kinds: Vec<_> = node.types.iter().flatten().cloned().collect();
    match kinds.as_slice() {
        [kind] => drop(body.insert("type".into(), kind.clone().into())),
        kinds => drop(body.insert("type".into(), kinds.to_vec().into())),
    }
    vec![(variant_name(&body, 0), body.into())]
}
