//! Sending: bodies, attributes, digests, sizes, delays, groups.

use aws_sdk_sqs::{
    operation::send_message::builders::SendMessageFluentBuilder,
    primitives::Blob,
    types::{
        MessageAttributeValue, MessageSystemAttributeName, MessageSystemAttributeNameForSends,
        MessageSystemAttributeValue,
    },
};

use crate::sqs::{answers, suite::Ctx};

conformance! {
    message_comes_back_as_it_was_sent;
    odd_bodies_survive;
    empty_body_is_missing;
    illegal_characters_are_refused;
    message_may_be_as_long_as_the_limit needs Texts;
    limit_of_the_queue_counts_attributes_as_well needs ParameterRules;
    string_and_binary_attributes_and_their_digests;
    empty_attribute_is_refused needs ParameterRules;
    malformed_attributes_are_refused needs ParameterRules;
    eleven_attributes_are_refused needs AttributeLimit;
    trace_header_is_a_system_attribute needs SystemAttributes;
    delay_hides_the_message;
    delay_of_the_queue_is_the_default;
    delay_is_bounded needs ParameterRules;
    standard_queue_takes_a_group_without_an_order;
    bad_group_ids_are_refused needs ParameterRules;
    deduplication_id_is_for_fifo needs ParameterRules;
}

fn attribute(data_type: &str, value: &str) -> MessageAttributeValue {
    MessageAttributeValue::builder().data_type(data_type).string_value(value).build().unwrap()
}

fn call(ctx: &Ctx, url: &str, body: &str) -> SendMessageFluentBuilder {
    ctx.client.send_message().queue_url(url).message_body(body)
}

async fn message_comes_back_as_it_was_sent(ctx: &Ctx) {
    let url = ctx.queue().await;
    let sent = call(ctx, &url, "message").send().await.unwrap();
    assert_eq!(sent.md5_of_message_body(), Some("78e731027d8fd50ed642340b7c9a63b3"));
    assert_eq!(sent.md5_of_message_attributes(), None);
    assert_eq!(sent.sequence_number(), None);
    let message = ctx.receive_one(&url).await;
    assert_eq!(message.body(), Some("message"));
    assert_eq!(message.message_id(), sent.message_id());
    assert_eq!(message.md5_of_body(), sent.md5_of_message_body());
    assert!(message.receipt_handle().is_some());
    assert!(message.attributes().is_none());
}

async fn odd_bodies_survive(ctx: &Ctx) {
    let url = ctx.queue().await;
    for body in ["\"&quot;&quot;\r", "{\r\n\"machineID\" : \"d357\"}", "\t <xml/> \u{1F980} \u{FFFD}"] {
        ctx.send(&url, body).await;
        let message = ctx.receive_one(&url).await;
        assert_eq!(message.body(), Some(body));
        ctx.delete(&url, &message).await.unwrap();
    }
}

async fn empty_body_is_missing(ctx: &Ctx) {
    let url = ctx.queue().await;
    ctx.refused(call(ctx, &url, "").send().await, &answers::NO_BODY);
}

async fn illegal_characters_are_refused(ctx: &Ctx) {
    let url = ctx.queue().await;
    for illegal in ["\0", "a\u{1}", "\u{FFFE}", "\u{FFFF}"] {
        ctx.refused(call(ctx, &url, illegal).send().await, &answers::INVALID_CONTENTS);
    }
}

async fn message_may_be_as_long_as_the_limit(ctx: &Ctx) {
    let url = ctx.queue().await;
    let body = "a".repeat(1_048_576 - "kStringx".len());
    let send = |body: &str| call(ctx, &url, body).message_attributes("k", attribute("String", "x")).send();
    send(&body).await.unwrap();
    ctx.refused(send(&(body + "a")).await, &answers::too_long(1_048_576));
}

async fn limit_of_the_queue_counts_attributes_as_well(ctx: &Ctx) {
    let url = ctx.queue_with(&[("MaximumMessageSize", "1024")]).await;
    ctx.send(&url, &"a".repeat(1024)).await;
    let body = "a".repeat(1024 - "kStringx".len() + 1);
    let sent = call(ctx, &url, &body).message_attributes("k", attribute("String", "x")).send().await;
    ctx.refused(sent, &answers::too_long(1024));
}

async fn string_and_binary_attributes_and_their_digests(ctx: &Ctx) {
    let url = ctx.queue().await;
    let blob = Blob::new(b"traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01".to_vec());
    let binary =
        MessageAttributeValue::builder().data_type("Binary").binary_value(blob.clone()).build().unwrap();
    let sent = call(ctx, &url, "test").message_attributes("attr1", binary).send().await.unwrap();
    let digest = Some("8cbe4db156db8a94db8b801b7addb984");
    assert_eq!(sent.md5_of_message_attributes(), digest);
    let [message] =
        ctx.receive_with(&url, |call| call.message_attribute_names("All")).await.try_into().unwrap();
    assert_eq!(message.md5_of_message_attributes(), digest);
    assert_eq!(message.message_attributes().unwrap()["attr1"].binary_value(), Some(&blob));
    let sent = call(ctx, &url, "a").message_attributes("n", attribute("Number.int", "42")).send().await;
    sent.unwrap();
}

async fn empty_attribute_is_refused(ctx: &Ctx) {
    let url = ctx.queue().await;
    let sent =
        call(ctx, &url, "test").message_attributes("ErrorDetails", attribute("String", "")).send().await;
    ctx.refused(sent, &answers::empty_attribute("ErrorDetails"));
}

