//! Whether a changed schema still fits the producers and the workers that know the old one.
//!
//! - *For producers*: what a producer on the old schema sends is still accepted, and means the same.
//! - *For consumers*: a worker on the old schema still reads what a producer on the new one sends.
//!
//! Both matter while a change is rolled out, and after it for as long as a sender or a worker was not updated.
//! Beyond the shape of the JSON, the rules look at what makes an effect happen once: keys, groups, and which fields
//! are in the request hash.

mod annotations;
mod array;
mod bounds;
mod change;
mod constraints;
mod node;
mod object;
mod rule;
mod types;
mod union;
mod walk;

use serde_json::Value;

pub use change::Change;
pub use rule::{Effect, Rule, Verdict};

use crate::schema::ANNOTATION;
use walk::Walk;

/// All changes from one envelope schema to another, in the order of their places. Titles, descriptions and examples
/// are no changes.
#[must_use]
pub fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let (old, new) = (without_derived(old), without_derived(new));
    let mut walk = Walk::new(&old, &new);
    annotations::compare(&mut walk);
    walk.node("", &old, &new);
    walk.into_changes()
}

/// The patterns of the keys follow from the templates, which are compared as such.
fn without_derived(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if schema.get(ANNOTATION).is_some() {
        for key in ["idempotencyKey", "aggregateId"] {
            if let Some(property) =
                schema.pointer_mut(&format!("/properties/{key}")).and_then(Value::as_object_mut)
            {
                property.remove("pattern");
            }
        }
    }
    schema
}
