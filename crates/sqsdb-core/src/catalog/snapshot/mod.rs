//! A test that fails when a committed schema changed, and says for whom the change matters.

mod difference;
mod error;

use std::path::Path;

use super::Catalog;
pub use difference::Difference;
pub use error::SnapshotError;

/// Set to `1`, it makes [`schema_snapshot`] write the folder anew.
const UPDATE: &str = "SQSDB_UPDATE_SCHEMAS";

/// Compares the schemas that are committed in a folder of [`Catalog::write_to`] with those of the catalogue.
///
/// Call it in a test; a relative path starts at the package, as tests do. A changed description passes. Anything
/// else that changed is listed with what it means for producers and consumers; `SQSDB_UPDATE_SCHEMAS=1` writes the
/// whole folder anew and thereby accepts it. No file is ever deleted.
///
/// ```no_run
/// # #[cfg(feature = "derive")] {
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # use sqsdb_core::{WorkerMessage, catalog, catalog::{SnapshotError, schema_snapshot}};
/// # #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// # #[worker_message(message_type = "Ping", schema_version = 1, producer = "monitor",
/// #     aggregate(type = "host", id = "{host}"), idempotency_key = "ping:{host}")]
/// # struct Ping { host: String }
/// #[test]
/// fn schemas_are_as_committed() -> Result<(), SnapshotError> {
///     schema_snapshot("messages", &catalog![Ping])
/// }
/// # }
/// ```
///
/// # Errors
/// A schema changed, or a file cannot be read or written.
pub fn schema_snapshot(folder: impl AsRef<Path>, catalog: &Catalog) -> Result<(), SnapshotError> {
    let folder = folder.as_ref();
    if std::env::var_os(UPDATE).is_some_and(|value| value == "1") {
        catalog.write_to(folder)?;
    }
    let differences = difference::all(folder, catalog)?;
    if differences.is_empty() { Ok(()) } else { Err(SnapshotError::Changed(differences)) }
}
