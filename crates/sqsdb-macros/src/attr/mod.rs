//! Reads `#[worker_message(...)]` as it is written; whether it makes sense is for [`validate`](crate::validate).

pub(crate) mod entry;
mod field;
mod slot;
mod value;

use syn::{Attribute, Ident, LitStr, Path, parse_quote};

use self::entry::Entry;
pub(crate) use self::field::volatile;
use self::slot::Slot;
pub(crate) use self::value::Number;
use crate::ctxt::Ctxt;
use crate::suggest;

/// The name of the attribute.
pub(crate) const ATTRIBUTE: &str = "worker_message";

/// What may stand in the attribute of the struct.
const ON_STRUCT: [&str; 13] = [
    "message_type",
    "schema_version",
    "upcast_from",
    "oldest_version",
    "producer",
    "aggregate",
    "idempotency_key",
    "version",
    "group",
    "deduplication_id",
    "deduplication",
    "single_lane",
    "crate",
];

/// What may stand in `aggregate(...)`.
const ON_AGGREGATE: [&str; 2] = ["type", "id"];

/// `#[worker_message(...)]` of the struct, as it is written.
#[derive(Default)]
pub(crate) struct Declaration {
    pub(crate) message_type: Slot<LitStr>,
    pub(crate) schema_version: Slot<Number>,
    pub(crate) upcast_from: Slot<Path>,
    pub(crate) oldest_version: Slot<Number>,
    pub(crate) producer: Slot<LitStr>,
    pub(crate) aggregate: Slot<()>,
    pub(crate) aggregate_type: Slot<LitStr>,
    pub(crate) aggregate_id: Slot<LitStr>,
    pub(crate) idempotency_key: Slot<LitStr>,
    pub(crate) version: Slot<Ident>,
    pub(crate) group: Slot<LitStr>,
    pub(crate) deduplication_id: Slot<LitStr>,
    pub(crate) deduplication: Slot<Rule>,
    pub(crate) single_lane: Slot<Ident>,
    krate: Slot<Path>,
    /// The attribute is not there at all.
    pub(crate) absent: bool,
    /// Parts could not be read, so what seems to be missing may be among them.
    pub(crate) unreadable: bool,
}

/// The value of `deduplication`, with the word that the user wrote.
pub(crate) struct Rule {
    pub(crate) word: Ident,
    pub(crate) content_based: bool,
}

impl Declaration {
    /// Reads the attributes of the struct.
    pub(crate) fn read(attributes: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let (entries, errors) = entry::of(attributes, ATTRIBUTE);
        let absent = !attributes.iter().any(|attribute| attribute.path().is_ident(ATTRIBUTE));
        let mut declaration = Self { absent, unreadable: !errors.is_empty(), ..Self::default() };
        errors.into_iter().for_each(|error| ctxt.push(error));
        for entry in &entries {
            declaration.take(entry, ctxt);
        }
        declaration
    }

    /// The path of the `sqsdb_core` that the expansion names.
    pub(crate) fn core(&self) -> Path {
        self.krate.get().cloned().unwrap_or_else(|| parse_quote!(::sqsdb_core))
    }

    fn take(&mut self, entry: &Entry, ctxt: &mut Ctxt) {
        let name = &entry.name;
        match name.to_string().as_str() {
            "message_type" => {
                self.message_type
                    .fill(name, ctxt, |c| value::text(entry, "CaseDeadlineCalculationRequested", c));
            }
            "schema_version" => self.schema_version.fill(name, ctxt, |c| value::number(entry, c)),
            "upcast_from" => self.upcast_from.fill(name, ctxt, |c| value::path(entry, "CloseCaseV1", c)),
            "oldest_version" => self.oldest_version.fill(name, ctxt, |c| value::number(entry, c)),
            "producer" => self.producer.fill(name, ctxt, |c| value::text(entry, "case-service", c)),
            "aggregate" => self.take_aggregate(entry, ctxt),
            "idempotency_key" => {
                self.idempotency_key.fill(name, ctxt, |c| value::text(entry, "case:{case_id}:deadline", c));
            }
            "version" => self.version.fill(name, ctxt, |c| value::ident(entry, "deadline_version", c)),
            "group" => self.group.fill(name, ctxt, |c| value::text(entry, "case:{case_id}", c)),
            "deduplication_id" => {
                self.deduplication_id.fill(name, ctxt, |c| value::text(entry, "command:{command_id}", c));
            }
            "deduplication" => self.deduplication.fill(name, ctxt, |c| rule(entry, c)),
            "single_lane" => self.single_lane.fill(name, ctxt, |c| value::flag(entry, c)),
            "crate" => self.krate.fill(name, ctxt, |c| value::path(entry, "my_facade::sqsdb_core", c)),
            _ => unknown(name, "`#[worker_message(...)]` of a struct", &ON_STRUCT, ctxt),
        }
    }

    fn take_aggregate(&mut self, entry: &Entry, ctxt: &mut Ctxt) {
        let mut list = None;
        self.aggregate.fill(&entry.name, ctxt, |ctxt| {
            list = value::list(entry, "aggregate(type = \"case\", id = \"{case_id}\")", ctxt);
            list.map(|_| ())
        });
        let (entries, errors) = list.map(entry::inside).unwrap_or_default();
        self.unreadable |= !errors.is_empty();
        errors.into_iter().for_each(|error| ctxt.push(error));
        for part in &entries {
            let name = &part.name;
            match name.to_string().as_str() {
                "type" => self.aggregate_type.fill(name, ctxt, |ctxt| value::text(part, "case", ctxt)),
                "id" => self.aggregate_id.fill(name, ctxt, |ctxt| value::text(part, "{case_id}", ctxt)),
                _ => unknown(name, "`aggregate(...)`", &ON_AGGREGATE, ctxt),
            }
        }
    }
}

fn rule(entry: &Entry, ctxt: &mut Ctxt) -> Option<Rule> {
    let word = value::ident(entry, "idempotency_key", ctxt)?;
    let content_based = word == "content_based";
    if content_based || word == "idempotency_key" {
        return Some(Rule { word, content_based });
    }
    let help = "write `deduplication = idempotency_key` (the default) or `deduplication = content_based`; \
                a template of its own goes into `deduplication_id = \"...\"`";
    ctxt.mistake(&word, format_args!("`{word}` is no deduplication rule"), help);
    None
}

/// The mistake of a name that nobody knows here.
fn unknown(name: &Ident, place: &str, known: &[&str], ctxt: &mut Ctxt) {
    let text = name.to_string();
    let help = if text == field::VOLATILE {
        "it belongs on a field, as `#[worker_message(volatile)]`".to_owned()
    } else {
        let all = suggest::list(known.iter().copied());
        match suggest::nearest(&text, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`? What may stand here: {all}"),
            None => format!("what may stand here: {all}"),
        }
    };
    ctxt.mistake(name, format_args!("`{name}` is unknown in {place}"), help);
}

#[cfg(test)]
mod tests;
