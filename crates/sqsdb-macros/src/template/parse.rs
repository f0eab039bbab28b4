//! Reads a template, and goes on after a fault.

use std::num::NonZeroU64;

use super::{Form, Piece, Placeholder};

/// More decimals than an `f64` has digits say nothing.
const DECIMALS_MAX: usize = 17;

/// What is wrong at one place of a template, and what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) what: String,
    pub(crate) help: String,
}

/// A template as it was read.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// The readable pieces, neighbouring literals joined.
    pub(crate) pieces: Vec<Piece>,
    /// What could not be read between them.
    pub(crate) faults: Vec<Fault>,
}

/// Reads a template.
pub(crate) fn parse(template: &str) -> Parsed {
    let mut reader = Reader::default();
    let mut rest = template;
    while !rest.is_empty() {
        rest = reader.step(rest);
    }
    reader.end_literal();
    reader.parsed
}

#[derive(Default)]
struct Reader {
    literal: String,
    parsed: Parsed,
}

impl Reader {
    /// Reads one piece and returns what follows it.
    fn step<'a>(&mut self, rest: &'a str) -> &'a str {
        if let Some(rest) = rest.strip_prefix("{{") {
            self.literal.push('{');
            rest
        } else if let Some(rest) = rest.strip_prefix("}}") {
            self.literal.push('}');
            rest
        } else if let Some(inside) = rest.strip_prefix('{') {
            self.placeholder(inside)
        } else if let Some(rest) = rest.strip_prefix('}') {
            self.fault("`}` closes no placeholder", "write `}}` for a brace in the key");
            rest
        } else {
            let end = rest.find(['{', '}']).unwrap_or(rest.len());
            let (literal, rest) = rest.split_at(end);
            self.literal.push_str(literal);
            rest
        }
    }

    fn placeholder<'a>(&mut self, inside: &'a str) -> &'a str {
        let Some((inside, rest)) = inside.split_once('}').filter(|(inside, _)| !inside.contains('{')) else {
            let end = inside.find('{').unwrap_or(inside.len());
            let (open, rest) = inside.split_at(end);
            let help = format!("write `{{{open}}}` for a field, or `{{{{` for a brace in the key");
            self.fault(format!("`{{{open}` is not closed"), help);
            return rest;
        };
        match placeholder(inside) {
            Ok(placeholder) => {
                self.end_literal();
                self.parsed.pieces.push(Piece::Placeholder(placeholder));
            }
            Err(fault) => self.parsed.faults.push(fault),
        }
        rest
    }

    fn fault(&mut self, what: impl Into<String>, help: impl Into<String>) {
        self.parsed.faults.push(fault(what, help));
    }

    fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parsed.pieces.push(Piece::Literal(std::mem::take(&mut self.literal)));
        }
    }
}

fn fault(what: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault { what: what.into(), help: help.into() }
}

/// What stands between the braces.
fn placeholder(inside: &str) -> Result<Placeholder, Fault> {
    let (field, form) = if let Some((field, form)) = inside.split_once(':') {
        (field, optional_or_fixed(field.trim(), form.trim())?)
    } else if let Some((field, shards)) = inside.split_once('%') {
        (field, shard(field.trim(), shards.trim())?)
    } else {
        (inside, Form::Plain)
    };
    let field = field.trim();
    let field = field.strip_prefix("r#").unwrap_or(field);
    if field.is_empty() {
        let help = "name a field, as in `{case_id}`, or write `{{` and `}}` for braces in the key";
        return Err(fault(format!("`{{{inside}}}` names no field"), help));
    }
    if !is_identifier(field) {
        let help = "write the name of one field of the struct, as in `{case_id}`; to use a part of a nested \
                    value, give the message a field of its own for it";
        return Err(fault(format!("`{field}` in `{{{inside}}}` is not the name of a field"), help));
    }
    Ok(Placeholder { field: field.to_owned(), form })
}

fn optional_or_fixed(field: &str, form: &str) -> Result<Form, Fault> {
    if form == "optional" {
        return Ok(Form::Optional);
    }
    match form.strip_prefix('.').and_then(number) {
        Some(decimals) if decimals <= DECIMALS_MAX => Ok(Form::Fixed(decimals)),
        Some(decimals) => {
            let what = format!("`{{{field}:.{decimals}}}` asks for more decimals than an `f64` has digits");
            Err(fault(what, format!("ask for at most {DECIMALS_MAX}, as in `{{{field}:.2}}`")))
        }
        None => {
            let what = format!("`{form}` in `{{{field}:{form}}}` is no form of a value");
            let help = format!(
                "write `{{{field}}}`, `{{{field}:optional}}` for an `Option`, `{{{field}:.2}}` for a \
                 floating-point number, or `{{{field} % 16}}` for a shard"
            );
            Err(fault(what, help))
        }
    }
}

fn shard(field: &str, shards: &str) -> Result<Form, Fault> {
    let count = number(shards).and_then(|count| u64::try_from(count).ok()).and_then(NonZeroU64::new);
    count.map(Form::Shard).ok_or_else(|| {
        let what = format!("`{shards}` in `{{{field} % {shards}}}` is no number of shards");
        fault(what, format!("write a whole number from 1, as in `{{{field} % 16}}`"))
    })
}

/// A number in plain digits, without sign.
fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok() || syn::parse_str::<syn::Ident>(&format!("r#{name}")).is_ok()
}
