//! The guide's table of rules is the code's.

use std::{fs, path::Path};

use sqsdb_core::catalog::compat::{Effect, Rule, Verdict};

const START: &str = "<!-- rules: written by the tests -->\n";
const END: &str = "<!-- end of rules -->";

/// `SQSDB_UPDATE_VECTORS=1` writes the table anew.
#[test]
fn the_guide_lists_every_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/messages/compatibility.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{START}{}{END}{after}", table());
    if std::env::var_os("SQSDB_UPDATE_VECTORS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == wanted, "docs/messages/compatibility.md is not up to date");
}

fn table() -> String {
    let effect = |Effect { verdict, reason, .. }| match verdict {
        Verdict::Compatible => format!("compatible: {reason}"),
        _ => format!("**breaking**: {reason}"),
    };
    let row =
        |rule: &Rule| format!("| {rule} | {} | {} |\n", effect(rule.producers()), effect(rule.consumers()));
    let rows: String = Rule::ALL.iter().map(row).collect();
    format!("| change | for producers | for consumers |\n|---|---|---|\n{rows}")
}
