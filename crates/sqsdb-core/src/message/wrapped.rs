//! Bodies that SNS or EventBridge put around an envelope on its way to the queue.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// How deep wrappings may nest: EventBridge to SNS to SQS is two.
const DEPTH_MAX: usize = 4;

/// Takes the envelope out of an SNS notification or an EventBridge event; any other object is returned as it is.
///
/// - SNS without raw delivery: `{"Type": "Notification", "TopicArn": …, "Message": "<text>"}`
///   ([format](https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html)).
/// - EventBridge: `{"detail-type": …, "source": …, "detail": {…}}`
///   ([structure](https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html)).
///
/// # Errors
/// The text inside an SNS notification is not JSON, or wrappings nest deeper than four levels.
pub fn unwrap_body(mut body: Value) -> Result<Value, Cow<'static, str>> {
    for _ in 0..=DEPTH_MAX {
        body = match inner(body)? {
            Step::Wrapped(inner) => inner,
            Step::Plain(plain) => return Ok(plain),
        };
    }
    Err("more than four SNS or EventBridge wrappings around the envelope".into())
}

enum Step {
    Plain(Value),
    Wrapped(Value),
}

fn inner(body: Value) -> Result<Step, Cow<'static, str>> {
    let Value::Object(mut object) = body else { return Ok(Step::Plain(body)) };
    if is_sns(&object)
        && let Some(Value::String(text)) = object.get("Message")
    {
        let inner = serde_json::from_str(text)
            .map_err(|error| format!("the Message of the SNS notification is not JSON: {error}"))?;
        return Ok(Step::Wrapped(inner));
    }
    if is_event(&object)
        && let Some(detail) = object.remove("detail")
    {
        return Ok(Step::Wrapped(detail));
    }
    Ok(Step::Plain(Value::Object(object)))
}

fn is_sns(object: &Map<String, Value>) -> bool {
    object.get("Type").is_some_and(|kind| kind == "Notification") && object.contains_key("TopicArn")
}

fn is_event(object: &Map<String, Value>) -> bool {
    object.contains_key("detail-type") && object.contains_key("source") && !object.contains_key("payload")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn takes_the_envelope_out_of_nested_wrappings() {
        let envelope = json!({"messageType": "T", "payload": {}});
        let event = json!({"detail-type": "T", "source": "s", "detail": envelope});
        let sns = json!({"Type": "Notification", "TopicArn": "arn", "Message": event.to_string()});
        assert_eq!(unwrap_body(sns).unwrap(), envelope);
        assert_eq!(unwrap_body(envelope.clone()).unwrap(), envelope);
    }

    #[test]
    fn a_text_that_is_not_json_and_endless_nesting_are_errors() {
        let sns = json!({"Type": "Notification", "TopicArn": "arn", "Message": "hello"});
        assert!(unwrap_body(sns).unwrap_err().contains("not JSON"));
        let mut event = json!(1);
        for _ in 0..9 {
            event = json!({"detail-type": "T", "source": "s", "detail": event});
        }
        assert!(unwrap_body(event).is_err());
    }
}
