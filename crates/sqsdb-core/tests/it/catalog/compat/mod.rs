//! The compatibility rules, as a table; and whether verdicts are true of real values.

mod cases;
mod guide;

use std::collections::HashSet;

use serde_json::{Value, json};
use sqsdb_core::catalog::compat::{Change, Effect, Rule, Verdict, compare};

use super::schemas::validator;
use cases::Case;

fn compared(case: &Case) -> Vec<Change> {
    compare(&case.old, &case.new)
}

#[test]
fn every_change_is_told_by_its_rule() {
    for case in cases::all() {
        let found: Vec<_> = compared(&case).iter().map(|change| change.rule).collect();
        assert_eq!(found, case.rules, "{}", case.name);
    }
}

/// A change back is compatible for the side that the change was not, and the other way round, unless meaning is lost.
#[test]
fn shape_changes_are_mirrored() {
    let is_compatible = |changes: &[Change], effect: fn(&Change) -> Effect| {
        changes.iter().all(|change| effect(change).verdict == Verdict::Compatible)
    };
    for case in cases::shapes() {
        let (there, back) = (compare(&case.old, &case.new), compare(&case.new, &case.old));
        if [&there, &back].into_iter().flatten().any(|change| loses_meaning(change.rule)) {
            continue;
        }
        let name = case.name;
        assert_eq!(
            is_compatible(&there, Change::producers),
            is_compatible(&back, Change::consumers),
            "{name}"
        );
        assert_eq!(
            is_compatible(&there, Change::consumers),
            is_compatible(&back, Change::producers),
            "{name}"
        );
    }
}

/// Rules that look beyond the shape of one message.
fn loses_meaning(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::FieldAdded
            | Rule::FieldRemoved
            | Rule::RequiredFieldAdded
            | Rule::RequiredFieldRemoved
            | Rule::UnhashedFieldRemoved
            | Rule::UnknownToOld
            | Rule::RemovedFromClosed
            | Rule::DefaultedPartAdded
    )
}

/// What is compatible for producers makes no value invalid; what is compatible for consumers makes none valid.
#[test]
fn verdicts_hold_for_values() {
    for case in cases::shapes() {
        let changes = compared(&case);
        // a field that the schema does not name may hold anything, but nobody sends it
        if changes.iter().any(|change| {
            matches!(change.rule, Rule::FieldAdded | Rule::FieldRemoved | Rule::UnhashedFieldRemoved)
        }) {
            continue;
        }
        let breaks =
            |effect: fn(&Change) -> Effect| changes.iter().any(|c| effect(c).verdict == Verdict::Breaking);
        let (old, new) = (validator(&case.old), validator(&case.new));
        for value in values() {
            let envelope = json!({"payload": {"f": value}});
            let (before, after) = (old.is_valid(&envelope), new.is_valid(&envelope));
            assert!(breaks(Change::producers) || !before || after, "{}: {value} is refused now", case.name);
            assert!(breaks(Change::consumers) || before || !after, "{}: {value} is new", case.name);
        }
    }
}

#[rustfmt::skip]
fn values() -> Vec<Value> {
    vec![
        json!(null), json!(true), json!(0), json!(1), json!(-1), json!(1.5), json!(5), json!(10), json!(11), json!(300),
        json!(-40_000), json!(70_000), json!(3_000_000_000_u32), json!(1e300), json!(""), json!("a"), json!("abcdef"),
        json!("A"), json!("B"), json!("C"), json!("2026-01-01"), json!("2026-01-01T00:00:00Z"), json!("x@example.com"),
        json!([]), json!([1]), json!([1, 1]), json!([1.5]), json!(["a"]), json!([1, "a"]), json!([1, 2, 3, 4]),
        json!({}), json!({"a": 1}), json!({"a": "x"}), json!({"a": null}), json!({"a": 1, "b": 2}), json!({"b": "x"}),
        json!({"kind": "card"}), json!({"kind": "cash"}), json!({"kind": "cash", "n": 1}), json!({"Card": {"n": 1}}),
        json!({"Cash": {}}), json!({"a": {"a": {"a": 1}}}), json!({"next": null}), json!({"next": {"next": null}}),
    ]
}

#[test]
fn every_rule_has_a_case() {
    // types and versions that come and go are seen by the snapshot, which has files to compare
    let elsewhere = [Rule::TypeAdded, Rule::TypeRemoved];
    let covered: HashSet<_> = cases::all().into_iter().flat_map(|case| case.rules).chain(elsewhere).collect();
    let missing: Vec<_> = Rule::ALL.iter().filter(|rule| !covered.contains(rule)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_place_reads_as_a_path() {
    let item = |kind: &str| json!({"type": "array", "items": {"type": "object", "properties": {"sku": {"type": kind}}}});
    let changes = compare(&cases::envelope(&item("string")), &cases::envelope(&item("integer")));
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].path, "payload.f[].sku");
    assert_eq!(changes[0].detail, "string → integer");
}
