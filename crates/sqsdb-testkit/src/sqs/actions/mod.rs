//! The actions of the API: input from JSON, the work on the queues, output to JSON.

mod attributes;
mod batch;
mod deletes;
mod moves;
mod queues;
mod receive;
mod send;
mod tags;
mod visibility;

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use super::{
    action::Action,
    clock::Timestamp,
    dispatch::Hooks,
    error::{ErrorKind, SqsError},
    model::state::State,
    shared::Shared,
};

/// An output without members.
#[derive(Debug, Serialize)]
struct Empty {}

/// Runs a call; the outcome is JSON or an error, whatever the body.
pub(crate) async fn run(
    shared: &Arc<Shared>,
    action: Action,
    body: &[u8],
    hooks: &Hooks,
) -> Result<Vec<u8>, SqsError> {
    match action {
        Action::CreateQueue => on_state(shared, body, queues::create),
        Action::DeleteQueue => on_state(shared, body, queues::delete),
        Action::GetQueueUrl => on_state(shared, body, queues::url),
        Action::ListQueues => on_state(shared, body, queues::list),
        Action::PurgeQueue => on_state(shared, body, queues::purge),
        Action::ListDeadLetterSourceQueues => on_state(shared, body, queues::list_sources),
        Action::GetQueueAttributes => on_state(shared, body, attributes::get),
        Action::SetQueueAttributes => on_state(shared, body, attributes::set),
        Action::TagQueue => on_state(shared, body, tags::tag),
        Action::UntagQueue => on_state(shared, body, tags::untag),
        Action::ListQueueTags => on_state(shared, body, tags::list),
        Action::SendMessage => on_state(shared, body, send::one),
        Action::SendMessageBatch => on_state(shared, body, |s, n, i| send::batch(s, n, i, hooks)),
        Action::ReceiveMessage => encode(receive::receive(shared, decode(body)?, hooks).await),
        Action::DeleteMessage => on_state(shared, body, deletes::one),
        Action::DeleteMessageBatch => on_state(shared, body, |s, n, i| deletes::batch(s, n, i, hooks)),
        Action::ChangeMessageVisibility => on_state(shared, body, visibility::one),
        Action::ChangeMessageVisibilityBatch => {
            on_state(shared, body, |s, n, i| visibility::batch(s, n, i, hooks))
        }
        Action::StartMessageMoveTask => encode(moves::start(shared, decode(body)?)),
        Action::ListMessageMoveTasks => on_state(shared, body, moves::list),
        Action::CancelMessageMoveTask => on_state(shared, body, moves::cancel),
        Action::AddPermission | Action::RemovePermission => Err(unsupported(action)),
    }
}

fn on_state<I, O>(
    shared: &Shared,
    body: &[u8],
    run: impl FnOnce(&mut State, Timestamp, I) -> Result<O, SqsError>,
) -> Result<Vec<u8>, SqsError>
where
    I: DeserializeOwned,
    O: Serialize,
{
    let input = decode(body)?;
    encode(shared.locked(|state, now| run(state, now, input)))
}

fn decode<I: DeserializeOwned>(body: &[u8]) -> Result<I, SqsError> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| SqsError::new(ErrorKind::Serialization, error.to_string()))
}

fn encode<O: Serialize>(output: Result<O, SqsError>) -> Result<Vec<u8>, SqsError> {
    serde_json::to_vec(&output?).map_err(unserializable)
}

/// For JSON that cannot be written, which takes a map with keys that are no strings.
pub(crate) fn unserializable(error: serde_json::Error) -> SqsError {
    SqsError::new(ErrorKind::InternalFailure, error.to_string())
}

fn unsupported(action: Action) -> SqsError {
    SqsError::new(ErrorKind::UnsupportedOperation, format!("This server does not do {action}."))
}

/// One page of at most `max` of `all`, after the item that `token` names, and the token of the next page.
fn page(
    all: impl Iterator<Item = String>,
    token: Option<&str>,
    max: Option<usize>,
) -> (Vec<String>, Option<String>) {
    let mut rest = all.skip_while(|item| token.is_some_and(|token| item.as_str() <= token)).peekable();
    let page: Vec<String> = rest.by_ref().take(max.unwrap_or(MAX_PAGE)).collect();
    let next = if max.is_some() && rest.peek().is_some() { page.last().cloned() } else { None };
    (page, next)
}

const MAX_PAGE: usize = 1_000;

/// `MaxResults` of the listing actions.
fn max_results(given: Option<i64>) -> Result<Option<usize>, SqsError> {
    let bounds = (1, MAX_PAGE as u64);
    let max = super::model::validate::range("MaxResults", given, bounds, "Must be between 1 and 1000.")?;
    Ok(max.and_then(|max| usize::try_from(max).ok()))
}
