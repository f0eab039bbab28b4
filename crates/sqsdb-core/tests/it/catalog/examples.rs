//! Examples of envelopes.

use serde_json::json;
use sqsdb_core::message::decode;

use super::{
    all,
    schemas::validator,
    types::{OrderPlaced, Placed, PriceChanged, Tree},
};

#[test]
fn each_fits_its_schema() {
    let catalog = all();
    let (schemas, examples) = (catalog.schemas().unwrap(), catalog.examples().unwrap());
    assert_eq!(examples.len(), 4);
    for (stem, example) in examples {
        let errors: Vec<_> =
            validator(&schemas[&stem]).iter_errors(&example).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{stem}: {errors:?}\n{example:#}");
    }
}

#[test]
fn the_worker_reads_each() {
    let examples = all().examples().unwrap();
    let body = |stem: &str| examples[stem].to_string();
    assert_eq!(decode::<PriceChanged>(&body("PriceChanged.v3")).unwrap().payload.channel, "web");
    assert_eq!(decode::<Placed>(&body("OrderPlaced.v1")).unwrap().payload.order, "A-17");
    let order = decode::<OrderPlaced>(&body("OrderPlaced.v2")).unwrap().payload;
    assert_eq!(order.items.len(), 2);
    assert!(order.delivery.is_some());
    assert_eq!(order.contact.mail, "someone@example.com");
    let tree = body("tree.grown.v1");
    assert!(decode::<Tree>(&tree).unwrap().payload.left.is_some());
    assert!(tree.len() < 20_000, "{} bytes", tree.len());
}

#[test]
fn they_are_the_same_each_time() {
    let example = &all().examples().unwrap()["OrderPlaced.v1"];
    assert_eq!(*example, all().examples().unwrap()["OrderPlaced.v1"]);
    assert_eq!(example["occurredAt"], "2026-01-01T00:00:00Z");
    assert_eq!(example["messageId"], "msg_00000000000000000000000000000001");
    assert_eq!(example["payload"], json!({"order": "A-17"}));
}
