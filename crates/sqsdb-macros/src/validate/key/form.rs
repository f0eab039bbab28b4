//! The form of a placeholder fits the type of its field.

use super::Site;
use crate::ast::Field;
use crate::ctxt::Ctxt;
use crate::shape::Kind;
use crate::template::{Form, Placeholder};

/// What is wrong, and what to write instead.
type Mistake = (String, String);

pub(super) fn check(site: &Site<'_>, field: &Field<'_>, placeholder: &Placeholder, ctxt: &mut Ctxt) {
    let rules = [written_elsewhere, scalar, float, decimals, absent];
    if let Some((what, help)) = rules.iter().find_map(|rule| rule(field, placeholder)) {
        site.mistake(ctxt, format_args!("{} names `{}`, which {what}", site.role.noun, field.name), help);
    }
}

/// What `serialize_with` writes has a form already, and the type of the field no longer tells which.
fn written_elsewhere(field: &Field<'_>, placeholder: &Placeholder) -> Option<Mistake> {
    let fixed = matches!(placeholder.form, Form::Fixed(_));
    (field.serde.serialize_with.is_some() && fixed).then(|| {
        let what =
            format!("serde writes with a function of its own, so `{placeholder}` has no number to format");
        (what, format!("write `{{{}}}`", field.name))
    })
}

fn scalar(field: &Field<'_>, _: &Placeholder) -> Option<Mistake> {
    let label = &field.shape.label;
    (field.shape.kind == Kind::Collection && field.serde.serialize_with.is_none()).then(|| {
        let what =
            format!("is {} `{label}`: a key is built from strings, integers and booleans", article(label));
        (what, "name an id instead, or send a digest of the values in a field of its own".to_owned())
    })
}

fn float(field: &Field<'_>, placeholder: &Placeholder) -> Option<Mistake> {
    let is_float = field.shape.kind == Kind::Float && field.serde.serialize_with.is_none();
    let is_fixed = matches!(placeholder.form, Form::Fixed(_));
    let name = &field.name;
    match (is_float, field.shape.optional, is_fixed) {
        (true, true, _) => Some((
            "is an optional floating-point number, for which templates have no form".to_owned(),
            "send it as an integer of the smallest unit (cents), or as a string".to_owned(),
        )),
        (true, false, false) => Some((
            "is a floating-point number, and 1, 1.0 and 1e0 are one number but three texts".to_owned(),
            format!("state its decimals, as in `{{{name}:.2}}`"),
        )),
        _ => None,
    }
}

fn decimals(field: &Field<'_>, placeholder: &Placeholder) -> Option<Mistake> {
    let (name, label) = (&field.name, &field.shape.label);
    let fixed = matches!(placeholder.form, Form::Fixed(_));
    (fixed && field.shape.kind != Kind::Float).then(|| {
        let what = format!(
            "is {} `{label}`: decimals, as in `{placeholder}`, are for `f32` and `f64`",
            article(label)
        );
        let form = if field.shape.optional { ":optional" } else { "" };
        (what, format!("write `{{{name}{form}}}`"))
    })
}

fn absent(field: &Field<'_>, placeholder: &Placeholder) -> Option<Mistake> {
    let name = &field.name;
    match (field.shape.optional, placeholder.form) {
        (true, Form::Optional) => None,
        (true, Form::Shard(_)) => Some((
            "is an `Option`: an absent value has no shard".to_owned(),
            "make the field mandatory, or shard by another one".to_owned(),
        )),
        (true, _) => Some((
            "is an `Option`, and a key without it would look like one with an empty text".to_owned(),
            format!(
                "write `{{{name}:optional}}`, which stands as `!` when absent, or make the field mandatory"
            ),
        )),
        (false, Form::Optional) => Some((
            format!(
                "is {} `{}`, not an `Option`, so it is never absent",
                article(&field.shape.label),
                field.shape.label
            ),
            format!("write `{{{name}}}`, or make it an `Option`"),
        )),
        (false, _) => None,
    }
}

fn article(label: &str) -> &'static str {
    if label.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" }
}
