//! SQS errors, sorted by what a worker does about them.
//!
//! Codes: [common errors](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html)
//! and the errors of each action. The SDK knows query-compatible codes such as
//! `AWS.SimpleQueueService.NonExistentQueue`.

use aws_sdk_sqs::{
    error::{DisplayErrorContext, ProvideErrorMetadata, SdkError},
    types::BatchResultErrorEntry,
};

use crate::transport::{EntryError, QueueError, QueueErrorKind};

/// Codes of calls that were too many, or that found too much in flight.
const THROTTLED: [&str; 6] = [
    "RequestThrottled",
    "ThrottlingException",
    "Throttling",
    "TooManyRequestsException",
    "OverLimit",
    "KMS.ThrottlingException",
];

/// Codes of requests that cannot succeed until someone changes queue, policy or program.
const PERMANENT: [&str; 12] = [
    "AWS.SimpleQueueService.NonExistentQueue",
    "QueueDoesNotExist",
    "AccessDenied",
    "AccessDeniedException",
    "InvalidClientTokenId",
    "SignatureDoesNotMatch",
    "UnrecognizedClientException",
    "InvalidAddress",
    "InvalidSecurity",
    "AWS.SimpleQueueService.UnsupportedOperation",
    "KMS.AccessDeniedException",
    "KMS.DisabledException",
];

/// Codes that say that a receipt handle is worth nothing any more. `InvalidParameterValue` is what SQS answers
/// for an expired FIFO handle and for the visibility of a deleted message.
const GONE: [&str; 4] = [
    "ReceiptHandleIsInvalid",
    "InvalidParameterValue",
    "AWS.SimpleQueueService.MessageNotInflight",
    "MessageNotInflight",
];

/// Sorts the error of a call.
pub(crate) fn queue_error<E>(error: SdkError<E>) -> QueueError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    let code = error.code().unwrap_or("NoAnswer").to_owned();
    let kind = match code.as_str() {
        code if THROTTLED.contains(&code) => QueueErrorKind::Throttled,
        code if PERMANENT.contains(&code) => QueueErrorKind::Permanent,
        _ => QueueErrorKind::Transient,
    };
    QueueError::new(kind, code, DisplayErrorContext(error).to_string())
}

/// Sorts a failed entry of a batch.
pub(crate) fn entry_error(failure: &BatchResultErrorEntry) -> EntryError {
    let code = failure.code();
    let gone = GONE.contains(&code);
    let permanent = gone || (failure.sender_fault() && !THROTTLED.contains(&code));
    EntryError::new(code, failure.message().unwrap_or_default()).verdict(gone, permanent)
}
