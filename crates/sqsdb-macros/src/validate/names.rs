//! The fixed names of a message type fit the envelope and the inbox.

use syn::LitStr;

use crate::attr::Declaration;
use crate::ctxt::Ctxt;

/// Width of the inbox columns `message_type` and `aggregate_type`, in characters.
const NAME_MAX: usize = 100;

pub(super) fn check(declaration: &Declaration, ctxt: &mut Ctxt) {
    if let Some(message_type) = declaration.message_type.get() {
        characters(message_type, ctxt);
        length("message_type", message_type, ctxt);
    }
    if let Some(aggregate_type) = declaration.aggregate_type.get() {
        length("aggregate(type)", aggregate_type, ctxt);
    }
}

fn characters(message_type: &LitStr, ctxt: &mut Ctxt) {
    let text = message_type.value();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if let Some(refused) = text.chars().find(|c| !is_allowed(*c)) {
        let what = format_args!(
            "`message_type` holds {refused:?}, but it is a name for routes, metrics and schema files, of `A-Z a-z 0-9 . _ -`"
        );
        let help = format_args!("write \"{}\"", text.replace(|c| !is_allowed(c), "_"));
        ctxt.mistake(message_type, what, help);
    }
}

fn length(attribute: &str, text: &LitStr, ctxt: &mut Ctxt) {
    let count = text.value().chars().count();
    if count > NAME_MAX {
        let what =
            format_args!("`{attribute}` has {count} characters, but the inbox column holds {NAME_MAX}");
        ctxt.mistake(text, what, "choose a shorter name");
    }
}
