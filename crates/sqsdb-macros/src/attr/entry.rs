//! Reads the inside of an attribute, `name`, `name = value` or `name(...)`, and goes on after a mistake.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Token};

/// One part of an attribute.
pub(crate) struct Entry {
    /// Its name; keywords such as `type` and `crate` are names here.
    pub(crate) name: Ident,
    /// What follows the name.
    pub(crate) value: Value,
}

/// What follows the name of an entry.
pub(crate) enum Value {
    /// `name`
    Flag,
    /// `name = value`
    Expr(Expr),
    /// `name(...)`
    List(TokenStream),
    /// Unreadable; the mistake is already noted.
    Broken,
}

impl Entry {
    /// The string literal of `name = "..."`.
    pub(crate) fn text(&self) -> Option<&LitStr> {
        match &self.value {
            Value::Expr(expr) => text(expr),
            _ => None,
        }
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.value {
            Value::Expr(expr) => expr.to_tokens(tokens),
            Value::List(list) if !list.is_empty() => list.to_tokens(tokens),
            _ => self.name.to_tokens(tokens),
        }
    }
}

/// The entries of all `#[name(...)]` among `attributes`, and what the parser had to skip.
pub(crate) fn of(attributes: &[Attribute], name: &str) -> (Vec<Entry>, Vec<syn::Error>) {
    let mut entries = Vec::new();
    let mut errors = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        match &attribute.meta {
            Meta::List(list) => read(list.tokens.clone(), &mut entries, &mut errors),
            Meta::Path(_) | Meta::NameValue(_) => errors.push(syn::Error::new_spanned(
                &attribute.meta,
                format_args!("`{name}` needs parentheses\nhelp: write `#[{name}(...)]`"),
            )),
        }
    }
    (entries, errors)
}

/// The entries inside `name(...)`.
pub(crate) fn inside(list: &TokenStream) -> (Vec<Entry>, Vec<syn::Error>) {
    let mut entries = Vec::new();
    let mut errors = Vec::new();
    read(list.clone(), &mut entries, &mut errors);
    (entries, errors)
}

fn read(tokens: TokenStream, entries: &mut Vec<Entry>, errors: &mut Vec<syn::Error>) {
    let parsed = (|input: ParseStream<'_>| {
        while !input.is_empty() {
            let before = errors.len();
            match entry(input, errors) {
                Ok(entry) => entries.push(entry),
                Err(error) => errors.push(error),
            }
            let complain = errors.len() == before;
            to_next(input, errors, complain)?;
        }
        Ok(())
    })
    .parse2(tokens);
    errors.extend(parsed.err());
}

fn entry(input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<Entry> {
    let name = input.call(Ident::parse_any)?;
    let value = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        input.parse().map_or_else(
            |error| {
                errors.push(error);
                Value::Broken
            },
            Value::Expr,
        )
    } else if input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        Value::List(content.parse()?)
    } else {
        Value::Flag
    };
    Ok(Entry { name, value })
}

/// Goes behind the next comma; complains of what stands before it, unless that has been done.
fn to_next(input: ParseStream<'_>, errors: &mut Vec<syn::Error>, complain: bool) -> syn::Result<()> {
    if complain && !input.is_empty() && !input.peek(Token![,]) {
        errors.push(input.error("expected `,` before the next attribute"));
    }
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(())
}

/// A string literal, also one that came through a `macro_rules!` variable.
fn text(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn names(attributes: &[Attribute]) -> (Vec<String>, usize) {
        let (entries, errors) = of(attributes, "x");
        (entries.iter().map(|entry| entry.name.to_string()).collect(), errors.len())
    }

    #[test]
    fn reads_flags_values_lists_and_keywords() {
        let (entries, errors) =
            of(&[parse_quote!(#[x(flag, type = "t", crate = ::a::b, list(id = "1"))])], "x");
        assert!(errors.is_empty());
        assert_eq!(entries.len(), 4);
        assert_eq!(entries[1].text().unwrap().value(), "t");
        assert!(matches!(&entries[3].value, Value::List(list) if inside(list).0.len() == 1));
    }

    #[test]
    fn merges_several_attributes_and_ignores_others() {
        let attributes = [parse_quote!(#[x(a)]), parse_quote!(#[y(b)]), parse_quote!(#[x(c,)])];
        assert_eq!(names(&attributes), (vec!["a".into(), "c".into()], 0));
    }

    #[test]
    fn goes_on_after_a_mistake() {
        let attributes = [parse_quote!(#[x(a = , b 1, "c", d = "d")])];
        assert_eq!(names(&attributes), (vec!["a".into(), "b".into(), "d".into()], 3));
    }

    #[test]
    fn parentheses_are_asked_for() {
        assert_eq!(names(&[parse_quote!(#[x])]).1, 1);
        assert_eq!(names(&[parse_quote!(#[x = "a"])]).1, 1);
    }
}
