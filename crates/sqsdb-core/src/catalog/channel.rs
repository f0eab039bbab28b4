//! A queue that messages of a catalogue are sent to.

use super::{Catalog, CatalogError, entry::Entry};
use crate::{
    message::{MessageDescriptor, WorkerMessage},
    schema::file_stem,
};

/// A queue and the message types it carries. A name that ends in `.fifo` is that of a FIFO queue, as SQS has it
/// ([CreateQueue](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html)).
#[derive(Debug, Clone)]
pub struct Channel {
    name: String,
    address: Option<String>,
    dead_letters: Option<(String, u32)>,
    carried: Vec<&'static MessageDescriptor>,
}

impl Channel {
    /// A queue of this name; its address is the name, too.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { address: Some(name.clone()), name, dead_letters: None, carried: Vec::new() }
    }

    /// The same queue with another address, such as its URL.
    #[must_use]
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.address = Some(address.into());
        self
    }

    /// The same queue, carrying one more message type.
    #[must_use]
    pub fn carries<M: WorkerMessage>(mut self) -> Self {
        self.carried.push(M::DESCRIPTOR);
        self
    }

    /// The same queue with a dead-letter queue, which takes a message after so many receives.
    #[must_use]
    pub fn dead_letter_queue(mut self, name: impl Into<String>, max_receive_count: u32) -> Self {
        self.dead_letters = Some((name.into(), max_receive_count));
        self
    }
}

/// A channel with the types it carries, as the documents show it.
#[derive(Debug)]
pub(super) struct Resolved<'a> {
    pub(super) name: String,
    pub(super) address: Option<&'a str>,
    pub(super) dead_letters: Option<(&'a str, u32)>,
    pub(super) entries: Vec<&'a Entry>,
}

impl Resolved<'_> {
    pub(super) fn is_fifo(&self) -> bool {
        is_fifo(&self.name)
    }
}

/// The channels of a catalogue: those it was given, then one for each type that none of them carries.
pub(super) fn resolve(catalog: &Catalog) -> Result<Vec<Resolved<'_>>, CatalogError> {
    let mut channels: Vec<_> =
        catalog.channels.iter().map(|channel| resolve_one(catalog, channel)).collect::<Result<_, _>>()?;
    for entry in &catalog.entries {
        let is_carried =
            channels.iter().any(|c: &Resolved<'_>| c.entries.iter().any(|e| e.order() == entry.order()));
        if is_carried {
            continue;
        }
        let name = default_name(entry);
        match channels.iter_mut().find(|channel| channel.name == name && channel.address.is_none()) {
            Some(channel) => channel.entries.push(entry),
            None => channels.push(Resolved { name, address: None, dead_letters: None, entries: vec![entry] }),
        }
    }
    match channels
        .iter()
        .enumerate()
        .find(|(i, c)| channels.iter().take(*i).any(|other| other.name == c.name))
    {
        Some((_, twice)) => Err(CatalogError::ChannelTwice { channel: twice.name.clone() }),
        None => Ok(channels),
    }
}

fn resolve_one<'a>(catalog: &'a Catalog, channel: &'a Channel) -> Result<Resolved<'a>, CatalogError> {
    if !is_queue_name(&channel.name) {
        return Err(CatalogError::Queue { channel: channel.name.clone() });
    }
    let mut entries = Vec::new();
    for descriptor in &channel.carried {
        let stem = file_stem(descriptor);
        if is_fifo(&channel.name) && descriptor.group.is_none() {
            return Err(CatalogError::Groupless { channel: channel.name.clone(), stem });
        }
        let entry = catalog.entries.iter().find(|entry| entry.stem() == stem);
        entries.push(entry.ok_or(CatalogError::Unlisted { channel: channel.name.clone(), stem })?);
    }
    entries.sort_by_key(|entry| entry.order());
    entries.dedup_by_key(|entry| entry.order());
    let dead_letters = channel.dead_letters.as_ref().map(|(name, count)| (name.as_str(), *count));
    Ok(Resolved { name: channel.name.clone(), address: channel.address.as_deref(), dead_letters, entries })
}

/// The characters and the length that CreateQueue takes.
fn is_queue_name(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let stem = name.strip_suffix(".fifo").unwrap_or(name);
    !stem.is_empty() && name.len() <= 80 && stem.chars().all(is_allowed)
}

fn is_fifo(name: &str) -> bool {
    name.ends_with(".fifo")
}

/// `CaseDeadlineRequested` becomes `case-deadline-requested`, with `.fifo` where the type has a group.
fn default_name(entry: &Entry) -> String {
    let mut name = String::new();
    for c in entry.descriptor.message_type.chars() {
        if c.is_ascii_uppercase()
            && name.ends_with(|last: char| last.is_ascii_lowercase() || last.is_ascii_digit())
        {
            name.push('-');
        }
        name.push(if c == '.' { '-' } else { c.to_ascii_lowercase() });
    }
    if entry.descriptor.group.is_some() { name + ".fifo" } else { name }
}
