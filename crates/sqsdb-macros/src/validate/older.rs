//! What becomes of messages in older schema versions is said: they are read on, or they are not read any more.

use syn::Path;
use syn::ext::IdentExt;

use crate::ast::Input;
use crate::attr::Number;
use crate::ctxt::Ctxt;
use crate::suggest::spelled;

pub(super) fn check(input: &Input<'_>, ctxt: &mut Ctxt) {
    if input.fields.is_none() {
        return; // no version of it could be read
    }
    let declaration = &input.declaration;
    let own = declaration.schema_version.get();
    match (declaration.upcast_from.get(), declaration.oldest_version.get()) {
        (Some(older), Some(oldest)) => {
            is_older(input, own, older, ctxt);
            said_at_the_end(older, oldest, ctxt);
        }
        (Some(older), None) => is_older(input, own, older, ctxt),
        (None, Some(oldest)) if declaration.upcast_from.is_missing() => is_its_own(input, own, oldest, ctxt),
        (None, None) if declaration.upcast_from.is_missing() && declaration.oldest_version.is_missing() => {
            is_said(input, own, ctxt);
        }
        _ => {}
    }
}

/// Removing a version loses messages that still travel, so it is a decision that somebody writes down.
fn is_said(input: &Input<'_>, own: Option<&Number>, ctxt: &mut Ctxt) {
    let Some(own) = own.filter(|own| own.value > 1 && !input.declaration.unreadable) else { return };
    let (ident, version, before) = (&input.original.ident, own.value, before(input, own));
    let what = format_args!(
        "`{ident}` has version {version}, but does not say what becomes of messages in older versions, which may \
         still wait in queues and dead-letter queues"
    );
    let help = format_args!(
        "write `upcast_from = {before}` to go on reading them, with `impl From<{before}> for \
         {ident}`; or write `oldest_version = {version}` if they are not to be read any more: each of them then \
         fails with UNSUPPORTED_SCHEMA_VERSION"
    );
    ctxt.mistake(&own.literal, what, help);
}

fn is_its_own(input: &Input<'_>, own: Option<&Number>, oldest: &Number, ctxt: &mut Ctxt) {
    let Some(own) = own.filter(|own| own.value != oldest.value) else { return };
    let (ident, version) = (&input.original.ident, own.value);
    let what = format_args!(
        "`{ident}` reads version {version} and no other, so the oldest version that is read cannot be {}",
        oldest.value
    );
    let help = if oldest.value < version {
        format!(
            "name the type of the version before with `upcast_from = {}` instead; if older versions are not to be \
             read any more, write `oldest_version = {version}`",
            before(input, own)
        )
    } else {
        format!("write `oldest_version = {version}`, or raise `schema_version`")
    };
    ctxt.mistake(&oldest.literal, what, help);
}

fn said_at_the_end(older: &Path, oldest: &Number, ctxt: &mut Ctxt) {
    let what =
        "`oldest_version` is said by the oldest type that is read, but `upcast_from` names an older one";
    let help =
        format_args!("remove `oldest_version`; `{}`, or what that is made from, says it", spelled(older));
    ctxt.mistake(&oldest.literal, what, help);
}

fn is_older(input: &Input<'_>, own: Option<&Number>, older: &Path, ctxt: &mut Ctxt) {
    let ident = &input.original.ident;
    if older.is_ident("Self") || older.is_ident(ident) {
        let what = format_args!("`{ident}` cannot be made from itself");
        let help = "name the type that had the older `schema_version`; keep that type, under another name, as long \
                    as its messages are to be read";
        ctxt.mistake(older, what, help);
    } else if own.is_some_and(|own| own.value == 1) {
        let what = format_args!("`{ident}` has version 1, so there is no older one to make it from");
        ctxt.mistake(older, what, "raise `schema_version` to 2, or remove `upcast_from`");
    }
}

/// What the type of the version before may be called.
fn before(input: &Input<'_>, own: &Number) -> String {
    let name = input.original.ident.unraw().to_string();
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('V').unwrap_or(&name);
    format!("{stem}V{}", own.value.saturating_sub(1))
}
