//! The little language of key templates: literals and placeholders.
//!
//! `{field}`, `{field:optional}`, `{field:.2}`, `{field % 16}`; `{{` and `}}` stand for braces.

mod parse;

use std::fmt;
use std::num::NonZeroU64;

pub(crate) use self::parse::{Parsed, parse};

/// One piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that stands in the key as it is, braces unescaped.
    Literal(String),
    /// A field.
    Placeholder(Placeholder),
}

/// A field in a template, with the form of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placeholder {
    /// Name of the field.
    pub(crate) field: String,
    /// Form of its value.
    pub(crate) form: Form,
}

/// The form of a value in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `{field}`: as it is.
    Plain,
    /// `{field:optional}`: as it is, or `!`.
    Optional,
    /// `{field:.2}`: a fixed number of decimals.
    Fixed(usize),
    /// `{field % 16}`: one of so many shards.
    Shard(NonZeroU64),
}

impl Placeholder {
    /// The same placeholder for a field under another name.
    pub(crate) fn named(&self, field: &str) -> Self {
        Self { field: field.to_owned(), form: self.form }
    }
}

/// As it is written in a template.
impl fmt::Display for Placeholder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        match self.form {
            Form::Plain => write!(f, "{{{field}}}"),
            Form::Optional => write!(f, "{{{field}:optional}}"),
            Form::Fixed(decimals) => write!(f, "{{{field}:.{decimals}}}"),
            Form::Shard(shards) => write!(f, "{{{field} % {shards}}}"),
        }
    }
}

/// As it is written in a template.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}")),
            Self::Placeholder(placeholder) => placeholder.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
