//! Renders key templates so that two different field tuples never give one key.
//!
//! A field stands in a key as its JSON scalar: a string as it is, an integer in decimal, a boolean as `true`
//! or `false`. Every byte outside `A-Z a-z 0-9 - . _ ~` is percent-encoded, so a value never contains a
//! separator, a space or a character that SQS refuses in ids.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The unreserved characters of RFC 3986 section 2.3 stay as they are.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What stands in a key for an absent value; no value renders to it.
const ABSENT: &str = "!";

/// Builds one key from the pieces of a template.
///
/// ```
/// use sqsdb_core::message::KeyBuilder;
///
/// let mut key = KeyBuilder::new();
/// key.literal("case:").field("caseId", &"A:1")?.literal(":v").field("version", &4)?;
/// assert_eq!(key.finish(), "case:A%3A1:v4");
/// # Ok::<(), sqsdb_core::message::KeyError>(())
/// ```
#[derive(Debug, Default)]
pub struct KeyBuilder {
    text: String,
}

impl KeyBuilder {
    /// An empty key.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a literal piece of the template as it is.
    pub fn literal(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a field: `{field}`.
    ///
    /// # Errors
    /// The value is not a string, an integer or a boolean.
    pub fn field<T: Serialize + ?Sized>(
        &mut self,
        wire: &'static str,
        value: &T,
    ) -> Result<&mut Self, KeyError> {
        let scalar = scalar(wire, value)?.ok_or(KeyError::Absent { field: wire })?;
        Ok(self.escaped(&scalar))
    }

    /// Appends a field that may be absent: `{field:optional}`. An absent one stands as `!`.
    ///
    /// # Errors
    /// As for [`field`](Self::field).
    pub fn optional<T: Serialize + ?Sized>(
        &mut self,
        wire: &'static str,
        value: &T,
    ) -> Result<&mut Self, KeyError> {
        match scalar(wire, value)? {
            Some(scalar) => Ok(self.escaped(&scalar)),
            None => Ok(self.literal(ABSENT)),
        }
    }

    /// Appends a floating-point field with a fixed number of decimals: `{field:.2}`.
    ///
    /// # Errors
    /// The value is infinite or not a number.
    pub fn fixed(&mut self, wire: &'static str, value: f64, decimals: usize) -> Result<&mut Self, KeyError> {
        if !value.is_finite() {
            return Err(KeyError::NotFinite { field: wire });
        }
        let text = format!("{value:.decimals$}");
        // what rounds to zero has no sign: `-0.00` and `0.00` are the same number
        let unsigned =
            text.strip_prefix('-').filter(|digits| digits.bytes().all(|b| matches!(b, b'0' | b'.')));
        Ok(self.literal(unsigned.unwrap_or(&text)))
    }

    /// Appends the shard of a field: `{field % 16}`.
    ///
    /// The shard is the first 8 bytes of the SHA-256 of the field's JSON scalar (UTF-8, not escaped), read as
    /// a big-endian integer, modulo `shards`.
    ///
    /// # Errors
    /// As for [`field`](Self::field).
    pub fn shard<T: Serialize + ?Sized>(
        &mut self,
        wire: &'static str,
        value: &T,
        shards: std::num::NonZeroU64,
    ) -> Result<&mut Self, KeyError> {
        let scalar = scalar(wire, value)?.ok_or(KeyError::Absent { field: wire })?;
        let digest = Sha256::digest(scalar.as_bytes());
        let hash = digest.iter().take(8).fold(0_u64, |hash, byte| (hash << 8) | u64::from(*byte));
        Ok(self.literal(&(hash % shards).to_string()))
    }

    /// The value that a `#[serde(serialize_with = "...")]` function writes, for the methods above: a key holds
    /// what stands in the payload, so that a producer in any language finds it there.
    ///
    /// ```
    /// use sqsdb_core::message::KeyBuilder;
    ///
    /// let cents = KeyBuilder::written("cents", |serializer| serde::Serializer::serialize_u64(serializer, 1250))?;
    /// let mut key = KeyBuilder::new();
    /// key.field("cents", &cents)?;
    /// assert_eq!(key.finish(), "1250");
    /// # Ok::<(), sqsdb_core::message::KeyError>(())
    /// ```
    ///
    /// # Errors
    /// The function fails.
    pub fn written(
        wire: &'static str,
        write: impl FnOnce(serde_json::value::Serializer) -> Result<Value, serde_json::Error>,
    ) -> Result<Value, KeyError> {
        write(serde_json::value::Serializer)
            .map_err(|error| KeyError::NotSerialisable { field: wire, reason: error.to_string() })
    }

    /// The finished key.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }

    fn escaped(&mut self, value: &str) -> &mut Self {
        self.text.extend(utf8_percent_encode(value, ESCAPED));
        self
    }
}

/// The JSON scalar of a value as text; `None` for null.
fn scalar<T: Serialize + ?Sized>(wire: &'static str, value: &T) -> Result<Option<String>, KeyError> {
    let value = serde_json::to_value(value)
        .map_err(|error| KeyError::NotSerialisable { field: wire, reason: error.to_string() })?;
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Bool(flag) => Ok(Some(flag.to_string())),
        Value::Number(number) if !number.is_f64() => Ok(Some(number.to_string())),
        Value::Number(_) => Err(KeyError::Float { field: wire }),
        Value::Array(_) | Value::Object(_) => Err(KeyError::NotScalar { field: wire }),
    }
}