async fn malformed_attributes_are_refused(ctx: &Ctx) {
    let url = ctx.queue().await;
    for (name, data_type, value) in [
        ("attr1", "String", "Invalid-\u{8},\u{b}"),
        ("attr1", "Text", "x"),
        ("attr1", "", "x"),
        ("attr1", "Number", "x"),
        ("attr1", "Number", "123456789012345678901234567890123456789"),
        ("attr 1", "String", "x"),
        (".attr", "String", "x"),
        ("a..b", "String", "x"),
        ("aws.attr", "String", "x"),
        ("Amazon.attr", "String", "x"),
    ] {
        let sent = call(ctx, &url, "test").message_attributes(name, attribute(data_type, value)).send().await;
        ctx.refused(sent, &answers::INVALID_PARAMETER);
    }
}

async fn eleven_attributes_are_refused(ctx: &Ctx) {
    let url = ctx.queue().await;
    let send = |count: usize| {
        let attributes = (0..count).map(|n| (format!("a{n}"), attribute("String", "x"))).collect();
        call(ctx, &url, "test").set_message_attributes(Some(attributes)).send()
    };
    send(10).await.unwrap();
    ctx.refused(send(11).await, &answers::INVALID_PARAMETER);
}

async fn trace_header_is_a_system_attribute(ctx: &Ctx) {
    let url = ctx.queue().await;
    let trace = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
    let value = |value: &str| {
        MessageSystemAttributeValue::builder().data_type("String").string_value(value).build().unwrap()
    };
    let sent = call(ctx, &url, "test")
        .message_attributes("timestamp", attribute("Number", "1493147359900"))
        .message_system_attributes(MessageSystemAttributeNameForSends::AwsTraceHeader, value(trace));
    let sent = sent.send().await.unwrap();
    assert_eq!(sent.md5_of_message_system_attributes(), Some("5ae4d5d7636402d80f4eb6d213245a88"));
    assert_eq!(sent.md5_of_message_attributes(), Some("235c5c510d26fb653d073faed50ae77c"));
    let received = ctx
        .receive_with(&url, |call| {
            call.message_system_attribute_names(MessageSystemAttributeName::AwsTraceHeader)
        })
        .await;
    let attributes = received[0].attributes().unwrap();
    assert_eq!(attributes[&MessageSystemAttributeName::AwsTraceHeader], trace);
    assert_eq!(attributes.len(), 1);
    let other = call(ctx, &url, "test").message_system_attributes("Other".into(), value("x")).send().await;
    ctx.refused(other, &answers::INVALID_PARAMETER);
}

async fn delay_hides_the_message(ctx: &Ctx) {
    let url = ctx.queue().await;
    call(ctx, &url, "later").delay_seconds(1).send().await.unwrap();
    assert_eq!(ctx.counts(&url).await, [0, 0, 1]);
    assert!(ctx.receive(&url).await.is_empty());
    ctx.advance(1).await;
    ctx.receive_one(&url).await;
}

async fn delay_of_the_queue_is_the_default(ctx: &Ctx) {
    let url = ctx.queue_with(&[("DelaySeconds", "1")]).await;
    ctx.send(&url, "later").await;
    call(ctx, &url, "now").delay_seconds(0).send().await.unwrap();
    assert_eq!(ctx.receive_one(&url).await.body(), Some("now"));
    ctx.advance(1).await;
    assert_eq!(ctx.receive_one(&url).await.body(), Some("later"));
}

async fn delay_is_bounded(ctx: &Ctx) {
    let url = ctx.queue().await;
    for delay in [-1, 901] {
        let sent = call(ctx, &url, "x").delay_seconds(delay).send().await;
        ctx.refused(sent, &answers::INVALID_PARAMETER);
    }
}

async fn standard_queue_takes_a_group_without_an_order(ctx: &Ctx) {
    let url = ctx.queue().await;
    for body in ["message", "second"] {
        let sent = call(ctx, &url, body).message_group_id("test").send().await.unwrap();
        assert_eq!(sent.sequence_number(), None);
    }
    let all = MessageSystemAttributeName::All;
    let first =
        ctx.receive_with(&url, |call| call.max_number_of_messages(1).message_system_attribute_names(all));
    let attributes = first.await.remove(0).attributes.unwrap();
    assert_eq!(attributes[&MessageSystemAttributeName::MessageGroupId], "test");
    assert!(!attributes.contains_key(&MessageSystemAttributeName::SequenceNumber));
    ctx.receive_one(&url).await; // the group is not locked
}

async fn bad_group_ids_are_refused(ctx: &Ctx) {
    let (standard, fifo) = (ctx.queue().await, ctx.fifo().await);
    for id in [String::new(), "a".repeat(129), "group 123".to_owned()] {
        let sent = call(ctx, &standard, "x").message_group_id(&id).send().await;
        ctx.refused(sent, &answers::invalid_id(&id, "MessageGroupId"));
        let sent = call(ctx, &fifo, "x").message_group_id("g").message_deduplication_id(&id).send().await;
        ctx.refused(sent, &answers::invalid_id(&id, "MessageDeduplicationId"));
    }
    let longest = "~".repeat(128);
    let sent = call(ctx, &fifo, "x").message_group_id(&longest).message_deduplication_id(&longest);
    sent.send().await.unwrap();
}

async fn deduplication_id_is_for_fifo(ctx: &Ctx) {
    let url = ctx.queue().await;
    let sent = call(ctx, &url, "x").message_deduplication_id("d").send().await;
    ctx.refused(sent, &answers::INVALID_PARAMETER);
}
