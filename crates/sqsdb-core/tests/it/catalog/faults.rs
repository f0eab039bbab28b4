//! A catalogue that would mislead producers is not made.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::{
    Catalog, WorkerMessage, catalog,
    catalog::{CatalogError, Channel},
    message::{FieldDescriptor, KeyBuilder, KeyError, MessageDescriptor},
};

use super::types::{OrderPlaced, Placed, PriceChanged};

const FIELDS: &[FieldDescriptor] = &[FieldDescriptor::new("id", "id")];

/// Implements the trait by hand, with a declaration that is wrong in one way.
macro_rules! by_hand {
    ($name:ident, $message_type:literal, $key:literal) => {
        #[derive(Debug, Serialize, Deserialize, JsonSchema)]
        struct $name {
            #[schemars(length(max = 5))]
            id: String,
        }

        impl WorkerMessage for $name {
            const DESCRIPTOR: &'static MessageDescriptor =
                &MessageDescriptor::new($message_type, 1, "p", ("t", "{id}"), $key, FIELDS);

            fn idempotency_key(&self) -> Result<String, KeyError> {
                let mut key = KeyBuilder::new();
                key.literal("k:").field("id", &self.id)?;
                Ok(key.finish())
            }

            fn aggregate_id(&self) -> Result<String, KeyError> {
                Ok(self.id.clone())
            }
        }
    };
}

by_hand!(Right, "Right", "k:{id}");
by_hand!(OtherKey, "OtherKey", "key:{id}");
by_hand!(NoField, "NoField", "k:{ident}");
by_hand!(Unclosed, "Unclosed", "k:{id");
by_hand!(Slash, "a/b", "k:{id}");

/// Its example cannot be guessed.
#[derive(Debug, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(message_type = "Coded", schema_version = 1, producer = "p")]
#[worker_message(aggregate(type = "t", id = "{code}"), idempotency_key = "{code}")]
struct Coded {
    #[schemars(regex(pattern = r"^[A-Z]{3}$"))]
    code: String,
}

fn fault(catalog: &Catalog) -> CatalogError {
    catalog.documents().unwrap_err()
}

#[test]
fn a_type_by_hand_is_as_good_as_a_derived_one() {
    assert!(catalog![Right].documents().is_ok());
}

#[test]
fn declarations_that_contradict_the_type_are_found() {
    let error = fault(&catalog![OtherKey]);
    assert!(
        matches!(&error, CatalogError::Key { declared, built, .. } if declared == "key:id-1" && built == "k:id-1")
    );
    for (catalog, word) in [
        (catalog![NoField], "no field `ident`"),
        (catalog![Unclosed], "not closed"),
        (catalog![Slash], "no name for files"),
        (catalog![Right, Right], "twice"),
        (catalog![Coded], "#[schemars(example = ...)]"),
    ] {
        let error = fault(&catalog).to_string();
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn channels_that_sqs_would_refuse_are_found() {
    let groupless = catalog![Placed].channel(Channel::new("orders.fifo").carries::<Placed>());
    assert!(matches!(fault(&groupless), CatalogError::Groupless { .. }));
    let unlisted = catalog![Placed].channel(Channel::new("orders").carries::<OrderPlaced>());
    assert!(matches!(fault(&unlisted), CatalogError::Unlisted { stem, .. } if stem == "OrderPlaced.v2"));
    let twice = catalog![Placed, PriceChanged]
        .channel(Channel::new("q").carries::<Placed>())
        .channel(Channel::new("q").carries::<PriceChanged>());
    assert!(matches!(fault(&twice), CatalogError::ChannelTwice { .. }));
    let taken =
        catalog![Placed, PriceChanged].channel(Channel::new("order-placed").carries::<PriceChanged>());
    assert!(matches!(fault(&taken), CatalogError::ChannelTwice { .. }));
    let long = "q".repeat(81);
    for name in ["", ".fifo", "a/b", "a.b", "https://x/q", &long] {
        assert!(
            matches!(fault(&catalog![Placed].channel(Channel::new(name))), CatalogError::Queue { .. }),
            "{name}"
        );
    }
}
