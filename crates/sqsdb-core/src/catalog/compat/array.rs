//! Items of arrays.

use serde_json::Value;

use super::{node::Node, walk::Walk};

pub(super) fn compare(walk: &mut Walk<'_>, path: &str, old: &Node, new: &Node) {
    let places = prefix(old).len().max(prefix(new).len());
    for index in 0..places {
        walk.node(&format!("{path}[{index}]"), at(old, index), at(new, index));
    }
    walk.node_if_stated(path, old.get("items"), new.get("items"));
}

impl Walk<'_> {
    fn node_if_stated(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>) {
        if old.is_some() || new.is_some() {
            let any = &Value::Bool(true);
            self.node(&format!("{path}[]"), old.unwrap_or(any), new.unwrap_or(any));
        }
    }
}

/// The schema of one item.
fn at(node: &Node, index: usize) -> &Value {
    prefix(node).get(index).or_else(|| node.get("items")).unwrap_or(&Value::Bool(true))
}

fn prefix(node: &Node) -> &[Value] {
    node.get("prefixItems").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
