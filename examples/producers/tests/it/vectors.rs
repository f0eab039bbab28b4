//! The key functions of the producers give the keys of the test vectors, as the Rust ones do.

use std::path::Path;

use crate::program::{Program, programs};

#[test]
fn keys_are_those_of_the_test_vectors() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/key_vectors.json");
    for program in programs() {
        let output = program.command("vectors").arg(&vectors).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {text}{}", program.name(), Program::errors(&output));
        assert!(text.contains(", 0 wrong"), "{text}");
    }
}
