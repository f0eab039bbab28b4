//! The annotation `x-sqsdb`: how a producer builds the keys, in a form that needs no parser.

use serde_json::{Value, json};

use super::{
    envelope::AGGREGATE_ID_MAX,
    template::{Piece, TemplateError, parse},
};
use crate::message::{Deduplication, GROUP_ID_MAX, IDEMPOTENCY_KEY_MAX, MessageDescriptor};

/// The templates of a message type, read.
#[derive(Debug)]
pub(crate) struct Templates {
    pub(crate) idempotency_key: Vec<Piece>,
    pub(crate) aggregate_id: Vec<Piece>,
    pub(crate) group: Option<Vec<Piece>>,
    pub(crate) deduplication: Option<Vec<Piece>>,
}

impl Templates {
    /// Reads the templates; `properties` are those of the payload's schema.
    ///
    /// # Errors
    /// A template cannot be read, or names a field that the declaration does not list.
    pub(crate) fn of(descriptor: &MessageDescriptor, properties: &Value) -> Result<Self, TemplateError> {
        let read = |template| read(descriptor, template, properties);
        let deduplication = match (descriptor.group, descriptor.deduplication) {
            (Some(_), Deduplication::Template(template)) => Some(read(template)?),
            _ => None,
        };
        Ok(Self {
            idempotency_key: read(descriptor.idempotency_key)?,
            aggregate_id: read(descriptor.aggregate_id)?,
            group: descriptor.group.map(read).transpose()?,
            deduplication,
        })
    }

    /// The value of `x-sqsdb`.
    pub(crate) fn annotation(&self, descriptor: &MessageDescriptor) -> Value {
        let volatile: Vec<_> = descriptor.fields.iter().filter(|f| f.volatile).map(|f| f.wire).collect();
        let mut annotation = json!({
            "producer": descriptor.producer,
            "idempotencyKey": rule(descriptor.idempotency_key, &self.idempotency_key, IDEMPOTENCY_KEY_MAX),
            "aggregateId": rule(descriptor.aggregate_id, &self.aggregate_id, AGGREGATE_ID_MAX),
            "volatile": volatile,
        });
        if let Some(field) = descriptor.version_field {
            annotation["version"] = json!(field);
        }
        if let (Some(template), Some(pieces)) = (descriptor.group, &self.group) {
            annotation["group"] = rule(template, pieces, GROUP_ID_MAX);
            annotation["deduplication"] = self.deduplication(descriptor);
        }
        annotation
    }

    fn deduplication(&self, descriptor: &MessageDescriptor) -> Value {
        match (descriptor.deduplication, &self.deduplication) {
            (Deduplication::Template(template), Some(pieces)) => {
                let mut value = rule(template, pieces, GROUP_ID_MAX);
                value["rule"] = json!("template");
                value
            }
            (Deduplication::ContentBased, _) => json!({ "rule": "contentBased" }),
            _ => json!({ "rule": "idempotencyKey" }),
        }
    }
}

fn read(
    descriptor: &MessageDescriptor,
    template: &'static str,
    properties: &Value,
) -> Result<Vec<Piece>, TemplateError> {
    let pieces = parse(template)?;
    for piece in &pieces {
        if let Piece::Field(piece) = piece
            && !descriptor.fields.iter().any(|field| field.wire == piece.field)
        {
            let reason = format!("the payload has no field `{}`; use names of the JSON payload", piece.field);
            return Err(TemplateError { template, reason });
        }
    }
    Ok(pieces.into_iter().map(|piece| piece.described(properties)).collect())
}

fn rule(template: &str, pieces: &[Piece], max: usize) -> Value {
    let pieces: Vec<_> = pieces.iter().map(Piece::to_value).collect();
    json!({ "template": template, "pieces": pieces, "maxLength": max })
}
