//! Renders a template from the JSON payload, as a producer in another language does.

use serde_json::Value;

use super::{FieldPiece, Form, Piece};
use crate::message::{KeyBuilder, KeyError};

/// The key that the pieces give for a payload.
///
/// # Errors
/// As for [`KeyBuilder`].
pub(crate) fn render(pieces: &[Piece], payload: &Value) -> Result<String, KeyError> {
    let mut key = KeyBuilder::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => {
                key.literal(text);
            }
            Piece::Field(piece) => append(&mut key, piece, payload)?,
        }
    }
    Ok(key.finish())
}

fn append(key: &mut KeyBuilder, piece: &FieldPiece, payload: &Value) -> Result<(), KeyError> {
    let FieldPiece { field, form, default, single } = piece;
    let field = *field;
    let value = payload.get(field).or(default.as_ref()).unwrap_or(&Value::Null);
    match form {
        Form::Plain => key.field(field, value)?,
        Form::Optional => key.optional(field, value)?,
        Form::Fixed(decimals) => key.fixed(field, number(field, value, *single)?, *decimals)?,
        Form::Shard(shards) => key.shard(field, value, *shards)?,
    };
    Ok(())
}

fn number(field: &'static str, value: &Value, single: bool) -> Result<f64, KeyError> {
    let number = value.as_f64().ok_or(match value {
        Value::Null => KeyError::Absent { field },
        _ => KeyError::NotFinite { field },
    })?;
    #[allow(clippy::cast_possible_truncation)] // the rounding is what is wanted
    Ok(if single { f64::from(number as f32) } else { number })
}
