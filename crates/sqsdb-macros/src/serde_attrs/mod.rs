//! Reads what `#[serde(...)]` says about names on the wire, so that nobody has to say it twice.
//!
//! Mistakes in these attributes are serde's to report; unknown parts are passed over here.

mod case;

use syn::{Attribute, ExprPath, Ident, LitStr};

pub(crate) use self::case::Case;
use crate::attr::entry::{self, Entry, Value};

/// One name for writing and one for reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BothWays<T> {
    /// When serialising.
    pub(crate) write: T,
    /// When deserialising.
    pub(crate) read: T,
}

/// What serde knows about a struct.
#[derive(Default)]
pub(crate) struct Container {
    /// `rename_all`.
    pub(crate) case: BothWays<Case>,
    /// Where `rename_all` stands.
    pub(crate) case_at: Option<Ident>,
    /// The first attribute that gives the payload another shape than the struct's, and what it does.
    pub(crate) reshaped: Option<(Ident, &'static str)>,
}

/// What serde knows about a field.
#[derive(Default)]
pub(crate) struct OfField {
    /// `rename`.
    pub(crate) rename: BothWays<Option<String>>,
    /// `alias`, each.
    pub(crate) aliases: Vec<String>,
    /// `skip`, `skip_serializing` or `skip_deserializing`.
    pub(crate) skip: Option<Skip>,
    /// `flatten`.
    pub(crate) flatten: bool,
    /// The function of `serialize_with` or `with`.
    pub(crate) serialize_with: Option<ExprPath>,
}

/// How a field is kept out of the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// `skip` or `skip_serializing`: it never stands in the payload.
    Writing,
    /// `skip_deserializing`: it stands in the payload, and the reader passes it over.
    Reading,
}

impl<T: Default> Default for BothWays<T> {
    fn default() -> Self {
        Self { write: T::default(), read: T::default() }
    }
}

/// Reads the attributes of a struct.
pub(crate) fn container(attributes: &[Attribute]) -> Container {
    let mut container = Container::default();
    for entry in entry::of(attributes, "serde").0 {
        if entry.name == "rename_all" {
            let rules = both_ways(&entry);
            let case = |rule: Option<String>| rule.as_deref().map(Case::of).unwrap_or_default();
            container.case = BothWays { write: case(rules.write), read: case(rules.read) };
            container.case_at = Some(entry.name);
        } else if let Some(why) = reshapes(&entry.name) {
            container.reshaped.get_or_insert((entry.name, why));
        }
    }
    container
}

/// Reads the attributes of a field.
pub(crate) fn field(attributes: &[Attribute]) -> OfField {
    let mut field = OfField::default();
    for entry in entry::of(attributes, "serde").0 {
        match entry.name.to_string().as_str() {
            "rename" => field.rename = both_ways(&entry),
            "alias" => field.aliases.extend(entry.text().map(LitStr::value)),
            "skip" | "skip_serializing" => field.skip = Some(Skip::Writing),
            "skip_deserializing" => field.skip = field.skip.or(Some(Skip::Reading)),
            "flatten" => field.flatten = true,
            "serialize_with" => field.serialize_with = entry.text().and_then(|path| path.parse().ok()),
            "with" => field.serialize_with = entry.text().and_then(module_function),
            _ => {}
        }
    }
    field
}

fn reshapes(name: &Ident) -> Option<&'static str> {
    match name.to_string().as_str() {
        "transparent" => Some("makes the payload the bare value of one field, without names"),
        "tag" | "content" => Some("adds a field to the payload that the struct does not have"),
        "untagged" => Some("is for enums, and a message is a struct"),
        "from" | "try_from" | "into" => Some("gives the payload the fields of another type"),
        "remote" => Some("describes another type"),
        _ => None,
    }
}

/// `name = "both"` or `name(serialize = "write", deserialize = "read")`.
fn both_ways(entry: &Entry) -> BothWays<Option<String>> {
    let mut names = BothWays::default();
    match &entry.value {
        Value::List(list) => {
            for side in entry::inside(list).0 {
                let name = side.text().map(LitStr::value);
                match side.name.to_string().as_str() {
                    "serialize" => names.write = name,
                    "deserialize" => names.read = names.read.or(name),
                    _ => {}
                }
            }
        }
        _ => {
            let name = entry.text().map(LitStr::value);
            names = BothWays { write: name.clone(), read: name };
        }
    }
    names
}

/// `with = "module"` means the function `module::serialize`.
fn module_function(module: &LitStr) -> Option<ExprPath> {
    let mut function: ExprPath = module.parse().ok()?;
    function.path.segments.push(Ident::new("serialize", module.span()).into());
    Some(function)
}

#[cfg(test)]
mod tests;
