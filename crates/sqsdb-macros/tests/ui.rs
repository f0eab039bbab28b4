//! What the compiler says to a user: every refused declaration, and the accepted ones beside it.
//!
//! The messages in `*.stderr` are printed as Rust 1.95 prints them. After a change, bless them with
//! `TRYBUILD=overwrite` and read each as a user would.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/*/pass/*.rs");
    cases.compile_fail("tests/ui/*/fail/*.rs");
}
