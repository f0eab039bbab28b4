//! Canonical JSON: RFC 8785 key order, escaping and number spelling, with integers kept exact beyond 2^53.
//!
//! RFC 8785 itself rounds large integers to doubles, so that two ids above 2^53 would hash alike; the libraries
//! that implement it do the same. Integers are therefore written in full here.

use serde_json::{Map, Number, Value};

/// Writes a value in canonical form. Object members that are null are left out, at any depth.
pub(super) fn to_string(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => write_number(out, number),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => write_array(out, items),
        Value::Object(members) => write_object(out, members),
    }
}

fn write_array(out: &mut String, items: &[Value]) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_value(out, item);
    }
    out.push(']');
}

fn write_object(out: &mut String, members: &Map<String, Value>) {
    let mut members: Vec<_> = members.iter().filter(|(_, value)| !value.is_null()).collect();
    members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    out.push('{');
    for (index, (name, value)) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(out, name);
        out.push(':');
        write_value(out, value);
    }
    out.push('}');
}

fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{9}' => out.push_str("\\t"),
            '\u{a}' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\u{d}' => out.push_str("\\r"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// An integer in decimal; anything else as ECMAScript spells a double, where 1.0 is `1` too.
fn write_number(out: &mut String, number: &Number) {
    let text = number.to_string();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) && text != "-0" {
        out.push_str(&text);
        return;
    }
    match number.as_f64() {
        Some(double) if double.is_finite() => out.push_str(ryu_js::Buffer::new().format_finite(double)),
        _ => out.push_str(&text),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn spells_numbers_as_rfc_8785_but_keeps_integers() {
        let value =
            json!([1.0, -0.0, 1e21, 1e-7, 333_333_333.333_333_3, 9_007_199_254_740_993_u64, u64::MAX]);
        assert_eq!(
            to_string(&value),
            "[1,0,1e+21,1e-7,333333333.3333333,9007199254740993,18446744073709551615]"
        );
    }

    #[test]
    fn orders_keys_by_utf16_units_and_drops_nulls() {
        let value = json!({"\u{20ac}": 1, "\r": 2, "\u{1f600}": 3, "\u{fb33}": 4, "a": null});
        assert_eq!(to_string(&value), "{\"\\r\":2,\"\u{20ac}\":1,\"\u{1f600}\":3,\"\u{fb33}\":4}");
    }

    #[test]
    fn escapes_as_rfc_8785() {
        assert_eq!(to_string(&json!("\u{1}\u{8}\"\\/\u{7f}")), "\"\\u0001\\b\\\"\\\\/\u{7f}\"");
    }
}
