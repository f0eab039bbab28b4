//! What differs between a folder and a catalogue.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::catalog::{
    Catalog, CatalogError,
    compat::{Change, Rule, compare},
    write::json_files,
};

/// The changes of one type and version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// `<type>.v<version>`.
    pub stem: String,
    /// The committed file.
    pub path: PathBuf,
    /// At least one change.
    pub changes: Vec<Change>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({})", self.stem, self.path.display())?;
        for change in &self.changes {
            writeln!(f, "  {}", change.to_string().replace('\n', "\n  "))?;
            if change.rule == Rule::TypeRemoved {
                writeln!(f, "      to accept, delete the file and its example")?;
            }
        }
        Ok(())
    }
}

/// Every type and version whose schema is not the committed one.
pub(super) fn all(folder: &Path, catalog: &Catalog) -> Result<Vec<Difference>, CatalogError> {
    let folder = folder.join("schemas");
    let (committed, current) = (committed(&folder)?, catalog.schemas()?);
    let stems: BTreeSet<_> = committed.keys().chain(current.keys()).collect();
    let differences = stems.into_iter().map(|stem| Difference {
        stem: stem.clone(),
        path: folder.join(format!("{stem}.json")),
        changes: match (committed.get(stem), current.get(stem)) {
            (Some(old), Some(new)) => compare(old, new),
            (None, _) => vec![Change::new("", Rule::TypeAdded, "")],
            (_, None) => vec![Change::new("", Rule::TypeRemoved, "")],
        },
    });
    Ok(differences.filter(|difference| !difference.changes.is_empty()).collect())
}

fn committed(folder: &Path) -> Result<BTreeMap<String, Value>, CatalogError> {
    let mut schemas = BTreeMap::new();
    for name in json_files(folder)? {
        let path = folder.join(&name);
        let text = fs::read_to_string(&path).map_err(CatalogError::io(&path))?;
        let schema = serde_json::from_str(&text).map_err(|error| CatalogError::io(&path)(error.into()))?;
        schemas.insert(name.trim_end_matches(".json").to_owned(), schema);
    }
    Ok(schemas)
}
