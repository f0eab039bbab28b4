//! Key templates as data: what a producer needs to build a key without a parser for templates.

mod parse;
mod pattern;
mod render;
#[cfg(test)]
mod vectors;

use std::num::NonZeroU64;

use serde_json::{Value, json};

pub use parse::TemplateError;
pub(crate) use parse::parse;
pub(crate) use pattern::pattern;
pub(crate) use render::render;

/// One piece of a template, in the order of the key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    /// Text that stands in the key as it is.
    Literal(String),
    /// A field of the payload.
    Field(FieldPiece),
}

/// A field of the payload in a template.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FieldPiece {
    /// Name in the JSON payload.
    pub(crate) field: &'static str,
    /// Form of the value.
    pub(crate) form: Form,
    /// What the worker reads where the field is left out.
    pub(crate) default: Option<Value>,
    /// The worker reads the number as an `f32`.
    pub(crate) single: bool,
}

/// Form of a value in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `{field}`.
    Plain,
    /// `{field:optional}`.
    Optional,
    /// `{field:.2}`.
    Fixed(usize),
    /// `{field % 16}`.
    Shard(NonZeroU64),
}

impl Piece {
    /// The piece, completed by what the payload's schema says of its field.
    pub(crate) fn described(mut self, properties: &Value) -> Self {
        if let Self::Field(piece) = &mut self {
            let property = properties.get(piece.field);
            piece.default = property.and_then(|p| p.get("default")).filter(|value| !value.is_null()).cloned();
            piece.single = property.and_then(|p| p.get("format")).is_some_and(|format| format == "float");
        }
        self
    }

    /// The piece as the annotation `x-sqsdb` shows it.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Literal(text) => json!({ "literal": text }),
            Self::Field(piece) => piece.to_value(),
        }
    }
}

impl FieldPiece {
    fn to_value(&self) -> Value {
        let mut value = match self.form {
            Form::Plain => json!({ "field": self.field }),
            Form::Optional => json!({ "field": self.field, "optional": true }),
            Form::Fixed(decimals) => json!({ "field": self.field, "decimals": decimals }),
            Form::Shard(shards) => json!({ "field": self.field, "shards": shards }),
        };
        if let Some(default) = &self.default {
            value["default"] = default.clone();
        }
        if self.single && matches!(self.form, Form::Fixed(_)) {
            value["precision"] = json!("single");
        }
        value
    }
}
