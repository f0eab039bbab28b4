//! The main job as a user runs it: exit code and the JSON on its last line.
#![allow(clippy::unwrap_used)] // a test's helpers may panic

use std::process::{Command, Output};

use serde_json::Value;

const KEYS: [&str; 10] = [
    "received",
    "effects",
    "distinct_keys",
    "duplicates",
    "stale_skipped",
    "mismatches",
    "retries",
    "quarantined",
    "queue_left",
    "dlq_left",
];

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_case-deadlines")).args(arguments).output().unwrap()
}

fn result(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    serde_json::from_str(text.lines().last().unwrap_or_default()).unwrap()
}

fn is_exactly_once(result: &Value, messages: u64) {
    assert_eq!(result.as_object().unwrap().len(), KEYS.len());
    assert!(KEYS.iter().all(|key| result[key].is_u64()), "{result}");
    let number = |key: &str| result[key].as_u64().unwrap();
    assert_eq!((number("effects"), number("distinct_keys")), (messages, messages));
    assert_eq!((number("mismatches"), number("quarantined"), number("retries")), (1, 2, 2));
    assert_eq!((number("queue_left"), number("dlq_left")), (0, 0));
    assert!(number("duplicates") > 0 && number("stale_skipped") > 0, "{result}");
}

#[test]
fn brings_its_own_queue_and_database() {
    is_exactly_once(&result(&run(&["--messages", "100", "--json"])), 100);
}

#[test]
fn runs_on_a_real_database_with_many_sessions() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("skipped: DATABASE_URL is not set");
        return;
    };
    let output =
        run(&["--messages", "1000", "--concurrency", "16", "--seed", "7", "--json", "--database-url", &url]);
    is_exactly_once(&result(&output), 1_000);
}

#[test]
fn says_what_is_wrong_with_its_arguments() {
    let output = run(&["--messages", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["--database-url", "postgres://127.0.0.1:1/none", "--messages", "10"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--database-url cannot be reached"));
}
