//! Reads the value of one entry as what the attribute wants: text, number, name, path, flag.

use proc_macro2::TokenStream;
use syn::{Expr, ExprLit, Ident, Lit, LitInt, LitStr, Path};

use super::entry::{Entry, Value};
use crate::ctxt::Ctxt;

/// `name = "text"`, not empty.
pub(crate) fn text(entry: &Entry, example: &str, ctxt: &mut Ctxt) -> Option<LitStr> {
    let name = &entry.name;
    let Some(text) = entry.text() else {
        return wrong(
            entry,
            format_args!("`{name}` takes a string literal"),
            &format!("{name} = \"{example}\""),
            ctxt,
        );
    };
    if text.value().is_empty() {
        let help = format_args!("write a value, as in `{name} = \"{example}\"`");
        ctxt.mistake(text, format_args!("`{name}` is empty"), help);
        return None;
    }
    Some(text.clone())
}

/// A whole number from 1, as it is written.
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) literal: LitInt,
}

/// `name = 1`, a whole number from 1.
pub(crate) fn number(entry: &Entry, ctxt: &mut Ctxt) -> Option<Number> {
    let name = &entry.name;
    let literal = match expr_of(entry) {
        Some(Expr::Lit(ExprLit { lit: Lit::Int(literal), .. })) => Some(literal),
        _ => None,
    };
    let number = literal.and_then(|literal| {
        let value = literal.base10_parse().ok().filter(|value| *value != 0)?;
        Some(Number { value, literal: literal.clone() })
    });
    number.or_else(|| {
        let what = format_args!("`{name}` takes a whole number from 1 to {}", u32::MAX);
        wrong(entry, what, &format!("{name} = 1"), ctxt)
    })
}

/// `name = identifier`.
pub(crate) fn ident(entry: &Entry, example: &str, ctxt: &mut Ctxt) -> Option<Ident> {
    let name = &entry.name;
    match path_of(entry).and_then(Path::get_ident) {
        Some(ident) => Some(ident.clone()),
        None => {
            let what = format_args!("`{name}` takes a name without quotes");
            wrong(entry, what, &format!("{name} = {}", unquoted(entry, example)), ctxt)
        }
    }
}

/// `name = path::to::module`.
pub(crate) fn path(entry: &Entry, example: &str, ctxt: &mut Ctxt) -> Option<Path> {
    let name = &entry.name;
    match path_of(entry) {
        Some(path) => Some(path.clone()),
        None => {
            let what = format_args!("`{name}` takes a path without quotes");
            wrong(entry, what, &format!("{name} = {}", unquoted(entry, example)), ctxt)
        }
    }
}

/// `name` alone.
pub(crate) fn flag(entry: &Entry, ctxt: &mut Ctxt) -> Option<Ident> {
    let name = &entry.name;
    match entry.value {
        Value::Flag => Some(name.clone()),
        _ => wrong(entry, format_args!("`{name}` takes no value"), &name.to_string(), ctxt),
    }
}

/// `name(...)`.
pub(crate) fn list<'a>(entry: &'a Entry, example: &str, ctxt: &mut Ctxt) -> Option<&'a TokenStream> {
    let name = &entry.name;
    match &entry.value {
        Value::List(list) => Some(list),
        _ => wrong(entry, format_args!("`{name}` takes its parts in parentheses"), example, ctxt),
    }
}

fn path_of(entry: &Entry) -> Option<&Path> {
    match expr_of(entry) {
        Some(Expr::Path(path)) if path.qself.is_none() => Some(&path.path),
        _ => None,
    }
}

/// The expression, also one that came through a `macro_rules!` variable.
fn expr_of(entry: &Entry) -> Option<&Expr> {
    let Value::Expr(expr) = &entry.value else { return None };
    let mut expr = expr;
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    Some(expr)
}

/// What the user put in quotes, if it is a path; else the example.
fn unquoted(entry: &Entry, example: &str) -> String {
    let quoted = entry.text().map(LitStr::value).filter(|text| syn::parse_str::<Path>(text).is_ok());
    quoted.unwrap_or_else(|| example.to_owned())
}

/// The mistake of a value of the wrong kind, unless the parser has already complained about it.
fn wrong<T>(entry: &Entry, what: std::fmt::Arguments<'_>, example: &str, ctxt: &mut Ctxt) -> Option<T> {
    if !matches!(entry.value, Value::Broken) {
        ctxt.mistake(entry, what, format_args!("write `{example}`"));
    }
    None
}
