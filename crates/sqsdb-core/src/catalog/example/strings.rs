//! Texts that fit a schema's format and length.

use serde_json::Value;

/// A text for `schema`, made of the field's name where no format says otherwise.
///
/// # Errors
/// The schema has a pattern, which is not something to guess.
pub(super) fn of(schema: &Value, name: &str) -> Result<Value, String> {
    if schema.get("pattern").is_some() {
        return Err(format!("`{name}` has a pattern"));
    }
    if let Some(text) = schema.get("format").and_then(Value::as_str).and_then(of_format) {
        return Ok(text.into());
    }
    let length = |keyword| schema.get(keyword).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let mut text = format!("{name}-1");
    while let Some(missing) = length("minLength").and_then(|min| min.checked_sub(text.chars().count()))
        && missing > 0
    {
        text.push('x');
    }
    Ok(text.chars().take(length("maxLength").unwrap_or(usize::MAX)).collect::<String>().into())
}

/// The formats of JSON Schema, and those that `schemars` adds.
fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-01T00:00:00Z",
        "partial-date-time" => "2026-01-01T00:00:00",
        "date" => "2026-01-01",
        "time" => "00:00:00Z",
        "partial-time" => "00:00:00",
        "duration" => "P1D",
        "uuid" => "01234567-89ab-7def-8123-456789abcdef",
        "email" | "idn-email" => "someone@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "uri" | "iri" | "uri-reference" | "iri-reference" => "https://example.com/",
        "ipv4" | "ip" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        _ => return None,
    })
}
