//! Writes a catalogue to a folder.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use super::{Catalog, CatalogError};

/// What [`Catalog::write_to`] did. It displays as a few lines for people.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Files that are new or changed.
    pub changed: Vec<PathBuf>,
    /// Files that were as they should be.
    pub unchanged: Vec<PathBuf>,
    /// Schemas and examples of types that the catalogue does not hold. They are left for you to delete.
    pub stale: Vec<PathBuf>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for path in &self.changed {
            writeln!(f, "written    {}", path.display())?;
        }
        for path in &self.stale {
            writeln!(f, "stale      {} (delete it if the type is gone for good)", path.display())?;
        }
        write!(f, "{} file(s) unchanged", self.unchanged.len())
    }
}

impl Catalog {
    /// Writes all [`documents`](Self::documents) below a folder, which is made if it is not there. Nothing is deleted.
    ///
    /// # Errors
    /// See [`CatalogError`]. If a document cannot be made, none is written.
    pub fn write_to(&self, folder: impl AsRef<Path>) -> Result<Written, CatalogError> {
        let folder = folder.as_ref();
        let documents = self.documents()?;
        let mut written = Written { changed: Vec::new(), unchanged: Vec::new(), stale: Vec::new() };
        for (name, text) in &documents {
            let path = folder.join(name);
            if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
                written.unchanged.push(path);
                continue;
            }
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(CatalogError::io(parent))?;
            }
            fs::write(&path, text).map_err(CatalogError::io(&path))?;
            written.changed.push(path);
        }
        for subfolder in ["schemas", "examples"] {
            let names = json_files(&folder.join(subfolder))?;
            let stale =
                names.into_iter().filter(|name| !documents.contains_key(&format!("{subfolder}/{name}")));
            written.stale.extend(stale.map(|name| folder.join(subfolder).join(name)));
        }
        Ok(written)
    }
}

/// Names of the JSON files in a folder, sorted; none where the folder is not there.
pub(super) fn json_files(folder: &Path) -> Result<Vec<String>, CatalogError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for file in fs::read_dir(folder).map_err(CatalogError::io(folder))? {
        let name = file.map_err(CatalogError::io(folder))?.file_name();
        names.extend(name.to_str().filter(|name| name.ends_with(".json")).map(str::to_owned));
    }
    names.sort_unstable();
    Ok(names)
}
