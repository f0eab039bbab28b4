//! The FIFO part: a lane per aggregate, and a deduplication id that survives a resend.

use quote::ToTokens;

use super::Keys;
use super::key::role;
use crate::ast::{Deduplication, Group, Key, Part};
use crate::ctxt::Ctxt;
use crate::suggest;

pub(super) fn check<'a>(keys: &Keys<'a>, ctxt: &mut Ctxt) -> Option<Group<'a>> {
    let declaration = &keys.input.declaration;
    if declaration.group.is_missing() {
        nothing_without_group(keys, ctxt);
        // what stands in the template may be wrong all the same
        keys.key(&role::DEDUPLICATION_ID, declaration.deduplication_id.get(), ctxt);
        return None;
    }
    one_rule(keys, ctxt);
    content_is_stable(keys, ctxt);
    let deduplication = keys.key(&role::DEDUPLICATION_ID, declaration.deduplication_id.get(), ctxt);
    let is_content_based = declaration.deduplication.get().is_some_and(|rule| rule.content_based);
    let deduplication = match deduplication {
        Some(template) => Deduplication::Template(template),
        None if is_content_based => Deduplication::ContentBased,
        None => Deduplication::IdempotencyKey,
    };
    let key = keys.key(&role::GROUP, declaration.group.get(), ctxt)?;
    lanes(keys, &key, ctxt);
    Some(Group { key, deduplication })
}

fn nothing_without_group(keys: &Keys<'_>, ctxt: &mut Ctxt) {
    let declaration = &keys.input.declaration;
    let parts: [(&str, Option<&dyn ToTokens>); 3] = [
        ("deduplication_id", declaration.deduplication_id.get().map(|text| text as _)),
        ("deduplication", declaration.deduplication.get().map(|rule| &rule.word as _)),
        ("single_lane", declaration.single_lane.get().map(|word| word as _)),
    ];
    for (name, part) in parts {
        if let Some(part) = part {
            let what = format_args!("`{name}` is for FIFO queues, but the message has no `group`");
            let help = format_args!("add a group, as in `group = \"case:{{case_id}}\"`, or remove `{name}`");
            ctxt.mistake(part, what, help);
        }
    }
}

fn one_rule(keys: &Keys<'_>, ctxt: &mut Ctxt) {
    let declaration = &keys.input.declaration;
    if let (Some(rule), Some(_)) = (declaration.deduplication.get(), declaration.deduplication_id.get()) {
        let what = "`deduplication` and `deduplication_id` both say where the deduplication id comes from";
        ctxt.mistake(&rule.word, what, "keep one of them");
    }
}

/// A body that changes with each sending is never a duplicate of another.
fn content_is_stable(keys: &Keys<'_>, ctxt: &mut Ctxt) {
    let Some(rule) = keys.input.declaration.deduplication.get().filter(|rule| rule.content_based) else {
        return;
    };
    let volatile: Vec<_> = keys
        .fields
        .iter()
        .filter(|field| field.volatile.is_some())
        .map(|field| field.name.as_str())
        .collect();
    if !volatile.is_empty() {
        let what = format_args!(
            "`content_based` hashes the body, and {} may differ between two sendings of the same work, so SQS would \
             deliver both",
            suggest::list(volatile.iter().copied())
        );
        let help = "leave `deduplication` out (the idempotency key is used), or write a `deduplication_id` of its own";
        ctxt.mistake(&rule.word, what, help);
    }
}

/// A group without any field is one lane for all messages; whoever wants that has to say so.
fn lanes(keys: &Keys<'_>, key: &Key<'_>, ctxt: &mut Ctxt) {
    let declaration = &keys.input.declaration;
    let has_field = key.parts.iter().any(|part| matches!(part, Part::Field(..)));
    match (declaration.single_lane.get(), declaration.group.get()) {
        (Some(word), _) if has_field => {
            let what = "`single_lane` says that all messages share one lane, but the group names a field";
            ctxt.mistake(word, what, "remove `single_lane`, or the fields from the group");
        }
        (None, Some(text)) if !has_field && declaration.single_lane.is_missing() => {
            let what = "the group names no field, so all messages would share one lane: they would run one after \
                        another, and one that fails would block the rest";
            let help = "name the aggregate, as in `group = \"case:{case_id}\"`; if one lane is what you mean, add \
                        `single_lane`";
            ctxt.mistake(text, what, help);
        }
        _ => {}
    }
}
