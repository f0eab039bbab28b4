//! The test that guards committed schemas.

use std::fs;

use serde_json::{Value, json};
use sqsdb_core::{
    catalog,
    catalog::{SnapshotError, compat::Rule, schema_snapshot},
};

use super::types::{Placed, PriceChanged};

fn edited(folder: &std::path::Path, edit: impl FnOnce(&mut Value)) {
    let path = folder.join("schemas/PriceChanged.v3.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    edit(&mut schema);
    fs::write(path, schema.to_string()).unwrap();
}

#[test]
fn equal_schemas_and_other_descriptions_pass() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog![PriceChanged];
    catalog.write_to(folder.path()).unwrap();
    schema_snapshot(folder.path(), &catalog).unwrap();
    edited(folder.path(), |schema| schema["description"] = json!("Something else."));
    schema_snapshot(folder.path(), &catalog).unwrap();
}

#[test]
fn a_change_is_listed_with_what_it_means() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog![PriceChanged];
    catalog.write_to(folder.path()).unwrap();
    edited(folder.path(), |schema| {
        schema["x-sqsdb"]["volatile"] = json!([]);
        schema["$defs"]["PriceChanged"]["properties"]["productId"]["maxLength"] = json!(50);
    });
    let error = schema_snapshot(folder.path(), &catalog).unwrap_err();
    let rules: Vec<_> = error.changes().map(|(_, change)| change.rule).collect();
    assert_eq!(rules, [Rule::VolatileAdded, Rule::BoundNarrowed]);
    let text = format!("{error:?}");
    for part in [
        "PriceChanged.v3 (",
        "payload.sentAt: field became volatile",
        "payload.productId: bound narrowed (maxLength: 50 → 40)",
        "producers: BREAKING, some of what they send is refused now",
        "consumers: compatible, all that is sent now fits the old schema",
        "breaking for producers: 2, for consumers: 1",
        "SQSDB_UPDATE_SCHEMAS=1",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn types_that_came_and_went_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    catalog![PriceChanged].write_to(folder.path()).unwrap();
    let error = schema_snapshot(folder.path(), &catalog![Placed]).unwrap_err();
    let rules: Vec<_> = error.changes().map(|(stem, change)| (stem, change.rule)).collect();
    assert_eq!(rules, [("OrderPlaced.v1", Rule::TypeAdded), ("PriceChanged.v3", Rule::TypeRemoved)]);
}

#[test]
fn accepting_writes_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "catalog::snapshot::accepted", "--ignored"])
        .envs([("SQSDB_UPDATE_SCHEMAS", "1"), (FOLDER, folder.path().to_str().unwrap())])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    schema_snapshot(folder.path(), &catalog![PriceChanged]).unwrap();
}

/// Names the folder of the test below.
const FOLDER: &str = "SQSDB_TEST_FOLDER";

#[test]
#[ignore = "accepting_writes_the_folder runs it, with variables of its own"]
fn accepted() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        schema_snapshot(folder, &catalog![PriceChanged]).unwrap();
    }
}

#[test]
fn an_unreadable_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    catalog![PriceChanged].write_to(folder.path()).unwrap();
    fs::write(folder.path().join("schemas/PriceChanged.v3.json"), "{").unwrap();
    let error = schema_snapshot(folder.path(), &catalog![PriceChanged]).unwrap_err();
    assert!(matches!(error, SnapshotError::Catalog(_)));
    assert!(error.to_string().contains("PriceChanged.v3.json"), "{error}");
}
