//! How a producer builds the keys, in a few lines.

use super::super::entry::Entry;
use crate::message::Deduplication;

pub(super) fn list(entry: &Entry) -> String {
    let descriptor = entry.descriptor;
    let mut rules = vec![
        ("`producer`", format!("`{}`, or the name of the application that sends it", descriptor.producer)),
        ("`idempotencyKey`", code(descriptor.idempotency_key)),
        ("`aggregateType`", code(descriptor.aggregate_type)),
        ("`aggregateId`", code(descriptor.aggregate_id)),
    ];
    if let Some(group) = descriptor.group {
        rules.push(("`MessageGroupId`", code(group)));
        rules.push(("`MessageDeduplicationId`", deduplication(descriptor.deduplication)));
    }
    if let Some(field) = descriptor.version_field {
        rules.push((
            "version guard",
            format!("`{field}`: a message with a lower value than the last is skipped"),
        ));
    }
    let lines: String =
        rules.iter().map(|(name, rule)| format!("| {name} | {} |\n", super::cell(rule))).collect();
    format!("| rule | |\n|---|---|\n{lines}\n")
}

fn deduplication(rule: Deduplication) -> String {
    match rule {
        Deduplication::IdempotencyKey => {
            "the idempotency key; above 128 characters its SHA-256 in lower-case hex".to_owned()
        }
        Deduplication::Template(template) => code(template),
        Deduplication::ContentBased => {
            "none: the queue hashes the body (`ContentBasedDeduplication`)".to_owned()
        }
    }
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
