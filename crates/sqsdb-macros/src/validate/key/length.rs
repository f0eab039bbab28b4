//! The shortest text that a template can give fits its limit.

use super::Site;
use crate::ast::{Field, Key, Part};
use crate::ctxt::Ctxt;
use crate::template::Form;

pub(super) fn check(site: &Site<'_>, key: &Key<'_>, ctxt: &mut Ctxt) {
    let (noun, max) = (site.role.noun, site.role.max);
    let shortest: usize = key.parts.iter().map(min_len).sum();
    if shortest > max {
        let what = format_args!("{noun} has at least {shortest} characters, but {} {max}", site.role.limit);
        site.mistake(ctxt, what, "shorten the literals, or name fewer fields");
    }
}

fn min_len(part: &Part<'_>) -> usize {
    match part {
        Part::Literal(text) => text.chars().count(),
        Part::Field(field, placeholder) => match placeholder.form {
            Form::Plain => text_len(field),
            Form::Optional => text_len(field).min("!".len()),
            Form::Fixed(0) | Form::Shard(_) => 1,
            Form::Fixed(decimals) => "0.".len() + decimals,
        },
    }
}

fn text_len(field: &Field<'_>) -> usize {
    if field.serde.serialize_with.is_some() { 0 } else { field.shape.kind.min_len() }
}
