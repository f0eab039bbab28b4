//! One change, and how people read it.

use std::fmt;

use super::{Effect, Rule};

/// One change of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Where: `payload.items[].sku`; empty for the envelope itself.
    pub path: String,
    /// Which kind of change.
    pub rule: Rule,
    /// What changed, such as the old and the new value. May be empty.
    pub detail: String,
}

impl Change {
    /// A change at a place.
    #[must_use]
    pub fn new(path: impl Into<String>, rule: Rule, detail: impl Into<String>) -> Self {
        Self { path: path.into(), rule, detail: detail.into() }
    }

    /// What it means for producers on the old schema.
    #[must_use]
    pub fn producers(&self) -> Effect {
        self.rule.producers()
    }

    /// What it means for workers on the old schema.
    #[must_use]
    pub fn consumers(&self) -> Effect {
        self.rule.consumers()
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.rule)?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, "\n    producers: {}\n    consumers: {}", self.producers(), self.consumers())
    }
}
