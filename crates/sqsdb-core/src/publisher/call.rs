//! One SendMessageBatch: the request, and what its answer says of each entry.

use std::{sync::Arc, time::Duration};

use aws_sdk_sqs::{
    error::BuildError,
    operation::send_message_batch::SendMessageBatchOutput,
    types::{MessageAttributeValue, SendMessageBatchRequestEntry as Entry},
};
use tokio::time::timeout;

use super::{Outgoing, PublishError, Published, Publisher, backlog::Lane};
use crate::transport::{
    QueueError, QueueErrorKind,
    sqs::{entry_error, malformed, queue_error},
};

/// How long one call may take, the SDK's own tries included: a connection that says nothing must not hold up what
/// waits. A megabyte passes in that time over a slow line.
const CALL_MAX: Duration = Duration::from_secs(30);

/// Codes that refuse a call for what stands in it, maybe for a single entry. Sent apart, the others pass.
const REFUSED_REQUEST: [&str; 6] = [
    "InvalidParameterValue",
    "MissingParameter",
    "InvalidMessageContents",
    "AWS.SimpleQueueService.BatchRequestTooLong",
    "ValidationError",
    "ValidationException",
];

/// How a message failed.
#[derive(Debug)]
pub(super) enum Failed {
    /// Another try may help.
    Transient(PublishError),
    /// The whole call was refused, maybe for another entry's sake.
    Request(PublishError),
    /// Another try cannot help.
    Permanent(PublishError),
}

/// Sends the heads of the lanes; one outcome for each, in order.
pub(super) async fn call(publisher: &Publisher, batch: &[Lane]) -> Vec<Result<Published, Failed>> {
    let answer = match timeout(CALL_MAX, request(publisher, batch)).await {
        Ok(answer) => answer,
        Err(_) => {
            let text = format!("no answer within {CALL_MAX:?}");
            Err(QueueError::new(QueueErrorKind::Transient, "NoAnswer", text))
        }
    };
    match answer {
        Ok(answer) => (0..batch.len()).map(|position| outcome(&answer, position)).collect(),
        Err(error) => {
            let error = Arc::new(error);
            batch.iter().map(|_| Err(failed(&error))).collect()
        }
    }
}

fn failed(error: &Arc<QueueError>) -> Failed {
    let failed = match error.kind() {
        QueueErrorKind::Permanent => Failed::Permanent,
        _ if is_refusal(error) => Failed::Request,
        _ => Failed::Transient,
    };
    failed(PublishError::Call(Arc::clone(error)))
}

/// Whether the call was refused for what stands in it.
pub(super) fn is_refusal(error: &QueueError) -> bool {
    REFUSED_REQUEST.contains(&error.code())
}

async fn request(publisher: &Publisher, batch: &[Lane]) -> Result<SendMessageBatchOutput, QueueError> {
    let fifo = publisher.settings.fifo;
    let entries = batch.iter().enumerate().map(|(n, lane)| entry(n, &lane.head.message, fifo));
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(malformed)?;
    let call = publisher.client.send_message_batch().queue_url(publisher.url.as_ref());
    call.set_entries(Some(entries)).send().await.map_err(queue_error)
}

/// Entry ids are positions.
fn entry(position: usize, message: &Outgoing, fifo: bool) -> Result<Entry, BuildError> {
    let mut entry = Entry::builder().id(position.to_string()).message_body(&message.body);
    if fifo {
        entry = entry
            .set_message_group_id(message.group_id.clone())
            .set_message_deduplication_id(message.deduplication_id.clone());
    }
    for (name, value) in &message.attributes {
        let value = MessageAttributeValue::builder().data_type("String").string_value(value).build()?;
        entry = entry.message_attributes(name, value);
    }
    entry.build()
}

fn outcome(answer: &SendMessageBatchOutput, position: usize) -> Result<Published, Failed> {
    let id = position.to_string();
    if let Some(sent) = answer.successful().iter().find(|sent| sent.id() == id) {
        let sequence_number = sent.sequence_number().map(str::to_owned);
        return Ok(Published { message_id: sent.message_id().to_owned(), sequence_number });
    }
    Err(match answer.failed().iter().find(|failed| failed.id() == id).map(entry_error) {
        Some(error) if error.permanent => Failed::Permanent(PublishError::Refused(error)),
        Some(error) => Failed::Transient(PublishError::Refused(error)),
        None => Failed::Transient(PublishError::NoAnswer),
    })
}
