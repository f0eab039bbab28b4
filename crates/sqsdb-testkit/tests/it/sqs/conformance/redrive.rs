//! Dead-letter queues: when messages move, and what they keep.

use aws_sdk_sqs::types::{MessageAttributeValue, MessageSystemAttributeName as Name};

use crate::sqs::suite::{Capability, Ctx, bodies};

conformance! {
    message_moves_on_the_receive_after_the_last;
    moved_message_keeps_what_it_is;
    fifo_message_is_deduplicated_by_its_id needs VirtualTime;
    fifo_group_goes_on_without_its_head;
    sources_of_a_dead_letter_queue needs SourceListing;
    deleted_dead_letter_queue_leaves_messages_where_they_are needs VirtualTime;
    dead_letter_wakes_a_poll_there;
}

/// A source and its dead-letter queue, both with a visibility timeout of zero.
async fn pair(ctx: &Ctx, fifo: bool, max_receives: u32) -> (String, String) {
    let dlq = if fifo { ctx.fifo().await } else { ctx.queue().await };
    let arn = ctx.arn(&dlq).await;
    let policy = format!(r#"{{"deadLetterTargetArn":"{arn}","maxReceiveCount":{max_receives}}}"#);
    let attributes = [("RedrivePolicy", policy.as_str()), ("VisibilityTimeout", "0")];
    let source = if fifo { ctx.fifo_with(&attributes).await } else { ctx.queue_with(&attributes).await };
    (source, dlq)
}

async fn message_moves_on_the_receive_after_the_last(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, false, 2).await;
    ctx.send(&source, "x").await;
    for _ in 0..2 {
        ctx.receive_one(&source).await;
    }
    assert_eq!(ctx.counts(&dlq).await, [0, 0, 0]);
    assert!(ctx.receive(&source).await.is_empty());
    assert_eq!(ctx.counts(&source).await, [0, 0, 0]);
    assert_eq!(ctx.receive_one(&dlq).await.body(), Some("x"));
}

async fn moved_message_keeps_what_it_is(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, false, 1).await;
    let attribute =
        MessageAttributeValue::builder().data_type("String").string_value("foobar").build().unwrap();
    let send = ctx.client.send_message().queue_url(&source).message_body("message-1");
    let sent = send.message_attributes("MyAttribute", attribute).send().await.unwrap();
    let before = ctx.receive_with(&source, |call| call.message_system_attribute_names(Name::All)).await;
    ctx.receive(&source).await;
    let all = ctx
        .receive_with(&dlq, |call| {
            call.message_attribute_names("All").message_system_attribute_names(Name::All)
        })
        .await;
    let [moved] = all.try_into().unwrap();
    assert_eq!(moved.message_id(), sent.message_id());
    assert_eq!(moved.md5_of_message_attributes(), Some("adb59cd4678ea5a855436b949cd07ab6"));
    let attributes = moved.attributes().unwrap();
    assert_eq!(attributes[&Name::SentTimestamp], before[0].attributes().unwrap()[&Name::SentTimestamp]);
    if ctx.has(Capability::Texts) {
        assert_eq!(attributes[&Name::DeadLetterQueueSourceArn], ctx.arn(&source).await);
        assert_eq!(attributes[&Name::ApproximateReceiveCount], "2");
    }
}

async fn fifo_message_is_deduplicated_by_its_id(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, true, 1).await;
    for url in [&source, &dlq] {
        ctx.set(url, &[("ContentBasedDeduplication", "true")]).await.unwrap();
    }
    let send = ctx.client.send_message().queue_url(&source).message_body("x").message_group_id("g");
    let sent = send.send().await.unwrap();
    ctx.receive(&source).await;
    ctx.receive(&source).await;
    let moved = ctx.receive_with(&dlq, |call| call.message_system_attribute_names(Name::All)).await;
    let attributes = moved[0].attributes().unwrap();
    assert_eq!(attributes[&Name::MessageDeduplicationId], sent.message_id().unwrap());
    assert_eq!(attributes[&Name::MessageGroupId], "g");
}

async fn fifo_group_goes_on_without_its_head(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, true, 1).await;
    for body in ["1", "2"] {
        ctx.send_fifo(&source, "g", body, body).await;
    }
    ctx.receive_with(&source, |call| call.max_number_of_messages(1)).await;
    assert_eq!(bodies(&ctx.receive(&source).await), ["2"]);
    assert_eq!(bodies(&ctx.receive(&dlq).await), ["1"]);
}

async fn sources_of_a_dead_letter_queue(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, false, 1).await;
    let listed = ctx.client.list_dead_letter_source_queues().queue_url(&dlq).send().await.unwrap();
    assert_eq!(listed.queue_urls(), [source.as_str()]);
    let none = ctx.client.list_dead_letter_source_queues().queue_url(&source).send().await.unwrap();
    assert!(none.queue_urls().is_empty());
}

async fn deleted_dead_letter_queue_leaves_messages_where_they_are(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, false, 1).await;
    ctx.send(&source, "x").await;
    ctx.client.delete_queue().queue_url(&dlq).send().await.unwrap();
    for _ in 0..3 {
        ctx.receive_one(&source).await;
    }
}

async fn dead_letter_wakes_a_poll_there(ctx: &Ctx) {
    let (source, dlq) = pair(ctx, false, 1).await;
    ctx.send(&source, "x").await;
    ctx.receive_one(&source).await;
    let poll = ctx.receive_with(&dlq, |call| call.wait_time_seconds(20));
    let (moved, rest) = tokio::join!(poll, ctx.receive(&source));
    assert_eq!(bodies(&moved), ["x"]);
    assert!(rest.is_empty());
}
