//! Why a catalogue cannot be made.

use std::{io, path::PathBuf};

use crate::{message::KeyError, schema::TemplateError};

/// Why a catalogue cannot be made or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// A message type's name does not fit file names and component names.
    #[error("the message type `{message_type}` is no name for files; use `A-Z a-z 0-9 . _ -`")]
    Name {
        /// The name.
        message_type: &'static str,
    },
    /// Two types declare one name and version.
    #[error("`{stem}` is in the catalogue twice; give the second type another name or schema version")]
    Twice {
        /// `<type>.v<version>`.
        stem: String,
    },
    /// A template cannot be read.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// A type builds another key than its declaration says.
    #[error(
        "`{stem}`: its template gives the {part} `{declared}`, its implementation `{built}`; derive `WorkerMessage`, \
         or make both agree"
    )]
    Key {
        /// `<type>.v<version>`.
        stem: String,
        /// Which key.
        part: &'static str,
        /// By the template.
        declared: String,
        /// By the implementation.
        built: String,
    },
    /// A template cannot be rendered from the example.
    #[error("`{stem}`: {source}")]
    Render {
        /// `<type>.v<version>`.
        stem: String,
        /// Why.
        source: KeyError,
    },
    /// No example can be made that the worker reads.
    #[error("`{stem}` has no example: {reason}; give one with `#[schemars(example = ...)]`")]
    Example {
        /// `<type>.v<version>`.
        stem: String,
        /// Why.
        reason: String,
    },
    /// A channel carries a type that the catalogue does not hold.
    #[error(
        "the channel `{channel}` carries `{stem}`, which is not in the catalogue; add it to `catalog![...]`"
    )]
    Unlisted {
        /// Name of the queue.
        channel: String,
        /// `<type>.v<version>`.
        stem: String,
    },
    /// A FIFO queue carries a type without a group.
    #[error(
        "the FIFO queue `{channel}` carries `{stem}`, which declares no `group`; SQS refuses such messages"
    )]
    Groupless {
        /// Name of the queue.
        channel: String,
        /// `<type>.v<version>`.
        stem: String,
    },
    /// A queue's name is none that SQS takes.
    #[error(
        "`{channel}` is no name of an SQS queue: up to 80 of `A-Z a-z 0-9 - _`, with `.fifo` at the end of a FIFO queue's; \
         put anything else into the channel's address"
    )]
    Queue {
        /// The name.
        channel: String,
    },
    /// A queue has two channels.
    #[error("the queue `{channel}` is described twice; let one channel carry all its types")]
    ChannelTwice {
        /// Name of the queue.
        channel: String,
    },
    /// A value cannot be written as JSON.
    #[error("a document cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl CatalogError {
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
