//! Makes any text storable: PostgreSQL text holds no NUL, and columns have widths.

use std::borrow::Cow;

use sha2::{Digest, Sha256};
use sqsdb_core::failure::MESSAGE_MAX;

/// Stands in for NUL.
const REPLACEMENT: &str = "\u{fffd}";

/// The text without NUL.
pub(crate) fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', REPLACEMENT)) } else { Cow::Borrowed(text) }
}

/// The text without NUL, cut to a column's width in characters. For what people read.
pub(crate) fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    let kept = text.char_indices().nth(width).map_or(text, |(end, _)| &text[..end]);
    storable(kept)
}

/// An error text without NUL, bounded like a failure's message.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    let mut end = text.len().min(MESSAGE_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    storable(&text[..end])
}

/// The text as a key. Two keys that differ stay different: one that cannot be stored as it is gets the digest of all
/// of it in place of what is lost.
pub(crate) fn key(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().nth(width).is_none() && !text.contains('\0') {
        return Cow::Borrowed(text);
    }
    let digest = hex::encode(Sha256::digest(text));
    let head = fitted(text, width.saturating_sub(digest.len() + 1));
    Cow::Owned(format!("{head}#{digest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_untouched() {
        for text in ["", "case:CASE-123", "ünïcode \u{10ffff}"] {
            assert!(matches!(storable(text), Cow::Borrowed(kept) if kept == text));
            assert!(matches!(fitted(text, 100), Cow::Borrowed(kept) if kept == text));
            assert!(matches!(key(text, 100), Cow::Borrowed(kept) if kept == text));
        }
    }

    #[test]
    fn long_text_is_cut_by_characters() {
        assert_eq!(fitted("äöü", 2), "äö");
        assert_eq!(fitted("a\0b", 3), "a\u{fffd}b");
        assert!(message(&"ä".repeat(1 << 20)).len() <= MESSAGE_MAX);
    }

    #[test]
    fn different_keys_stay_different() {
        let long = "k".repeat(201);
        let longer = format!("{long}x");
        let keys = ["a\0b", "a\u{fffd}b", "a\0\0b", &long, &longer].map(|text| key(text, 200));
        for (index, one) in keys.iter().enumerate() {
            assert!(one.chars().count() <= 200 && !one.contains('\0'));
            assert!(!keys[index + 1..].contains(one), "{one}");
        }
    }
}
