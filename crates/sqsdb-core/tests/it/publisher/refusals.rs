//! What SQS would refuse costs no other message its call, and any text can be sent.

use sqsdb_core::{Envelope, message::decode, publisher::Outgoing};

use super::{Sqs, envelope, outline, owned};
use crate::support::message::{Deadline, deadline};

fn with_attributes(sqs: &Sqs, count: usize) -> Outgoing {
    (0..count).fold(sqs.outgoing("A", 1), |message, n| message.attribute(format!("n{n}"), "v"))
}

#[tokio::test]
async fn ten_attributes_pass_and_eleven_do_not() {
    let sqs = Sqs::standard().await;
    let results = sqs.publisher.send(vec![with_attributes(&sqs, 10), with_attributes(&sqs, 11)]).await;
    assert_eq!(outline(&results), ["ok", "TooManyAttributes"]);
}

#[tokio::test]
async fn a_bad_attribute_is_refused_alone_and_says_why() {
    let long = "n".repeat(257);
    for (name, value, reason) in [
        ("", "v", "1 to 256"),
        (&*long, "v", "1 to 256"),
        ("a b", "v", "letters, digits"),
        ("é", "v", "letters, digits"),
        (".a", "v", "period"),
        ("a.", "v", "period"),
        ("a..b", "v", "period"),
        ("aws.trace", "v", "reserved"),
        ("Amazon.x", "v", "reserved"),
        ("a", "", "empty"),
        ("a", "\u{0}", "control character"),
        ("a", "\u{ffff}", "character"),
    ] {
        let sqs = Sqs::standard().await;
        let results =
            sqs.publisher.send(vec![sqs.outgoing("A", 1).attribute(name, value), sqs.outgoing("B", 1)]).await;
        assert_eq!(outline(&results), ["Attribute", "ok"], "{name}={value}");
        let error = results[0].as_ref().unwrap_err();
        assert!(error.is_permanent() && error.to_string().contains(reason), "{error}");
        assert_eq!((sqs.versions(), sqs.calls()), (owned(&[("B", 1)]), 1));
    }
}

#[tokio::test]
async fn good_attributes_arrive() {
    let sqs = Sqs::standard().await;
    let longest = "n".repeat(256);
    let texts =
        [("a.b-c_1", "\t\n\r ~\u{d7ff}\u{e000}\u{fffd}\u{10ffff}"), ("awsome", "v"), (&*longest, "v")];
    let message = texts.iter().fold(sqs.outgoing("A", 1), |m, (name, value)| m.attribute(*name, *value));
    sqs.publisher.send(vec![message]).await.remove(0).unwrap();
    let received = sqs.client.receive_message().queue_url(&sqs.url).message_attribute_names("All");
    let received = received.send().await.unwrap().messages.unwrap().remove(0);
    let attributes = received.message_attributes.unwrap();
    for (name, value) in texts {
        assert_eq!(attributes[name].string_value(), Some(value));
    }
}

/// SQS refuses characters that JSON takes; in a text an escape stands for them.
#[tokio::test]
async fn any_text_arrives_as_it_is() {
    let sqs = Sqs::standard().await;
    let note = "\u{0}\u{1}\u{b}\u{1f}\u{7f}\u{fffe}\u{ffff} \\ufffe \\\u{ffff}\" é 漢 😀\u{10ffff}";
    let payload = Deadline { note: Some(note.into()), ..deadline("A", 1) };
    sqs.publisher.publish(&Envelope::new(payload.clone()).unwrap()).await.unwrap();
    let body = &sqs.messages()[0].body;
    assert_eq!(decode::<Deadline>(body).unwrap().payload, payload);
}

#[tokio::test]
async fn a_changed_payload_needs_a_new_envelope() {
    let sqs = Sqs::standard().await;
    let mut changed = envelope("A", 1);
    changed.payload.case_id = "B".into();
    let error = sqs.publisher.publish(&changed).await.unwrap_err();
    assert!(error.to_string().contains("case:B:deadline:v1") && error.is_permanent(), "{error}");
    assert_eq!(sqs.calls(), 0);
}
