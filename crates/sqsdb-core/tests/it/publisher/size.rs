//! The publisher counts the bytes of a message as the queue does.

use aws_sdk_sqs::types::QueueAttributeName;
use proptest::{
    collection::btree_map,
    prelude::*,
    test_runner::{Config, TestRunner},
};
use sqsdb_core::{
    Envelope,
    publisher::{Outgoing, PublishError},
};

use super::{Sqs, outline};
use crate::support::message::{Deadline, deadline};

/// Bytes below which a queue cannot set its limit.
const LEAST: usize = 1024;

/// Text of one to four bytes a character, with characters that JSON escapes.
fn text() -> impl Strategy<Value = String> {
    "[ -~\\t\\n\u{e9}\u{6f22}\u{1f600}\"\\\\]{1,80}"
}

fn message() -> impl Strategy<Value = Outgoing> {
    let name = "[A-Za-z0-9_-]([A-Za-z0-9_-]|\\.[a-z0-9]){0,20}"
        .prop_filter("reserved", |name| !name.to_ascii_lowercase().starts_with("a"));
    (text(), 0..1500_usize, btree_map(name, text(), 0..=10)).prop_map(|(text, padding, attributes)| {
        let note = format!("{text}\u{0}\u{ffff}{}", "x".repeat(LEAST + padding));
        let payload = Deadline { note: Some(note), ..deadline("A", 1) };
        let message = Outgoing::of(&Envelope::new(payload).unwrap()).unwrap();
        attributes.into_iter().fold(message, |message, (name, value)| message.attribute(name, value))
    })
}

/// A queue whose limit is the size takes the message, one whose limit is a byte less does not.
#[test]
fn the_computed_size_is_what_the_server_counts() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sqs = runtime.block_on(Sqs::standard());
    let mut runner = TestRunner::new(Config { cases: 100, failure_persistence: None, ..Config::default() });
    let checked = runner.run(&message(), |message| {
        runtime.block_on(async {
            let size = message.size();
            for (limit, expected) in [(size, "ok"), (size - 1, "Refused")] {
                sqs.set(QueueAttributeName::MaximumMessageSize, &limit.to_string()).await;
                // the publisher still knows the old limit, so that the server is the judge
                let results = sqs.publisher.send(vec![message.clone()]).await;
                prop_assert_eq!(outline(&results), [expected], "limit {}", limit);
                if let Err(PublishError::Refused(error)) = &results[0] {
                    prop_assert!(error.message.contains(&format!("shorter than {limit} bytes")), "{}", error);
                }
            }
            Ok(())
        })
    });
    checked.unwrap();
}