/// Why a key cannot be built from a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// A field of the template is null.
    #[error(
        "field `{field}` is null, but the key needs it; send a value, or write `{{{field}:optional}}` in the template"
    )]
    Absent {
        /// Wire name of the field.
        field: &'static str,
    },
    /// A field of the template is an object or an array.
    #[error("field `{field}` is an object or array; a key is built from strings, integers and booleans")]
    NotScalar {
        /// Wire name of the field.
        field: &'static str,
    },
    /// A field of the template is a floating-point number without a stated format.
    #[error(
        "field `{field}` is a floating-point number; state its decimals in the template, as in `{{{field}:.2}}`"
    )]
    Float {
        /// Wire name of the field.
        field: &'static str,
    },
    /// A floating-point field is infinite or not a number.
    #[error("field `{field}` is infinite or not a number, which has no place in a key")]
    NotFinite {
        /// Wire name of the field.
        field: &'static str,
    },
    /// A field of the template cannot be written as JSON.
    #[error("field `{field}` cannot be written as JSON: {reason}")]
    NotSerialisable {
        /// Wire name of the field.
        field: &'static str,
        /// What its serialiser said.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;

    #[test]
    fn absent_differs_from_every_text() {
        let key = |value: Option<&str>| {
            let mut key = KeyBuilder::new();
            key.optional("region", &value).map(|_| ()).unwrap();
            key.finish()
        };
        assert_eq!(key(None), "!");
        assert_eq!(key(Some("!")), "%21");
        assert_eq!(key(Some("")), "");
    }

    #[test]
    fn shard_is_stable() {
        let mut key = KeyBuilder::new();
        key.shard("orderId", &"order-1", NonZeroU64::new(16).unwrap()).unwrap();
        // sha256("order-1") begins 0bafe22156d2698c; a change here would move live lanes
        assert_eq!(key.finish(), "12");
    }

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        let key = |value, decimals| {
            let mut key = KeyBuilder::new();
            key.fixed("x", value, decimals).unwrap();
            key.finish()
        };
        for zero in [0.0, -0.0, 0.001, -0.001, -0.004, -f64::MIN_POSITIVE] {
            assert_eq!(key(zero, 2), "0.00", "{zero}");
        }
        assert_eq!((key(-0.4, 0), key(-0.6, 0)), ("0".into(), "-1".into()));
        assert_eq!((key(-0.006, 2), key(-10.0, 1)), ("-0.01".into(), "-10.0".into()));
    }

    #[test]
    fn floats_and_objects_are_refused() {
        let mut key = KeyBuilder::new();
        assert_eq!(key.field("x", &1.5).unwrap_err(), KeyError::Float { field: "x" });
        assert_eq!(key.field("x", &[1]).unwrap_err(), KeyError::NotScalar { field: "x" });
        assert_eq!(key.fixed("x", f64::NAN, 2).unwrap_err(), KeyError::NotFinite { field: "x" });
    }
}
