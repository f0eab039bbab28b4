//! Sends batches, and sends again what may still succeed.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use aws_sdk_sqs::{
    error::BuildError,
    operation::send_message_batch::SendMessageBatchOutput,
    types::{MessageAttributeValue, SendMessageBatchRequestEntry as Entry},
};

use super::{
    Outgoing, PublishError, Published, Publisher,
    batch::{self, Numbered},
};
use crate::transport::{
    QueueError, QueueErrorKind,
    sqs::{entry_error, malformed, queue_error},
};

/// Tries of one message, and the pause after the first.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

type Results = Vec<Option<Result<Published, PublishError>>>;

pub(super) async fn send(
    publisher: &Publisher,
    messages: Vec<Result<Outgoing, PublishError>>,
) -> Vec<Result<Published, PublishError>> {
    let mut results: Results = std::iter::repeat_with(|| None).take(messages.len()).collect();
    let mut waiting = VecDeque::new();
    for (position, message) in messages.into_iter().enumerate() {
        match message.and_then(|message| fits(publisher, message)) {
            Ok(message) => waiting.push_back(Numbered { position, message }),
            Err(error) => results[position] = Some(Err(error)),
        }
    }
    let fifo = publisher.settings.fifo;
    while !waiting.is_empty() {
        let failed = batch(publisher, batch::next(&mut waiting, fifo), &mut results).await;
        if fifo {
            hold_back(&failed, &mut waiting, &mut results);
        }
    }
    results.into_iter().map(|result| result.unwrap_or(Err(PublishError::NoAnswer))).collect()
}

/// Refuses what the queue would refuse, before it costs its neighbours the call.
fn fits(publisher: &Publisher, message: Outgoing) -> Result<Outgoing, PublishError> {
    let settings = &publisher.settings;
    let message_type = || message.message_type.to_owned();
    if settings.fifo && message.group_id.is_none() {
        return Err(PublishError::NoGroup { message_type: message_type() });
    }
    if settings.fifo && message.content_based && !settings.content_based_deduplication {
        return Err(PublishError::NoDeduplication { message_type: message_type() });
    }
    let (size, max) = (message.size(), settings.maximum_message_size);
    if size > max { Err(PublishError::TooLarge { size, max }) } else { Ok(message) }
}

/// Sends one batch until every entry is sent or has failed for good; answers the groups of those that failed.
async fn batch(publisher: &Publisher, mut left: Vec<Numbered>, results: &mut Results) -> Vec<Option<String>> {
    let (mut failed, mut pause) = (Vec::new(), PAUSE);
    for attempt in 1..=TRIES {
        let last = attempt == TRIES;
        let mut again = Vec::new();
        for (numbered, outcome) in call(publisher, left).await {
            match outcome {
                Ok(published) => results[numbered.position] = Some(Ok(published)),
                Err((_, true)) if !last => again.push(numbered),
                Err((error, _)) => {
                    results[numbered.position] = Some(Err(error));
                    failed.push(numbered.message.group_id);
                }
            }
        }
        if again.is_empty() {
            break;
        }
        left = again;
        tokio::time::sleep(pause.mul_f64(0.5 + rand::random::<f64>())).await;
        pause *= 2;
    }
    failed
}

/// Later messages of a group in which one failed are not sent.
fn hold_back(failed: &[Option<String>], waiting: &mut VecDeque<Numbered>, results: &mut Results) {
    waiting.retain(|numbered| {
        let Some(group) = numbered.message.group_id.clone().filter(|g| failed.contains(&Some(g.clone())))
        else {
            return true;
        };
        results[numbered.position] = Some(Err(PublishError::HeldBack { group }));
        false
    });
}

/// An outcome, and for an error whether another try may help.
type Outcome = Result<Published, (PublishError, bool)>;

async fn call(publisher: &Publisher, batch: Vec<Numbered>) -> Vec<(Numbered, Outcome)> {
    match request(publisher, &batch).await {
        Ok(answer) => {
            batch.into_iter().enumerate().map(|(n, numbered)| (numbered, outcome(&answer, n))).collect()
        }
        Err(error) => {
            let (again, error) = (error.kind() != QueueErrorKind::Permanent, Arc::new(error));
            let outcome = |numbered| (numbered, Err((PublishError::Call(Arc::clone(&error)), again)));
            batch.into_iter().map(outcome).collect()
        }
    }
}

async fn request(publisher: &Publisher, batch: &[Numbered]) -> Result<SendMessageBatchOutput, QueueError> {
    let fifo = publisher.settings.fifo;
    let entries = batch.iter().enumerate().map(|(n, numbered)| entry(n, &numbered.message, fifo));
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(malformed)?;
    let call = publisher.client.send_message_batch().queue_url(publisher.url.as_ref());
    call.set_entries(Some(entries)).send().await.map_err(queue_error)
}

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

/// Entry ids are positions.
fn outcome(answer: &SendMessageBatchOutput, position: usize) -> Outcome {
    let id = position.to_string();
    if let Some(sent) = answer.successful().iter().find(|sent| sent.id() == id) {
        let sequence_number = sent.sequence_number().map(str::to_owned);
        return Ok(Published { message_id: sent.message_id().to_owned(), sequence_number });
    }
    match answer.failed().iter().find(|failed| failed.id() == id).map(entry_error) {
        Some(error) => {
            let again = !error.permanent;
            Err((PublishError::Refused(error), again))
        }
        None => Err((PublishError::NoAnswer, false)),
    }
}
