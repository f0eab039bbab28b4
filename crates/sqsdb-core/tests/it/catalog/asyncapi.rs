//! The AsyncAPI document.

use std::{path::PathBuf, process::Command};

use serde_json::{Value, json};
use sqsdb_core::catalog;

use super::{
    all,
    types::{Placed, PriceChanged},
};

#[test]
fn it_has_channels_operations_and_messages() {
    let document = all().asyncapi().unwrap();
    assert_eq!(document["asyncapi"], "3.1.0");
    let prices = &document["channels"]["prices.fifo"];
    assert_eq!(
        prices["bindings"]["sqs"],
        json!({
            "queue": {
                "name": "prices.fifo",
                "fifoQueue": true,
                "redrivePolicy": {"deadLetterQueue": {"name": "prices-dead.fifo"}, "maxReceiveCount": 5},
            },
            "deadLetterQueue": {"name": "prices-dead.fifo", "fifoQueue": true},
            "bindingVersion": "0.2.0",
        })
    );
    assert_eq!(document["operations"]["send.PriceChanged.v3"]["action"], "send");
    assert_eq!(document["operations"].as_object().unwrap().len(), 4);
    assert_eq!(document["components"]["messages"]["PriceChanged.v3"]["x-sqsdb"]["version"], "revision");
}

#[test]
fn a_type_without_a_queue_gets_one_without_an_address() {
    let document = catalog![Placed, PriceChanged].asyncapi().unwrap();
    let channels = &document["channels"];
    assert_eq!(channels["order-placed"]["address"], Value::Null);
    assert_eq!(channels["order-placed"]["bindings"]["sqs"]["queue"]["fifoQueue"], false);
    assert_eq!(channels["price-changed.fifo"]["bindings"]["sqs"]["queue"]["fifoQueue"], true);
}

#[test]
fn every_reference_leads_somewhere() {
    let document = all().asyncapi().unwrap();
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 10);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// The examples fit the payload schemas of the document itself, which are of another draft than the files.
#[test]
fn examples_fit_the_schemas_of_the_document() {
    let document = all().asyncapi().unwrap();
    for (stem, message) in document["components"]["messages"].as_object().unwrap() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "allOf": [{"$ref": format!("#/components/schemas/{stem}")}],
            "components": document["components"],
        });
        let validator = jsonschema::draft7::options().should_validate_formats(true).build(&schema).unwrap();
        let example = &message["examples"][0]["payload"];
        let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{stem}: {errors:?}");
        assert!(!validator.is_valid(&json!({})), "{stem}");
    }
}

/// The parser of the AsyncAPI project itself. `npm install --prefix target/asyncapi @asyncapi/parser@3.6.6` gets it;
/// `SQSDB_ASYNCAPI_PARSER` names another folder.
#[test]
fn the_official_parser_accepts_it() {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        std::env::var_os("SQSDB_ASYNCAPI_PARSER").map_or(workspace.join("target/asyncapi"), PathBuf::from);
    let has_node = Command::new("node").arg("--version").output().is_ok();
    if !has_node || !folder.join("node_modules/@asyncapi/parser").is_dir() {
        println!("skipped: no node, or no @asyncapi/parser in {}", folder.display());
        return;
    }
    let files = tempfile::tempdir().unwrap();
    for (name, catalog) in [("all", all()), ("default", catalog![Placed, PriceChanged])] {
        let file = files.path().join(format!("{name}.json"));
        std::fs::write(&file, catalog.asyncapi().unwrap().to_string()).unwrap();
        let output =
            Command::new("node").args(["--eval", PARSE]).arg(&file).current_dir(&folder).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Fails on errors and warnings; hints about missing contact, licence and tags pass.
const PARSE: &str = "
    const { Parser } = require('@asyncapi/parser');
    const text = require('fs').readFileSync(process.argv[1], 'utf8');
    new Parser().parse(text).then(({ document, diagnostics }) => {
        const serious = diagnostics.filter(found => found.severity < 2);
        for (const found of serious) console.log(found.code, found.path.join('/'), found.message);
        process.exit(document && serious.length === 0 ? 0 : 1);
    });
";

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| collect(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}
