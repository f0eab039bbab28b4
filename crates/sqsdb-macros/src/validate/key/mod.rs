//! The rules of one template.

mod form;
mod length;
mod literal;
pub(super) mod resolve;
pub(super) mod role;
mod separator;
mod source;

use syn::LitStr;

use self::role::Role;
use super::Keys;
use crate::ast::{Key, Part};
use crate::ctxt::Ctxt;
use crate::template;

/// A template where it stands.
struct Site<'t> {
    role: &'static Role,
    text: &'t LitStr,
}

impl Site<'_> {
    fn mistake(&self, ctxt: &mut Ctxt, what: impl std::fmt::Display, help: impl std::fmt::Display) {
        ctxt.mistake(self.text, what, help);
    }
}

/// The key that a template describes, unless it cannot be read or names what does not exist.
pub(super) fn check<'a>(
    keys: &Keys<'a>,
    role: &'static Role,
    text: &LitStr,
    ctxt: &mut Ctxt,
) -> Option<Key<'a>> {
    let site = Site { role, text };
    let template::Parsed { pieces, faults } = template::parse(&text.value());
    literal::check(&site, &pieces, ctxt);
    if faults.is_empty() {
        separator::check(&site, &pieces, ctxt);
    }
    let resolved = resolve::resolve(&site, keys, pieces, ctxt);
    resolved.key.parts.iter().for_each(|part| field(&site, part, ctxt));
    if !faults.is_empty() || !resolved.complete {
        for fault in faults {
            site.mistake(ctxt, format_args!("{}: {}", role.noun, fault.what), fault.help);
        }
        return None;
    }
    identifies(&site, &resolved.key, ctxt);
    length::check(&site, &resolved.key, ctxt);
    Some(resolved.key)
}

/// One placeholder, one mistake: the later rules would only repeat the earlier ones.
fn field(site: &Site<'_>, part: &Part<'_>, ctxt: &mut Ctxt) {
    if let Part::Field(field, placeholder) = part
        && source::check(site, field, placeholder, ctxt)
    {
        form::check(site, field, placeholder, ctxt);
    }
}

fn identifies(site: &Site<'_>, key: &Key<'_>, ctxt: &mut Ctxt) {
    let Some(consequence) = site.role.constant else { return };
    if !key.parts.iter().any(|part| matches!(part, Part::Field(..))) {
        let what = format_args!("{} names no field, so {consequence}", site.role.noun);
        site.mistake(ctxt, what, "name the fields that identify it, as in \"case:{case_id}\"");
    }
}
