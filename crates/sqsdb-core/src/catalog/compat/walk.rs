//! Walks two schemas side by side.

use std::collections::HashSet;

use serde_json::Value;

use super::{
    Change, Rule, array, bounds, constraints,
    node::{Node, normal},
    object, types, union,
};

/// Deeper than any message; stops what refers to itself along two different ways.
const DEPTH_MAX: usize = 64;

/// The state of one comparison.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) old_root: &'a Value,
    pub(super) new_root: &'a Value,
    changes: Vec<Change>,
    /// Pairs of references that were followed.
    seen: HashSet<(String, String)>,
    depth: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(old_root: &'a Value, new_root: &'a Value) -> Self {
        Self { old_root, new_root, changes: Vec::new(), seen: HashSet::new(), depth: 0 }
    }

    pub(super) fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    pub(super) fn report(&mut self, path: &str, rule: Rule, detail: impl Into<String>) {
        self.changes.push(Change::new(path, rule, detail));
    }

    /// Compares two schemas at a place. A pair of definitions is compared once, at its first place.
    pub(super) fn node(&mut self, path: &str, old: &Value, new: &Value) {
        let (old, new) = (normal(self.old_root, old), normal(self.new_root, new));
        let pair = (old.trail.join(" "), new.trail.join(" "));
        if !pair.0.is_empty() && !pair.1.is_empty() && !self.seen.insert(pair) {
            return;
        }
        if self.depth < DEPTH_MAX {
            self.depth += 1;
            self.normal(path, &old, &new);
            self.depth -= 1;
        }
    }

    fn normal(&mut self, path: &str, old: &Node, new: &Node) {
        types::nulls(self, path, old, new);
        if union::compare(self, path, old, new) {
            return;
        }
        types::values(self, path, old, new);
        if !types::types(self, path, old, new) {
            return;
        }
        object::compare(self, path, old, new);
        array::compare(self, path, old, new);
        bounds::compare(self, path, old, new);
        constraints::compare(self, path, old, new);
    }

    /// Whether two schemas admit the same.
    pub(super) fn is_same(&self, old: &Value, new: &Value) -> bool {
        let mut walk = Walk::new(self.old_root, self.new_root);
        walk.node("", old, new);
        walk.changes.is_empty()
    }
}
