//! The files of a catalogue, as text.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Catalog, CatalogError};

impl Catalog {
    /// All files by their paths inside a folder: `schemas/<type>.v<version>.json`,
    /// `examples/<type>.v<version>.json`, `asyncapi.json` and `README.md`. Equal catalogues give equal text.
    ///
    /// # Errors
    /// See [`CatalogError`].
    pub fn documents(&self) -> Result<BTreeMap<String, String>, CatalogError> {
        let mut documents = BTreeMap::new();
        for (stem, schema) in self.schemas()? {
            documents.insert(format!("schemas/{stem}.json"), text(schema)?);
        }
        for (stem, example) in self.examples()? {
            documents.insert(format!("examples/{stem}.json"), text(example)?);
        }
        documents.insert("asyncapi.json".into(), text(self.asyncapi()?)?);
        documents.insert("README.md".into(), self.markdown()?);
        Ok(documents)
    }
}

/// Indented JSON whose members are sorted, whatever features `serde_json` was built with.
pub(super) fn text(mut value: Value) -> Result<String, CatalogError> {
    value.sort_all_objects();
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}
