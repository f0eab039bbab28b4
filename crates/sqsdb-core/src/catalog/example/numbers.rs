//! Numbers that fit a schema's bounds.

use serde_json::{Value, json};

/// An integer: 1 where it is allowed, or else the bound that is nearest.
///
/// # Errors
/// No integer fits.
pub(super) fn integer(schema: &Value, name: &str) -> Result<Value, String> {
    let step = whole(schema, "multipleOf").filter(|step| *step > 0).unwrap_or(1);
    let min = [whole(schema, "minimum"), whole(schema, "exclusiveMinimum").map(|n| n + 1)]
        .into_iter()
        .flatten()
        .max();
    let max = [whole(schema, "maximum"), whole(schema, "exclusiveMaximum").map(|n| n - 1)]
        .into_iter()
        .flatten()
        .min();
    let wanted = 1.max(min.unwrap_or(1)).min(max.unwrap_or(i128::MAX));
    let up = wanted.div_euclid(step) * step + if wanted.rem_euclid(step) == 0 { 0 } else { step };
    let value = if max.is_some_and(|max| up > max) { up - step } else { up };
    if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
        return Err(format!("`{name}` has bounds that no integer fits"));
    }
    let small = i64::try_from(value).map(Value::from).or_else(|_| u64::try_from(value).map(Value::from));
    small.map_err(|_| format!("`{name}` is an integer beyond 64 bits"))
}

/// A number: 1.5 where it is allowed, or else one inside the bounds.
///
/// # Errors
/// No number was found.
pub(super) fn number(schema: &Value, name: &str) -> Result<Value, String> {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    if schema.get("multipleOf").is_some() {
        return integer(schema, name);
    }
    let (above, below) = (bound("exclusiveMinimum"), bound("exclusiveMaximum"));
    let (min, max) = (bound("minimum"), bound("maximum"));
    let fits = |x: &f64| {
        min.is_none_or(|min| *x >= min)
            && max.is_none_or(|max| *x <= max)
            && above.is_none_or(|above| *x > above)
            && below.is_none_or(|below| *x < below)
    };
    let (low, high) = (min.or(above), max.or(below));
    let middle = low.zip(high).map(|(low, high)| f64::midpoint(low, high));
    let candidates = [Some(1.5), middle, low, high, low.map(|low| low + 1.0), high.map(|high| high - 1.0)];
    let found = candidates.into_iter().flatten().find(fits);
    found.map(|x| json!(x)).ok_or_else(|| format!("`{name}` has bounds that no number fits"))
}

fn whole(schema: &Value, keyword: &str) -> Option<i128> {
    let value = schema.get(keyword)?;
    let exact = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    // a cast saturates: bounds beyond 2^127 are out of reach of every integer type
    exact.or_else(|| value.as_f64().map(|x| x as i128))
}
