//! The trace context goes with a message, and is no reason not to send it.

use sqsdb_core::publisher::TraceContext;

use super::{Sqs, envelope};

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// The attributes of the message in the queue.
async fn attributes(sqs: &Sqs) -> Vec<(String, String)> {
    let received = sqs.client.receive_message().queue_url(&sqs.url).message_attribute_names("All");
    let received = received.send().await.unwrap().messages.unwrap().remove(0);
    let attributes = received.message_attributes.unwrap_or_default().into_iter();
    let mut attributes: Vec<_> =
        attributes.map(|(name, value)| (name, value.string_value().unwrap().to_owned())).collect();
    attributes.sort();
    attributes
}

fn pairs(attributes: &[(&str, &str)]) -> Vec<(String, String)> {
    attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[tokio::test]
async fn it_goes_as_two_attributes() {
    let sqs = Sqs::standard().await;
    let context = || Some(TraceContext::new(PARENT).tracestate("vendor=1"));
    let publisher = sqs.publisher.clone().trace_context(context);
    let size = publisher.outgoing(&envelope("A", 1)).unwrap().size();
    assert_eq!(size, sqs.outgoing("A", 1).size() + 11 + 6 + 55 + 10 + 6 + 8, "and counts");
    publisher.publish(&envelope("A", 1)).await.unwrap();
    assert_eq!(attributes(&sqs).await, pairs(&[("traceparent", PARENT), ("tracestate", "vendor=1")]));
}

#[tokio::test]
async fn without_one_nothing_goes() {
    let sqs = Sqs::standard().await;
    sqs.publisher.clone().trace_context(|| None).publish(&envelope("A", 1)).await.unwrap();
    assert_eq!(attributes(&sqs).await, []);
}

#[tokio::test]
async fn what_sqs_would_refuse_is_left_out() {
    for (context, expected) in [
        (TraceContext::new(""), &[][..]),
        (TraceContext::new("\u{0}").tracestate("a=1"), &[]),
        (TraceContext::new(PARENT).tracestate(""), &[("traceparent", PARENT)]),
        (TraceContext::new(PARENT).tracestate("a=\u{1}"), &[("traceparent", PARENT)]),
    ] {
        let sqs = Sqs::standard().await;
        sqs.publisher.send(vec![sqs.outgoing("A", 1).trace(context)]).await.remove(0).unwrap();
        assert_eq!(attributes(&sqs).await, pairs(expected));
    }
}

#[tokio::test]
async fn without_room_it_is_left_out() {
    for (count, sent) in [(8, 10), (9, 10), (10, 10)] {
        let sqs = Sqs::standard().await;
        let full = (0..count).fold(sqs.outgoing("A", 1), |m, n| m.attribute(format!("n{n}"), "v"));
        let context = TraceContext::new(PARENT).tracestate("a=1");
        sqs.publisher.send(vec![full.trace(context)]).await.remove(0).unwrap();
        assert_eq!(attributes(&sqs).await.len(), sent);
    }
}
