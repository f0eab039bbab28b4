//! Deduplication: its window, its scope, and by content.

use aws_sdk_sqs::types::MessageSystemAttributeName as Name;

use crate::sqs::suite::{Ctx, bodies};

const PER_GROUP: [(&str, &str); 2] =
    [("DeduplicationScope", "messageGroup"), ("FifoThroughputLimit", "perMessageGroupId")];
const PER_QUEUE: [(&str, &str); 2] = [("DeduplicationScope", "queue"), ("FifoThroughputLimit", "perQueue")];

conformance! {
    duplicate_succeeds_and_is_not_delivered;
    duplicate_is_known_after_the_delete;
    duplicate_is_known_across_groups;
    scope_can_be_the_group;
    scope_of_the_group_needs_no_throughput_setting;
    narrowed_scope_remembers_ids_of_the_queue needs ScopeChange;
    widened_scope_forgets_ids_of_the_groups needs ScopeChange;
    content_is_the_body_alone;
    own_id_goes_before_content;
    window_ends_after_five_minutes needs VirtualTime;
    purge_forgets_the_ids needs PurgeForgetsIds;
}

async fn duplicate_succeeds_and_is_not_delivered(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let first = ctx.send_fifo(&url, "g", "d", "one").await;
    let second = ctx.send_fifo(&url, "g", "d", "two").await;
    assert_eq!(first.message_id(), second.message_id());
    assert_eq!(bodies(&ctx.receive(&url).await), ["one"]);
}

async fn duplicate_is_known_after_the_delete(ctx: &Ctx) {
    for attributes in [&[("ContentBasedDeduplication", "true")][..], &[]] {
        let url = ctx.fifo_with(attributes).await;
        let dedup = attributes.is_empty().then(|| "d".to_owned());
        let send = || {
            let call = ctx.client.send_message().queue_url(&url).message_body(r#"{"foo": "bar"}"#);
            call.message_group_id("g").set_message_deduplication_id(dedup.clone()).send()
        };
        send().await.unwrap();
        let message = ctx.receive_one(&url).await;
        assert_eq!(message.md5_of_body(), Some("94232c5b8fc9272f6f73a1e36eb68fcf"));
        ctx.delete(&url, &message).await.unwrap();
        send().await.unwrap();
        assert!(ctx.receive(&url).await.is_empty());
    }
}

async fn duplicate_is_known_across_groups(ctx: &Ctx) {
    let url = ctx.fifo().await;
    ctx.send_fifo(&url, "g1", "d", "Test").await;
    ctx.send_fifo(&url, "g2", "d", "Test").await;
    assert_eq!(ctx.receive(&url).await.len(), 1);
    let by_content = ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await;
    for group in ["g1", "g2"] {
        let call = ctx.client.send_message().queue_url(&by_content).message_body("Test");
        call.message_group_id(group).send().await.unwrap();
    }
    assert_eq!(ctx.receive(&by_content).await.len(), 1);
}

async fn scope_can_be_the_group(ctx: &Ctx) {
    let url = ctx.fifo_with(&PER_GROUP).await;
    ctx.send_fifo(&url, "g1", "d", "Test1").await;
    ctx.send_fifo(&url, "g2", "d", "Test2").await;
    ctx.send_fifo(&url, "g2", "d", "Test3").await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["Test1", "Test2"]);
}

async fn scope_of_the_group_needs_no_throughput_setting(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("DeduplicationScope", "messageGroup")]).await;
    ctx.send_fifo(&url, "g1", "d", "Test").await;
    ctx.send_fifo(&url, "g2", "d", "Test").await;
    assert_eq!(ctx.receive(&url).await.len(), 2);
}

async fn narrowed_scope_remembers_ids_of_the_queue(ctx: &Ctx) {
    let url = ctx.fifo().await;
    ctx.send_fifo(&url, "g1", "d1", "Test1").await;
    ctx.send_fifo(&url, "g2", "d1", "Test2").await;
    ctx.set(&url, &PER_GROUP).await.unwrap();
    ctx.send_fifo(&url, "g2", "d1", "Test3").await;
    ctx.send_fifo(&url, "g3", "d2", "Test4").await;
    ctx.send_fifo(&url, "g3", "d2", "Test5").await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["Test1", "Test4"]);
}

async fn widened_scope_forgets_ids_of_the_groups(ctx: &Ctx) {
    let url = ctx.fifo_with(&PER_GROUP).await;
    ctx.send_fifo(&url, "g1", "d", "Test1").await;
    ctx.send_fifo(&url, "g2", "d", "Test2").await;
    ctx.set(&url, &PER_QUEUE).await.unwrap();
    ctx.send_fifo(&url, "g3", "d", "Test3").await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["Test1", "Test2", "Test3"]);
}

async fn content_is_the_body_alone(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await;
    for value in ["1", "2"] {
        let attribute =
            aws_sdk_sqs::types::MessageAttributeValue::builder().data_type("String").string_value(value);
        let call = ctx.client.send_message().queue_url(&url).message_body("a").message_group_id("g");
        call.message_attributes("k", attribute.build().unwrap()).send().await.unwrap();
    }
    let received = ctx.receive_with(&url, |call| call.message_system_attribute_names(Name::All)).await;
    assert_eq!(received.len(), 1);
    let sha256_of_a = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    assert_eq!(received[0].attributes().unwrap()[&Name::MessageDeduplicationId], sha256_of_a);
}

async fn own_id_goes_before_content(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await;
    ctx.send_fifo(&url, "g", "d1", "same").await;
    ctx.send_fifo(&url, "g", "d2", "same").await;
    assert_eq!(ctx.receive(&url).await.len(), 2);
}

async fn window_ends_after_five_minutes(ctx: &Ctx) {
    let url = ctx.fifo().await;
    ctx.send_fifo(&url, "g", "d", "first").await;
    ctx.advance(299).await;
    ctx.send_fifo(&url, "g", "d", "within").await;
    ctx.advance(1).await;
    ctx.send_fifo(&url, "g", "d", "after").await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["first", "after"]);
}

async fn purge_forgets_the_ids(ctx: &Ctx) {
    let url = ctx.fifo().await;
    ctx.send_fifo(&url, "g", "d", "message-1").await;
    ctx.client.purge_queue().queue_url(&url).send().await.unwrap();
    ctx.send_fifo(&url, "g", "d", "message-2").await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["message-2"]);
}
