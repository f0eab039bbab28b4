//! The error answers of AWS that the suite expects, by status, query code and text where it is known.

use std::borrow::Cow;

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    /// `None` where only the code is known.
    pub(crate) text: Option<Cow<'static, str>>,
}

const fn answer(status: u16, code: &'static str, text: &'static str) -> Answer {
    Answer { status, code, text: Some(Cow::Borrowed(text)) }
}

const fn code_only(code: &'static str) -> Answer {
    Answer { status: 400, code, text: None }
}

pub(crate) const NO_QUEUE: Answer =
    answer(400, "AWS.SimpleQueueService.NonExistentQueue", "The specified queue does not exist.");
pub(crate) const DELETED_RECENTLY: Answer = answer(
    400,
    "AWS.SimpleQueueService.QueueDeletedRecently",
    "You must wait 60 seconds after deleting a queue before you can create another with the same name.",
);
pub(crate) const TOO_MANY_ENTRIES: Answer = answer(
    400,
    "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
    "Maximum number of entries per request are 10. You have sent 20.",
);
pub(crate) const EMPTY_BATCH: Answer = code_only("AWS.SimpleQueueService.EmptyBatchRequest");
pub(crate) const IDS_NOT_DISTINCT: Answer = code_only("AWS.SimpleQueueService.BatchEntryIdsNotDistinct");
pub(crate) const INVALID_BATCH_ID: Answer = answer(
    400,
    "AWS.SimpleQueueService.InvalidBatchEntryId",
    "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 \
     letters long.",
);
pub(crate) const BATCH_TOO_LONG: Answer = answer(
    400,
    "AWS.SimpleQueueService.BatchRequestTooLong",
    "Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.",
);
pub(crate) const INVALID_CONTENTS: Answer = code_only("InvalidMessageContents");
pub(crate) const INVALID_PARAMETER: Answer = code_only("InvalidParameterValue");
pub(crate) const INVALID_ATTRIBUTE_NAME: Answer = code_only("InvalidAttributeName");
pub(crate) const INVALID_ATTRIBUTE_VALUE: Answer = code_only("InvalidAttributeValue");
pub(crate) const UNSUPPORTED: Answer = code_only("AWS.SimpleQueueService.UnsupportedOperation");
pub(crate) const NO_DEDUP_ID: Answer = answer(
    400,
    "InvalidParameterValue",
    "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
);
pub(crate) const NO_GROUP: Answer =
    answer(400, "MissingParameter", "The request must contain the parameter MessageGroupId.");
pub(crate) const NO_GROUP_IN_BATCH: Answer =
    answer(400, "InvalidParameterValue", "The request must contain the parameter MessageGroupId.");
pub(crate) const NO_BODY: Answer =
    answer(400, "MissingParameter", "The request must contain the parameter MessageBody.");
pub(crate) const ONE_ENCRYPTION: Answer = answer(
    400,
    "InvalidAttributeName",
    "You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.",
);
pub(crate) const TYPE_IS_FIXED: Answer = answer(
    400,
    "InvalidAttributeValue",
    "Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.",
);
pub(crate) const NOT_A_DLQ: Answer =
    answer(400, "InvalidParameterValue", "Source queue must be configured as a Dead Letter Queue.");
pub(crate) const NO_TASK_HANDLE: Answer =
    answer(400, "InvalidParameterValue", "Value for parameter TaskHandle is invalid.");
pub(crate) const NO_SOURCE: Answer = answer(
    404,
    "ResourceNotFoundException",
    "The resource that you specified for the SourceArn parameter doesn't exist.",
);
pub(crate) const NO_DESTINATION: Answer = answer(
    404,
    "ResourceNotFoundException",
    "The resource that you specified for the DestinationArn parameter doesn't exist.",
);
pub(crate) const NO_TASK: Answer = answer(404, "ResourceNotFoundException", "Task does not exist.");
pub(crate) const TASK_RUNS: Answer = answer(
    400,
    "InvalidParameterValue",
    "There is already a task running. Only one active task is allowed for a source queue arn at a given time.",
);

pub(crate) fn purged_recently(queue_name: &str) -> Answer {
    let text = format!("Only one PurgeQueue operation on {queue_name} is allowed every 60 seconds.");
    Answer { status: 403, code: "AWS.SimpleQueueService.PurgeQueueInProgress", text: Some(text.into()) }
}

pub(crate) fn other_value(attribute: &str) -> Answer {
    let text =
        format!("A queue already exists with the same name and a different value for attribute {attribute}");
    Answer { status: 400, code: "QueueAlreadyExists", text: Some(text.into()) }
}

pub(crate) fn unknown_attribute(name: &str) -> Answer {
    Answer { text: Some(format!("Unknown Attribute {name}.").into()), ..INVALID_ATTRIBUTE_NAME }
}

pub(crate) fn fifo_only(name: &str) -> Answer {
    let text = format!("You can specify the {name} only when FifoQueue is set to true.");
    Answer { text: Some(text.into()), ..INVALID_ATTRIBUTE_NAME }
}

pub(crate) fn too_long(limit: usize) -> Answer {
    let text =
        format!("One or more parameters are invalid. Reason: Message must be shorter than {limit} bytes.");
    Answer { text: Some(text.into()), ..INVALID_PARAMETER }
}

pub(crate) fn invalid_value(value: &str, parameter: &str, reason: &str) -> Answer {
    let text = format!("Value {value} for parameter {parameter} is invalid. Reason: {reason}");
    Answer { text: Some(text.into()), ..INVALID_PARAMETER }
}

pub(crate) fn invalid_id(value: &str, parameter: &str) -> Answer {
    let reason =
        format!("{parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.");
    invalid_value(value, parameter, &reason)
}

pub(crate) fn handle_expired(handle: &str) -> Answer {
    invalid_value(handle, "ReceiptHandle", "The receipt handle has expired.")
}

pub(crate) fn not_available(handle: &str) -> Answer {
    let reason = "Message does not exist or is not available for visibility timeout change.";
    invalid_value(handle, "ReceiptHandle", reason)
}

pub(crate) fn not_a_handle(handle: &str) -> Answer {
    let text = format!("The input receipt handle \"{handle}\" is not a valid receipt handle.");
    Answer { status: 400, code: "ReceiptHandleIsInvalid", text: Some(text.into()) }
}

pub(crate) fn empty_attribute(name: &str) -> Answer {
    let text = format!("Message (user) attribute '{name}' must contain a non-empty value of type 'String'.");
    Answer { text: Some(text.into()), ..INVALID_PARAMETER }
}
