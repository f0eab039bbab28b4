//! Message attributes: their wire form, their rules, and the filters that select them on receive.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use serde::{Deserialize, Serialize};

use super::validate;
use crate::sqs::error::SqsError;

const MAX_ATTRIBUTES: usize = 10;
const MAX_NAME_OR_TYPE: usize = 256;
const MAX_NUMBER_DIGITS: usize = 38;

pub(crate) type AttributeMap = BTreeMap<String, AttributeValue>;

/// One attribute with its data type, custom suffix included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttributeValue {
    pub(crate) data_type: String,
    pub(crate) payload: Payload,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Payload {
    String(String),
    Binary(Vec<u8>),
}

impl AttributeValue {
    fn size(&self) -> usize {
        self.data_type.len()
            + match &self.payload {
                Payload::String(text) => text.len(),
                Payload::Binary(bytes) => bytes.len(),
            }
    }
}

/// The bytes that count against the message size: names, types and values.
pub(crate) fn size_of(attributes: &AttributeMap) -> usize {
    attributes.iter().map(|(name, value)| name.len() + value.size()).sum()
}

/// An attribute as JSON carries it; binary values are base64.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(crate) struct WireAttribute {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    string_value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binary_value: Option<String>,
}

impl From<&AttributeValue> for WireAttribute {
    fn from(value: &AttributeValue) -> Self {
        let (string_value, binary_value) = match &value.payload {
            Payload::String(text) => (Some(text.clone()), None),
            Payload::Binary(bytes) => (None, Some(BASE64.encode(bytes))),
        };
        Self { data_type: Some(value.data_type.clone()), string_value, binary_value }
    }
}

pub(crate) type WireAttributes = BTreeMap<String, WireAttribute>;

/// Checks the attributes that a sender attaches to a message.
pub(crate) fn parse_user(wire: Option<WireAttributes>) -> Result<AttributeMap, SqsError> {
    let wire = wire.unwrap_or_default();
    if wire.len() > MAX_ATTRIBUTES {
        let message = format!(
            "Number of message attributes [{}] exceeds the allowed maximum [{MAX_ATTRIBUTES}].",
            wire.len()
        );
        return Err(SqsError::invalid_parameter(message));
    }
    wire.into_iter()
        .map(|(name, value)| {
            check_name(&name)?;
            let value = parse_value("user", &name, value)?;
            Ok((name, value))
        })
        .collect()
}

/// Checks the system attributes of a send: SQS takes `AWSTraceHeader` and nothing else.
pub(crate) fn parse_system(wire: Option<WireAttributes>) -> Result<AttributeMap, SqsError> {
    wire.unwrap_or_default()
        .into_iter()
        .map(|(name, value)| {
            if name != "AWSTraceHeader" {
                let message = format!("Message system attribute name '{name}' is invalid.");
                return Err(SqsError::invalid_parameter(message));
            }
            let value = parse_value("system", &name, value)?;
            Ok((name, value))
        })
        .collect()
}

fn check_name(name: &str) -> Result<(), SqsError> {
    let lower = name.to_ascii_lowercase();
    let legal_characters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    let legal_periods = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    let reserved = lower.starts_with("aws.") || lower.starts_with("amazon.");
    if name.is_empty() || name.len() > MAX_NAME_OR_TYPE || !legal_characters || !legal_periods || reserved {
        let message = format!(
            "The message attribute name '{name}' is invalid. It takes 1 to 256 of A-Z, a-z, 0-9, underscore, \
             hyphen and period, no period at the ends or twice in a row, and no AWS. or Amazon. prefix."
        );
        return Err(SqsError::invalid_parameter(message));
    }
    Ok(())
}

fn parse_value(scope: &str, name: &str, wire: WireAttribute) -> Result<AttributeValue, SqsError> {
    let data_type = wire.data_type.unwrap_or_default();
    let kind = data_type.split('.').next().unwrap_or_default();
    if data_type.len() > MAX_NAME_OR_TYPE || !matches!(kind, "String" | "Number" | "Binary") {
        let message = format!(
            "The message attribute '{name}' has an invalid message attribute type, the set of supported type \
             prefixes is Binary, Number, and String."
        );
        return Err(SqsError::invalid_parameter(message));
    }
    let payload = match kind {
        "Binary" => Payload::Binary(binary_value(scope, name, wire.binary_value)?),
        "Number" => Payload::String(number_value(scope, name, wire.string_value)?),
        _ => Payload::String(string_value(scope, name, kind, wire.string_value)?),
    };
    Ok(AttributeValue { data_type, payload })
}

fn empty_value(scope: &str, name: &str, kind: &str) -> SqsError {
    SqsError::invalid_parameter(format!(
        "Message ({scope}) attribute '{name}' must contain a non-empty value of type '{kind}'."
    ))
}

fn string_value(scope: &str, name: &str, kind: &str, value: Option<String>) -> Result<String, SqsError> {
    let value = value.filter(|value| !value.is_empty()).ok_or_else(|| empty_value(scope, name, kind))?;
    if validate::first_illegal_character(&value).is_some() {
        return Err(SqsError::invalid_parameter(format!(
            "Invalid binary character was found in the value of message ({scope}) attribute '{name}'."
        )));
    }
    Ok(value)
}

fn number_value(scope: &str, name: &str, value: Option<String>) -> Result<String, SqsError> {
    let value = string_value(scope, name, "Number", value)?;
    let digits = value.bytes().take_while(|b| !matches!(b, b'e' | b'E')).filter(u8::is_ascii_digit).count();
    let is_number = value.parse::<f64>().is_ok_and(f64::is_finite);
    if is_number && (1..=MAX_NUMBER_DIGITS).contains(&digits) {
        return Ok(value);
    }
    Err(SqsError::invalid_parameter(format!(
        "Can't cast the value of message ({scope}) attribute '{name}' to a number."
    )))
}

fn binary_value(scope: &str, name: &str, value: Option<String>) -> Result<Vec<u8>, SqsError> {
    let value = value.filter(|value| !value.is_empty()).ok_or_else(|| empty_value(scope, name, "Binary"))?;
    BASE64.decode(value).map_err(|_not_base64| {
        SqsError::invalid_parameter(format!("Message ({scope}) attribute '{name}' is not base64."))
    })
}

/// The attributes that a receive asked for: exact names, `prefix.*`, or everything by `All`, `.*` or `*`.
pub(crate) fn select(attributes: &AttributeMap, filters: &[String]) -> AttributeMap {
    let wanted = |name: &str| filters.iter().any(|filter| filter_matches(filter, name));
    attributes
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn filter_matches(filter: &str, name: &str) -> bool {
    match filter {
        "All" | ".*" | "*" => true,
        _ => match filter.strip_suffix(".*") {
            Some(prefix) => name.starts_with(prefix),
            None => filter == name,
        },
    }
}
