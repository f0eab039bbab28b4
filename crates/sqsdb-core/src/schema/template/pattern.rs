//! The regular expression (ECMA-262, as JSON Schema wants it) that every key of a template matches.

use super::{Form, Piece};

/// A percent-encoded value.
const VALUE: &str = "(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*";

pub(crate) fn pattern(pieces: &[Piece]) -> String {
    let middle: String = pieces.iter().map(piece).collect();
    format!("^{middle}$")
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Literal(text) => escaped(text),
        Piece::Field(field) => match field.form {
            Form::Plain => VALUE.to_owned(),
            Form::Optional => format!("(?:!|{VALUE})"),
            Form::Fixed(0) => "-?[0-9]+".to_owned(),
            Form::Fixed(decimals) => format!("-?[0-9]+\\.[0-9]{{{decimals}}}"),
            Form::Shard(_) => "[0-9]+".to_owned(),
        },
    }
}

/// With a backslash before the characters that ECMA-262 gives a meaning, and before no other: in Unicode mode
/// that is an error.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "^$\\.*+?()[]{}|/".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
