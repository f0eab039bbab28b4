//! Rules about what is in a file.

use super::{Finding, source::Source};

const LONG: usize = 400;
const TOO_LONG: usize = 600;

/// Words that do not belong in a published file, put together so that this file passes.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("/", "home/"), "an absolute path"),
    (concat!("/", "Users/"), "an absolute path"),
    (concat!("/", "root/"), "an absolute path"),
    (concat!("FIX", "ME"), "unfinished work"),
    (concat!("XX", "X"), "unfinished work"),
    (concat!("<<<<", "<<<"), "a merge conflict"),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let rules = [opens_with_its_purpose, is_not_too_long];
    rules.iter().filter_map(|rule| rule(source)).chain(forbidden_words(source)).collect()
}

fn opens_with_its_purpose(source: &Source) -> Option<Finding> {
    let exempt = !source.is_rust() || source.is_compiler_test() || source.text.starts_with("//!");
    (!exempt).then(|| error(source, 1, "the module does not open with `//!` and what it is for"))
}

fn is_not_too_long(source: &Source) -> Option<Finding> {
    if !source.is_rust() || source.is_test() {
        return None;
    }
    let lines = source.text.lines().take_while(|line| *line != "#[cfg(test)]").count();
    let say = |verdict: &str| format!("{}: {lines} lines without tests; {verdict}", source.path.display());
    if lines > TOO_LONG {
        Some(Finding::Error(say("split it by subject")))
    } else if lines > LONG {
        Some(Finding::Warning(say("split it soon")))
    } else {
        None
    }
}

fn forbidden_words(source: &Source) -> impl Iterator<Item = Finding> {
    source.text.lines().enumerate().flat_map(move |(index, line)| {
        let found = FORBIDDEN.iter().filter(move |(word, _)| line.contains(word));
        found.map(move |(word, reason)| error(source, index + 1, &format!("`{word}` is {reason}")))
    })
}

fn error(source: &Source, line: usize, problem: &str) -> Finding {
    Finding::Error(format!("{}:{line}: {problem}", source.path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: impl Into<String>) -> Vec<Finding> {
        check(&Source { path: path.into(), text: text.into() })
    }

    #[test]
    fn a_module_says_what_it_is_for() {
        assert_eq!(findings("crates/a/src/lib.rs", "//! Adds.\n"), []);
        assert_eq!(findings("crates/a/src/lib.rs", "fn add() {}\n").len(), 1);
        assert_eq!(findings("crates/a/tests/ui/fail/x.rs", "fn main() {}\n"), []);
        assert_eq!(findings("README.md", "# sqsdb\n"), []);
    }

    #[test]
    fn tests_do_not_count_as_length() {
        let body = "//! Long.\n".to_owned() + &"fn f() {}\n".repeat(500);
        assert!(matches!(findings("src/a.rs", &*body)[..], [Finding::Warning(_)]));
        assert!(matches!(findings("src/a.rs", body.repeat(2))[..], [Finding::Error(_)]));
        assert_eq!(findings("tests/it/a.rs", body.repeat(2)), []);
        assert_eq!(findings("src/a.rs", format!("//! Short.\n#[cfg(test)]\n{body}")), []);
    }

    #[test]
    fn paths_of_one_machine_are_found_with_their_line() {
        let text = format!("one\n{}me/x\n", FORBIDDEN[0].0);
        let [Finding::Error(message)] = &findings("docs/a.md", text)[..] else { panic!("not one error") };
        assert!(message.starts_with("docs/a.md:2: "), "{message}");
    }
}
