//! The key functions of the guide give the keys that the test vectors say.

use std::{path::PathBuf, process::Command};

/// Runs a program of `docs/messages/` on the vectors, if its interpreter is there.
fn run(interpreter: &str, program: &str) {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    if Command::new(interpreter).arg("--version").output().is_err() {
        println!("skipped: no {interpreter}");
        return;
    }
    let output = Command::new(interpreter)
        .arg(workspace.join("docs/messages").join(program))
        .arg(workspace.join("testdata/key_vectors.json"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    println!("{out}");
}

#[test]
fn in_javascript() {
    run("node", "keys.mjs");
}

#[test]
fn in_python() {
    run("python3", "keys.py");
}
