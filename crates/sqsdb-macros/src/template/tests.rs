//! Tests of the template parser.

use proptest::prelude::*;

use super::*;

fn pieces(template: &str) -> Vec<Piece> {
    let parsed = parse(template);
    assert_eq!(parsed.faults, []);
    parsed.pieces
}

fn literal(text: &str) -> Piece {
    Piece::Literal(text.to_owned())
}

fn placeholder(field: &str, form: Form) -> Piece {
    Piece::Placeholder(Placeholder { field: field.to_owned(), form })
}

#[test]
fn reads_literals_and_every_form() {
    let shards = NonZeroU64::new(16).unwrap();
    assert_eq!(
        pieces("a:{b}:{c:optional}/{d:.2}#{e % 16}"),
        [
            literal("a:"),
            placeholder("b", Form::Plain),
            literal(":"),
            placeholder("c", Form::Optional),
            literal("/"),
            placeholder("d", Form::Fixed(2)),
            literal("#"),
            placeholder("e", Form::Shard(shards)),
        ]
    );
}

#[test]
fn spaces_inside_braces_and_keywords_as_fields_are_fine() {
    assert_eq!(pieces("{ a : optional }"), [placeholder("a", Form::Optional)]);
    assert_eq!(pieces("{type}"), [placeholder("type", Form::Plain)]);
    assert_eq!(pieces("{a%4}"), [placeholder("a", Form::Shard(NonZeroU64::new(4).unwrap()))]);
}

#[test]
fn doubled_braces_are_braces() {
    assert_eq!(pieces("{{a}}"), [literal("{a}")]);
    assert_eq!(pieces("{{{a}}}"), [literal("{"), placeholder("a", Form::Plain), literal("}")]);
}

#[test]
fn every_fault_is_found() {
    let faults = parse("{a:x}{}:{b % 0}:{c % -1}:{d.e}:{f:.99}:}:{g").faults;
    let found: Vec<_> = faults.iter().map(|fault| fault.what.as_str()).collect();
    assert_eq!(
        found,
        [
            "`x` in `{a:x}` is no form of a value",
            "`{}` names no field",
            "`0` in `{b % 0}` is no number of shards",
            "`-1` in `{c % -1}` is no number of shards",
            "`d.e` in `{d.e}` is not the name of a field",
            "`{f:.99}` asks for more decimals than an `f64` has digits",
            "`}` closes no placeholder",
            "`{g` is not closed",
        ]
    );
}

#[test]
fn an_unclosed_placeholder_does_not_swallow_the_next() {
    let faults = parse("{a:{b}").faults;
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].what, "`{a:` is not closed");
    assert_eq!(parse("{a:{b}").pieces, [placeholder("b", Form::Plain)]);
}

/// Writing a template and reading it again gives the same pieces, for every short text of a nasty alphabet.
#[test]
fn written_form_reads_back() {
    let alphabet = ["{", "}", "{a}", "{b:optional}", "{c:.3}", "{d % 7}", "x", ":", "é"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts.iter().flat_map(|text| alphabet.map(|next| format!("{text}{next}"))).collect();
        for text in &texts {
            let parsed = parse(text);
            let written: String = parsed.pieces.iter().map(ToString::to_string).collect();
            assert_eq!(pieces(&written), parsed.pieces, "{text}");
        }
    }
}

proptest! {
    /// Whatever stands in an attribute is read or refused, and what is read is written as it was meant.
    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), "[{}a:.%2 opt]{0,12}"]) {
        let parsed = parse(&text);
        let written: String = parsed.pieces.iter().map(ToString::to_string).collect();
        prop_assert_eq!(parse(&written).pieces, parsed.pieces);
    }
}
