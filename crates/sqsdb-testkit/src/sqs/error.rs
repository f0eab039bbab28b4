//! The errors SQS answers with: JSON shape name, query-compatible code, HTTP status and fault.

use std::borrow::Cow;

/// An error answer as it goes over the wire.
///
/// The AWS SDK for Rust matches on the *query* code of the `x-amzn-query-error` header, so both names are kept:
/// see <https://smithy.io/2.0/aws/protocols/aws-query-protocol.html#aws-protocols-awsquerycompatible-trait>.
///
/// ```
/// use sqsdb_testkit::sqs::{ErrorKind, SqsError};
///
/// let error = SqsError::new(ErrorKind::QueueDoesNotExist, "The specified queue does not exist.");
/// assert_eq!(error.code(), "AWS.SimpleQueueService.NonExistentQueue");
/// assert_eq!(error.status(), 400);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct SqsError {
    shape: Cow<'static, str>,
    code: Cow<'static, str>,
    status: u16,
    sender_fault: bool,
    message: String,
}

impl SqsError {
    /// One of the errors that SQS documents.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let Wire { shape, code, status } = kind.wire();
        Self {
            shape: shape.into(),
            code: code.into(),
            status,
            sender_fault: status < 500,
            message: message.into(),
        }
    }

    /// An error that [`ErrorKind`] does not have, with shape name and query code both `code`.
    /// A `status` outside 400..=599 is sent as 500.
    #[must_use]
    pub fn custom(code: impl Into<String>, status: u16, message: impl Into<String>) -> Self {
        let code = code.into();
        let status = if (400..600).contains(&status) { status } else { 500 };
        Self {
            shape: code.clone().into(),
            code: code.into(),
            status,
            sender_fault: status < 500,
            message: message.into(),
        }
    }

    /// The query-compatible code, which is what SDKs report: `AWS.SimpleQueueService.NonExistentQueue`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The name of the error's shape in the JSON protocol: `QueueDoesNotExist`.
    #[must_use]
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Whether the answer blames the sender.
    #[must_use]
    pub fn is_sender_fault(&self) -> bool {
        self.sender_fault
    }

    /// The text for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn invalid_parameter(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidParameterValue, message)
    }

    /// The common wording for one parameter.
    pub(crate) fn invalid_value(value: impl std::fmt::Display, parameter: &str, reason: &str) -> Self {
        Self::invalid_parameter(format!(
            "Value {value} for parameter {parameter} is invalid. Reason: {reason}"
        ))
    }

    pub(crate) fn missing(parameter: &str) -> Self {
        Self::new(ErrorKind::MissingParameter, format!("The request must contain the parameter {parameter}."))
    }

    pub(crate) fn no_such_queue() -> Self {
        Self::new(ErrorKind::QueueDoesNotExist, "The specified queue does not exist.")
    }

    pub(crate) fn no_such_resource(parameter: &str) -> Self {
        let message = format!("The resource that you specified for the {parameter} parameter doesn't exist.");
        Self::new(ErrorKind::ResourceNotFound, message)
    }
}

struct Wire {
    shape: &'static str,
    code: &'static str,
    status: u16,
}

macro_rules! error_kinds {
    ($($(#[$doc:meta])* $kind:ident => $shape:literal, $code:literal, $status:literal;)*) => {
        /// The errors that SQS documents.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[$doc])* $kind,)* }

        impl ErrorKind {
            fn wire(self) -> Wire {
                match self {
                    $(Self::$kind => Wire { shape: $shape, code: $code, status: $status },)*
                }
            }
        }
    };
}

error_kinds! {
    /// No queue of that name or URL.
    QueueDoesNotExist => "QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue", 400;
    /// A queue of that name has other attributes.
    QueueNameExists => "QueueNameExists", "QueueAlreadyExists", 400;
    /// A queue of that name was deleted less than 60 s ago.
    QueueDeletedRecently => "QueueDeletedRecently", "AWS.SimpleQueueService.QueueDeletedRecently", 400;
    /// The queue was purged less than 60 s ago.
    PurgeQueueInProgress => "PurgeQueueInProgress", "AWS.SimpleQueueService.PurgeQueueInProgress", 403;
    /// A parameter has a value that is not allowed.
    InvalidParameterValue => "InvalidParameterValueException", "InvalidParameterValue", 400;
    /// A parameter is absent.
    MissingParameter => "MissingRequiredParameterException", "MissingParameter", 400;
    /// No such queue attribute, or not on this type of queue.
    InvalidAttributeName => "InvalidAttributeName", "InvalidAttributeName", 400;
    /// A queue attribute has a value that is not allowed.
    InvalidAttributeValue => "InvalidAttributeValue", "InvalidAttributeValue", 400;
    /// Characters that XML 1.0 does not have.
    InvalidMessageContents => "InvalidMessageContents", "InvalidMessageContents", 400;
    /// A handle this server never gave out for this queue.
    ReceiptHandleIsInvalid => "ReceiptHandleIsInvalid", "ReceiptHandleIsInvalid", 400;
    /// The message is not in flight.
    MessageNotInflight => "MessageNotInflight", "AWS.SimpleQueueService.MessageNotInflight", 400;
    /// A batch without entries.
    EmptyBatchRequest => "EmptyBatchRequest", "AWS.SimpleQueueService.EmptyBatchRequest", 400;
    /// A batch of more than ten entries.
    TooManyEntriesInBatchRequest =>
        "TooManyEntriesInBatchRequest", "AWS.SimpleQueueService.TooManyEntriesInBatchRequest", 400;
    /// Two entries of a batch share an id.
    BatchEntryIdsNotDistinct =>
        "BatchEntryIdsNotDistinct", "AWS.SimpleQueueService.BatchEntryIdsNotDistinct", 400;
    /// The id of a batch entry is malformed.
    InvalidBatchEntryId => "InvalidBatchEntryId", "AWS.SimpleQueueService.InvalidBatchEntryId", 400;
    /// The messages of a batch are too long together.
    BatchRequestTooLong => "BatchRequestTooLong", "AWS.SimpleQueueService.BatchRequestTooLong", 400;
    /// Too many messages in flight.
    OverLimit => "OverLimit", "OverLimit", 403;
    /// Throttled. SDKs retry it.
    RequestThrottled => "RequestThrottled", "RequestThrottled", 403;
    /// This server does not do that.
    UnsupportedOperation => "UnsupportedOperation", "AWS.SimpleQueueService.UnsupportedOperation", 400;
    /// A queue or task named by ARN or task handle does not exist.
    ResourceNotFound => "ResourceNotFoundException", "ResourceNotFoundException", 404;
    /// The queue URL is none.
    InvalidAddress => "InvalidAddress", "InvalidAddress", 404;
    /// The body is not the JSON that the action takes.
    Serialization => "SerializationException", "SerializationException", 400;
    /// `X-Amz-Target` names no action.
    UnknownOperation => "UnknownOperationException", "UnknownOperationException", 400;
    /// The service's own fault. SDKs retry it.
    InternalFailure => "InternalFailure", "InternalFailure", 500;
}
