//! The struct as the rules see it, and the message that comes out when all of them agree.

use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Path};

use crate::attr::{self, Declaration};
use crate::ctxt::Ctxt;
use crate::serde_attrs::{self, BothWays, Container, OfField, Skip};
use crate::shape::Shape;
use crate::template::Placeholder;

/// The input of the derive, attributes read, nothing judged.
pub(crate) struct Input<'a> {
    pub(crate) original: &'a DeriveInput,
    pub(crate) declaration: Declaration,
    pub(crate) container: Container,
    /// The fields; `None` if this is no struct with named fields.
    pub(crate) fields: Option<Vec<Field<'a>>>,
}

/// A field with its names.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    /// The name in Rust, without `r#`.
    pub(crate) name: String,
    /// The name in the payload.
    pub(crate) wire: BothWays<String>,
    pub(crate) shape: Shape,
    pub(crate) serde: OfField,
    /// The word `volatile`, if it is.
    pub(crate) volatile: Option<Ident>,
}

impl<'a> Input<'a> {
    /// Reads the input.
    pub(crate) fn read(original: &'a DeriveInput, ctxt: &mut Ctxt) -> Self {
        let declaration = Declaration::read(&original.attrs, ctxt);
        let container = serde_attrs::container(&original.attrs);
        let fields = match &original.data {
            Data::Struct(data) => match &data.fields {
                Fields::Named(named) => {
                    let read = |field| Field::read(field, &container, ctxt);
                    Some(named.named.iter().filter_map(read).collect())
                }
                Fields::Unnamed(_) | Fields::Unit => None,
            },
            Data::Enum(_) | Data::Union(_) => None,
        };
        Self { original, declaration, container, fields }
    }
}

impl<'a> Field<'a> {
    fn read(field: &'a syn::Field, container: &Container, ctxt: &mut Ctxt) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let name = ident.unraw().to_string();
        let serde = serde_attrs::field(&field.attrs);
        let wire = BothWays {
            write: serde.rename.write.clone().unwrap_or_else(|| container.case.write.apply(&name)),
            read: serde.rename.read.clone().unwrap_or_else(|| container.case.read.apply(&name)),
        };
        let volatile = attr::volatile(field, ctxt);
        Some(Self { ident, name, wire, shape: Shape::of(&field.ty), serde, volatile })
    }

    /// The name in the payload.
    pub(crate) fn wire(&self) -> &str {
        &self.wire.write
    }

    /// Whether the payload has this field under its one name.
    pub(crate) fn is_in_payload(&self) -> bool {
        !self.serde.flatten && self.serde.skip != Some(Skip::Writing)
    }
}

/// A message type that keeps all rules.
pub(crate) struct Message<'a> {
    pub(crate) ident: &'a Ident,
    /// The path of `sqsdb_core`.
    pub(crate) core: Path,
    pub(crate) message_type: String,
    pub(crate) schema_version: u32,
    /// The type of an older version that this one is made from.
    pub(crate) older: Option<&'a Path>,
    pub(crate) producer: String,
    pub(crate) aggregate_type: String,
    pub(crate) aggregate_id: Key<'a>,
    pub(crate) idempotency_key: Key<'a>,
    pub(crate) version: Option<&'a Field<'a>>,
    pub(crate) group: Option<Group<'a>>,
    pub(crate) fields: &'a [Field<'a>],
}

/// The FIFO part of a message type.
pub(crate) struct Group<'a> {
    pub(crate) key: Key<'a>,
    pub(crate) deduplication: Deduplication<'a>,
}

/// Where the deduplication id comes from.
pub(crate) enum Deduplication<'a> {
    IdempotencyKey,
    Template(Key<'a>),
    ContentBased,
}

/// A template whose placeholders are fields of the struct.
pub(crate) struct Key<'a> {
    pub(crate) parts: Vec<Part<'a>>,
}

/// One piece of a [`Key`].
pub(crate) enum Part<'a> {
    Literal(String),
    Field(&'a Field<'a>, Placeholder),
}
