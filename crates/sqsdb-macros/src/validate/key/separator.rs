//! Two values are kept apart by a character that no value contains, so that no two tuples give one key.

use super::Site;
use crate::ctxt::Ctxt;
use crate::template::{Piece, Placeholder};

pub(super) fn check(site: &Site<'_>, pieces: &[Piece], ctxt: &mut Ctxt) {
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Placeholder(left) = piece else { continue };
        match pieces.get(index + 1..).unwrap_or_default() {
            [Piece::Placeholder(right), ..] => side_by_side(site, left, right, ctxt),
            [Piece::Literal(text), Piece::Placeholder(right), ..] if !text.chars().any(is_separator) => {
                no_separator(site, left, text, right, ctxt);
            }
            _ => {}
        }
    }
}

/// What a value never contains: the unreserved characters of RFC 3986 stay as they are, all others are escaped.
fn is_separator(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~'))
}

fn side_by_side(site: &Site<'_>, left: &Placeholder, right: &Placeholder, ctxt: &mut Ctxt) {
    let what = format_args!(
        "`{left}{right}` has nothing between its values: \"1\" and \"23\" would give the same text as \"12\" and \"3\""
    );
    site.mistake(ctxt, what, format_args!("put a separator between them, as in `{left}:{right}`"));
}

fn no_separator(site: &Site<'_>, left: &Placeholder, text: &str, right: &Placeholder, ctxt: &mut Ctxt) {
    let what = format_args!(
        "values may themselves contain `{text}`, so `{left}{text}{right}` may give the same text for different values: \
         \"a\" and \"b{text}c\", or \"a{text}b\" and \"c\""
    );
    let help = format_args!(
        "add a character that no value contains (any but `A-Z a-z 0-9 - . _ ~`), as in `{left}:{text}{right}`"
    );
    site.mistake(ctxt, what, help);
}
