//! What the batch actions share: the rules for a batch, and answers with per-entry failures.

use std::collections::HashSet;

use serde::Serialize;

use crate::sqs::{
    dispatch::Hooks,
    error::{ErrorKind, SqsError},
};

const MAX_ENTRIES: usize = 10;
const MAX_ID: usize = 80;

/// An entry of a batch request.
pub(super) trait Entry {
    /// Its name in the API.
    const NAME: &'static str;

    fn id(&self) -> Option<&str>;
}

/// The answer to a batch.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct BatchOutput<T> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    successful: Vec<T>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed: Vec<FailedEntry>,
}

/// A success that says nothing but the id.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Done {
    id: String,
}

impl Done {
    pub(super) fn new(id: &str) -> Self {
        Self { id: id.to_owned() }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct FailedEntry {
    id: String,
    code: String,
    message: String,
    sender_fault: bool,
}

/// Checks the batch as a whole.
pub(super) fn check<E: Entry>(entries: Option<Vec<E>>) -> Result<Vec<(String, E)>, SqsError> {
    let entries = entries.unwrap_or_default();
    if entries.is_empty() {
        let message = format!("There should be at least one {} in the request.", E::NAME);
        return Err(SqsError::new(ErrorKind::EmptyBatchRequest, message));
    }
    if entries.len() > MAX_ENTRIES {
        let message = format!(
            "Maximum number of entries per request are {MAX_ENTRIES}. You have sent {}.",
            entries.len()
        );
        return Err(SqsError::new(ErrorKind::TooManyEntriesInBatchRequest, message));
    }
    let mut seen = HashSet::new();
    entries
        .into_iter()
        .map(|entry| {
            let id = check_id(entry.id())?;
            if !seen.insert(id.clone()) {
                return Err(SqsError::new(ErrorKind::BatchEntryIdsNotDistinct, format!("Id {id} repeated.")));
            }
            Ok((id, entry))
        })
        .collect()
}

fn check_id(id: Option<&str>) -> Result<String, SqsError> {
    let legal = |id: &&str| {
        (1..=MAX_ID).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    id.filter(legal).map(str::to_owned).ok_or_else(|| {
        SqsError::new(
            ErrorKind::InvalidBatchEntryId,
            "A batch entry id can only contain alphanumeric characters, hyphens and underscores. \
             It can be at most 80 letters long.",
        )
    })
}

/// Runs the entries one after another; those that a fault is ordered for are not run.
pub(super) fn run<E, T>(
    entries: Vec<(String, E)>,
    hooks: &Hooks,
    mut one: impl FnMut(&str, E) -> Result<T, SqsError>,
) -> BatchOutput<T> {
    let mut output = BatchOutput { successful: Vec::new(), failed: Vec::new() };
    for (id, entry) in entries {
        match hooks.entries.as_ref().filter(|fault| fault.hits(&id)) {
            Some(fault) => output.failed.push(FailedEntry {
                id,
                code: fault.code().to_owned(),
                message: fault.message().to_owned(),
                sender_fault: fault.is_sender_fault(),
            }),
            None => match one(&id, entry) {
                Ok(done) => output.successful.push(done),
                Err(error) => output.failed.push(failed(id, &error)),
            },
        }
    }
    output
}

fn failed(id: String, error: &SqsError) -> FailedEntry {
    FailedEntry {
        id,
        code: error.code().to_owned(),
        message: error.message().to_owned(),
        sender_fault: error.is_sender_fault(),
    }
}
