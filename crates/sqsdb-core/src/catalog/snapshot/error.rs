//! Why a snapshot test fails.

use std::fmt;

use super::{UPDATE, difference::Difference};
use crate::catalog::{
    CatalogError,
    compat::{Change, Verdict},
};

/// Why [`schema_snapshot`](super::schema_snapshot) fails. `Debug` shows the same text as `Display`, for a test
/// that returns it or unwraps it.
#[non_exhaustive]
pub enum SnapshotError {
    /// Schemas changed.
    Changed(Vec<Difference>),
    /// A schema cannot be made, read or written.
    Catalog(CatalogError),
}

impl SnapshotError {
    /// All changes, each with the `<type>.v<version>` it belongs to.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &Change)> {
        let differences = match self {
            Self::Changed(differences) => differences.as_slice(),
            Self::Catalog(_) => &[],
        };
        differences.iter().flat_map(|d| d.changes.iter().map(|change| (d.stem.as_str(), change)))
    }
}

impl From<CatalogError> for SnapshotError {
    fn from(error: CatalogError) -> Self {
        Self::Catalog(error)
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = match self {
            Self::Changed(differences) => differences,
            Self::Catalog(error) => return write!(f, "{error}"),
        };
        writeln!(f, "the messages' schemas are not those that are committed\n")?;
        for difference in differences {
            writeln!(f, "{difference}")?;
        }
        let breaking = |verdict: fn(&Change) -> Verdict| {
            self.changes().filter(|(_, change)| verdict(change) == Verdict::Breaking).count()
        };
        let producers = breaking(|change| change.producers().verdict);
        let consumers = breaking(|change| change.consumers().verdict);
        writeln!(f, "breaking for producers: {producers}, for consumers: {consumers}")?;
        if producers + consumers > 0 {
            writeln!(
                f,
                "Leave the schema as it is and add a schema version, unless both sides change at once."
            )?;
        }
        write!(f, "To accept, run the test with {UPDATE}=1 and commit the files.")
    }
}

impl fmt::Debug for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SnapshotError {}
