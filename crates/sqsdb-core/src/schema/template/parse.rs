//! Reads `{field}`, `{field:optional}`, `{field:.2}`, `{field % 16}`, `{{` and `}}`.

use std::num::NonZeroU64;

use super::{FieldPiece, Form, Piece};

/// A template of a [`MessageDescriptor`](crate::message::MessageDescriptor) that cannot be read. The derive writes
/// none; it comes from an implementation by hand.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the template `{template}` cannot be read: {reason}")]
#[non_exhaustive]
pub struct TemplateError {
    /// The template.
    pub template: &'static str,
    /// What is wrong with it, and what to write.
    pub reason: String,
}

/// The pieces of a template, neighbouring literals joined.
pub(crate) fn parse(template: &'static str) -> Result<Vec<Piece>, TemplateError> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while !rest.is_empty() {
        rest = step(&mut pieces, rest).map_err(|reason| TemplateError { template, reason })?;
    }
    Ok(pieces)
}

/// Reads one piece and returns what follows it.
fn step(pieces: &mut Vec<Piece>, rest: &'static str) -> Result<&'static str, String> {
    if let Some(rest) = rest.strip_prefix("{{") {
        literal(pieces, "{");
        return Ok(rest);
    }
    if let Some(rest) = rest.strip_prefix("}}") {
        literal(pieces, "}");
        return Ok(rest);
    }
    if let Some(inside) = rest.strip_prefix('{') {
        let (inside, rest) = inside.split_once('}').ok_or("a `{` is not closed; write `{{` for a brace")?;
        pieces.push(Piece::Field(field(inside)?));
        return Ok(rest);
    }
    let end = rest.find(['{', '}']).unwrap_or(rest.len());
    if end == 0 {
        return Err("a `}` closes nothing; write `}}` for a brace".into());
    }
    let (text, rest) = rest.split_at(end);
    literal(pieces, text);
    Ok(rest)
}

fn literal(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Literal(last)) => last.push_str(text),
        _ => pieces.push(Piece::Literal(text.to_owned())),
    }
}

/// What stands between the braces.
fn field(inside: &'static str) -> Result<FieldPiece, String> {
    let (field, form) = if let Some((field, form)) = inside.split_once(':') {
        (field, optional_or_fixed(form.trim())?)
    } else if let Some((field, shards)) = inside.split_once('%') {
        (field, shard(shards.trim())?)
    } else {
        (inside, Form::Plain)
    };
    match field.trim() {
        "" => Err(format!("`{{{inside}}}` names no field of the payload")),
        field => Ok(FieldPiece { field, form, default: None, single: false }),
    }
}

fn optional_or_fixed(form: &str) -> Result<Form, String> {
    if form == "optional" {
        return Ok(Form::Optional);
    }
    let decimals = form.strip_prefix('.').and_then(|digits| digits.parse().ok());
    decimals.map(Form::Fixed).ok_or_else(|| format!("`{form}` is no form; write `optional` or `.2`"))
}

fn shard(shards: &str) -> Result<Form, String> {
    let count = shards.parse().ok().and_then(NonZeroU64::new);
    count
        .map(Form::Shard)
        .ok_or_else(|| format!("`{shards}` is no number of shards; write it as in `{{id % 16}}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(field: &'static str, form: Form) -> Piece {
        Piece::Field(FieldPiece { field, form, default: None, single: false })
    }

    #[test]
    fn reads_every_form() {
        let shards = NonZeroU64::new(16).unwrap();
        let pieces = parse("a{{b}}:{c}:{d:optional}/{e:.2}{f % 16}").unwrap();
        let literal = |text: &str| Piece::Literal(text.into());
        let expected = [
            literal("a{b}:"),
            of("c", Form::Plain),
            literal(":"),
            of("d", Form::Optional),
            literal("/"),
            of("e", Form::Fixed(2)),
            of("f", Form::Shard(shards)),
        ];
        assert_eq!(pieces, expected);
    }

    #[test]
    fn a_fault_is_an_error_that_names_it() {
        for (template, fault) in [
            ("{a", "not closed"),
            ("a}", "closes nothing"),
            ("{}", "no field"),
            ("{a:x}", "no form"),
            ("{a % 0}", "shards"),
        ] {
            let error = parse(template).unwrap_err().to_string();
            assert!(error.contains(fault) && error.contains(template), "{error}");
        }
    }
}
