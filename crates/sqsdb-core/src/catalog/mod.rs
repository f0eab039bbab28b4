//! A catalogue of message types, for producers in any language: JSON Schemas, an AsyncAPI document, a page to
//! read and examples, all made from the types that the worker reads with.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! # use schemars::JsonSchema;
//! # use serde::{Deserialize, Serialize};
//! use sqsdb_core::{WorkerMessage, catalog, catalog::Channel};
//!
//! /// A host was seen.
//! #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
//! #[worker_message(message_type = "Ping", schema_version = 1, producer = "monitor",
//!     aggregate(type = "host", id = "{host}"), idempotency_key = "ping:{host}:{at}")]
//! struct Ping { host: String, at: i64 }
//!
//! let catalog = catalog![Ping].channel(Channel::new("pings").carries::<Ping>());
//! let documents = catalog.documents()?;
//! assert!(documents.contains_key("schemas/Ping.v1.json"));
//! assert!(documents.contains_key("asyncapi.json"));
//! # }
//! # Ok::<(), sqsdb_core::catalog::CatalogError>(())
//! ```

mod asyncapi;
mod channel;
pub mod compat;
mod documents;
mod entry;
mod error;
mod example;
mod markdown;
mod snapshot;
mod write;

use std::collections::BTreeMap;

use serde_json::Value;

pub use channel::Channel;
pub use error::CatalogError;
pub use snapshot::{Difference, SnapshotError, schema_snapshot};
pub use write::Written;

use crate::message::WorkerMessage;
use entry::Entry;

/// Message types that belong together, as one team or one service publishes them.
#[derive(Debug, Clone)]
pub struct Catalog {
    title: Option<String>,
    version: String,
    description: Option<String>,
    entries: Vec<Entry>,
    channels: Vec<Channel>,
}

impl Default for Catalog {
    fn default() -> Self {
        Self {
            title: None,
            version: "1.0.0".into(),
            description: None,
            entries: Vec::new(),
            channels: Vec::new(),
        }
    }
}

impl Catalog {
    /// An empty catalogue; [`catalog!`](crate::catalog!) fills one at once.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same catalogue with a message type. Add every schema version that the worker still reads.
    #[must_use]
    pub fn with<M: WorkerMessage>(mut self) -> Self {
        self.entries.push(Entry::of::<M>());
        self.entries.sort_by_key(Entry::order);
        self
    }

    /// The same catalogue under another title. The default is made of the names of the producers.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same catalogue with a version of its own, for the AsyncAPI document; `1.0.0` by default.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// The same catalogue with an introduction.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The same catalogue with a queue that its messages are sent to.
    ///
    /// A type that no channel carries gets one of its own, with a name made of the type's and without an address.
    #[must_use]
    pub fn channel(mut self, channel: Channel) -> Self {
        self.channels.push(channel);
        self
    }

    /// The JSON Schema 2020-12 of each envelope, by `<type>.v<version>`.
    ///
    /// # Errors
    /// See [`CatalogError`].
    pub fn schemas(&self) -> Result<BTreeMap<String, Value>, CatalogError> {
        self.checked()?;
        self.entries.iter().map(|entry| Ok((entry.stem(), entry.schema()?))).collect()
    }

    /// An example of each envelope, by `<type>.v<version>`: the first that the type gives
    /// (`#[schemars(example = ...)]`), or else one made from its schema. The worker reads every one of them.
    ///
    /// # Errors
    /// See [`CatalogError`].
    pub fn examples(&self) -> Result<BTreeMap<String, Value>, CatalogError> {
        self.checked()?;
        self.entries.iter().map(|entry| Ok((entry.stem(), entry.example()?))).collect()
    }

    /// One AsyncAPI 3.1 document of all messages and their queues.
    ///
    /// # Errors
    /// See [`CatalogError`].
    pub fn asyncapi(&self) -> Result<Value, CatalogError> {
        self.checked()?;
        asyncapi::document(self)
    }

    /// A Markdown page about all messages.
    ///
    /// # Errors
    /// See [`CatalogError`].
    pub fn markdown(&self) -> Result<String, CatalogError> {
        self.checked()?;
        markdown::page(self)
    }

    fn title_or_default(&self) -> String {
        let mut producers: Vec<_> = self.entries.iter().map(|entry| entry.descriptor.producer).collect();
        producers.sort_unstable();
        producers.dedup();
        self.title.clone().unwrap_or_else(|| format!("Messages of {}", producers.join(", ")))
    }

    /// Names are fit for files and documents, and no (type, version) is there twice.
    fn checked(&self) -> Result<(), CatalogError> {
        for (index, entry) in self.entries.iter().enumerate() {
            let name = entry.descriptor.message_type;
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            if name.is_empty() || !name.chars().all(is_allowed) {
                return Err(CatalogError::Name { message_type: name });
            }
            if self.entries.iter().take(index).any(|other| other.order() == entry.order()) {
                return Err(CatalogError::Twice { stem: entry.stem() });
            }
        }
        Ok(())
    }
}

/// Collects message types into a [`Catalog`](crate::catalog::Catalog): `catalog![CalculateDeadline, SendReminder]`.
#[macro_export]
macro_rules! catalog {
    ($($message:ty),* $(,)?) => {
        $crate::catalog::Catalog::new()$(.with::<$message>())*
    };
}
