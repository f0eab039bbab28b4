//! The folder of a catalogue.

use std::fs;

use sqsdb_core::catalog;

use super::{
    all,
    types::{Placed, PriceChanged},
};

#[test]
fn a_second_run_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let first = all().write_to(folder.path().join("messages")).unwrap();
    assert_eq!((first.changed.len(), first.unchanged.len(), first.stale.len()), (10, 0, 0));
    let second = all().write_to(folder.path().join("messages")).unwrap();
    assert_eq!((second.changed.len(), second.unchanged.len(), second.stale.len()), (0, 10, 0));
}

#[test]
fn the_order_of_types_does_not_matter() {
    let (one, other) = (catalog![Placed, PriceChanged], catalog![PriceChanged, Placed]);
    assert_eq!(one.documents().unwrap(), other.documents().unwrap());
}

#[test]
fn stale_files_are_named_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    catalog![Placed, PriceChanged].write_to(folder.path()).unwrap();
    let written = catalog![PriceChanged].write_to(folder.path()).unwrap();
    let stale =
        ["schemas/OrderPlaced.v1.json", "examples/OrderPlaced.v1.json"].map(|name| folder.path().join(name));
    assert_eq!(written.stale, stale);
    assert!(stale.iter().all(|path| path.exists()));
    assert!(written.to_string().contains("stale"), "{written}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("messages"), "").unwrap();
    let error = all().write_to(folder.path().join("messages")).unwrap_err().to_string();
    assert!(error.contains("messages"), "{error}");
}
