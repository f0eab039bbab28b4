//! `RedrivePolicy` and `RedriveAllowPolicy`: who dead-letters to whom.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::sqs::error::SqsError;

const MAX_RECEIVES: u64 = 1_000;
const MAX_SOURCES: usize = 10;

/// Where messages go once they were received too often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RedrivePolicy {
    pub(crate) target_arn: String,
    pub(crate) max_receive_count: u32,
}

impl RedrivePolicy {
    pub(crate) fn parse(text: &str) -> Result<Self, SqsError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire {
            dead_letter_target_arn: Option<String>,
            max_receive_count: Option<Value>,
        }
        let invalid = |reason: &str| SqsError::invalid_value(text, "RedrivePolicy", reason);
        let wire: Wire = serde_json::from_str(text)
            .map_err(|_not_json| invalid("Redrive policy is not a valid JSON map."))?;
        let target_arn = wire.dead_letter_target_arn.ok_or_else(|| {
            invalid("Redrive policy does not contain mandatory attribute: deadLetterTargetArn.")
        })?;
        if !target_arn.starts_with("arn:") || target_arn.split(':').count() != 6 {
            return Err(invalid("Invalid value for deadLetterTargetArn."));
        }
        let count = wire.max_receive_count.ok_or_else(|| {
            invalid("Redrive policy does not contain mandatory attribute: maxReceiveCount.")
        })?;
        let max_receive_count = receives(&count).ok_or_else(|| {
            invalid(&format!(
                "Invalid value for maxReceiveCount: {count}, valid values are from 1 to {MAX_RECEIVES} both inclusive."
            ))
        })?;
        Ok(Self { target_arn, max_receive_count })
    }

    pub(crate) fn to_json(&self) -> String {
        json!({ "deadLetterTargetArn": self.target_arn, "maxReceiveCount": self.max_receive_count })
            .to_string()
    }
}

/// A number, or a string that holds one.
fn receives(count: &Value) -> Option<u32> {
    let number = match count {
        Value::String(text) => text.parse().ok()?,
        other => other.as_u64()?,
    };
    if !(1..=MAX_RECEIVES).contains(&number) {
        return None;
    }
    u32::try_from(number).ok()
}

/// Which queues may name this one as their dead-letter queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RedriveAllowPolicy {
    AllowAll,
    DenyAll,
    ByQueue(Vec<String>),
}

impl RedriveAllowPolicy {
    pub(crate) fn parse(text: &str) -> Result<Self, SqsError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire {
            redrive_permission: Option<String>,
            source_queue_arns: Option<Vec<String>>,
        }
        let invalid = |reason: &str| SqsError::invalid_value(text, "RedriveAllowPolicy", reason);
        let wire: Wire = serde_json::from_str(text)
            .map_err(|_not_json| invalid("Redrive allow policy is not a valid JSON map."))?;
        match (wire.redrive_permission.as_deref(), wire.source_queue_arns) {
            (Some("allowAll"), None) => Ok(Self::AllowAll),
            (Some("denyAll"), None) => Ok(Self::DenyAll),
            (Some("byQueue"), Some(arns)) if (1..=MAX_SOURCES).contains(&arns.len()) => {
                Ok(Self::ByQueue(arns))
            }
            (Some("byQueue"), _) => Err(invalid("byQueue takes 1 to 10 sourceQueueArns.")),
            (Some("allowAll" | "denyAll"), Some(_)) => {
                Err(invalid("sourceQueueArns goes with redrivePermission byQueue only."))
            }
            _ => Err(invalid("redrivePermission must be allowAll, denyAll or byQueue.")),
        }
    }

    pub(crate) fn allows(&self, source_arn: &str) -> bool {
        match self {
            Self::AllowAll => true,
            Self::DenyAll => false,
            Self::ByQueue(arns) => arns.iter().any(|arn| arn == source_arn),
        }
    }

    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::AllowAll => json!({ "redrivePermission": "allowAll" }),
            Self::DenyAll => json!({ "redrivePermission": "denyAll" }),
            Self::ByQueue(arns) => json!({ "redrivePermission": "byQueue", "sourceQueueArns": arns }),
        }
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARN: &str = "arn:aws:sqs:us-east-1:000000000000:dlq";

    #[test]
    fn the_count_is_a_number_or_a_string() {
        for count in ["5", "\"5\""] {
            let text = format!(r#"{{"deadLetterTargetArn":"{ARN}","maxReceiveCount":{count}}}"#);
            assert_eq!(RedrivePolicy::parse(&text).unwrap().max_receive_count, 5);
        }
        for count in ["0", "1001", "-1", "\"x\"", "1.5", "null"] {
            let text = format!(r#"{{"deadLetterTargetArn":"{ARN}","maxReceiveCount":{count}}}"#);
            assert!(RedrivePolicy::parse(&text).is_err(), "{count}");
        }
    }

    #[test]
    fn allow_policies() {
        assert_eq!(
            RedriveAllowPolicy::parse(r#"{"redrivePermission":"denyAll"}"#),
            Ok(RedriveAllowPolicy::DenyAll)
        );
        let by_queue = format!(r#"{{"redrivePermission":"byQueue","sourceQueueArns":["{ARN}"]}}"#);
        assert!(RedriveAllowPolicy::parse(&by_queue).unwrap().allows(ARN));
        for wrong in ["", "{}", r#"{"redrivePermission":"byQueue"}"#, r#"{"redrivePermission":"some"}"#] {
            assert!(RedriveAllowPolicy::parse(wrong).is_err(), "{wrong}");
        }
    }
}
