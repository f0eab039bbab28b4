//! Receipt handles: stale, used, foreign, garbage.

use crate::sqs::{answers, suite::Ctx};

conformance! {
    garbage_is_not_a_handle;
    handle_of_another_queue_is_not_a_handle needs Texts;
    delete_works_after_the_visibility_timeout needs StaleHandles;
    second_delete_succeeds needs StaleHandles;
    stale_handle_deletes_nothing needs StaleHandles;
    fifo_handle_ends_with_the_visibility_timeout needs FifoHandleExpiry;
    fifo_handle_lives_as_long_as_it_is_extended;
    handles_end_after_twelve_hours needs VirtualTime;
}

async fn garbage_is_not_a_handle(ctx: &Ctx) {
    let url = ctx.queue().await;
    let delete = ctx.client.delete_message().queue_url(&url).receipt_handle("garbage").send().await;
    ctx.refused(delete, &answers::not_a_handle("garbage"));
    let change = ctx.client.change_message_visibility().queue_url(&url).receipt_handle("garbage");
    ctx.refused(change.visibility_timeout(1).send().await, &answers::not_a_handle("garbage"));
}

async fn handle_of_another_queue_is_not_a_handle(ctx: &Ctx) {
    let (url, other) = (ctx.queue().await, ctx.queue().await);
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    let answer = answers::not_a_handle(message.receipt_handle().unwrap());
    ctx.refused(ctx.delete(&other, &message).await, &answer);
    ctx.refused(ctx.change(&other, &message, 1).await, &answer);
}

async fn delete_works_after_the_visibility_timeout(ctx: &Ctx) {
    let url = ctx.queue_with(&[("VisibilityTimeout", "1")]).await;
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    ctx.advance(1).await;
    assert_eq!(ctx.counts(&url).await, [1, 0, 0]);
    ctx.delete(&url, &message).await.unwrap();
    assert_eq!(ctx.counts(&url).await, [0, 0, 0]);
}

async fn second_delete_succeeds(ctx: &Ctx) {
    for url in [ctx.queue().await, ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await] {
        let send = ctx.client.send_message().queue_url(&url).message_body("x").message_group_id("g");
        send.send().await.unwrap();
        let message = ctx.receive_one(&url).await;
        ctx.delete(&url, &message).await.unwrap();
        ctx.delete(&url, &message).await.unwrap();
    }
}

async fn stale_handle_deletes_nothing(ctx: &Ctx) {
    let url = ctx.queue_with(&[("VisibilityTimeout", "1")]).await;
    ctx.send(&url, "x").await;
    let stale = ctx.receive_one(&url).await;
    ctx.advance(1).await;
    let newest = ctx.receive_one(&url).await;
    assert_ne!(stale.receipt_handle(), newest.receipt_handle());
    assert_eq!(stale.message_id(), newest.message_id());
    ctx.delete(&url, &stale).await.unwrap();
    assert_eq!(ctx.counts(&url).await, [0, 1, 0]);
    ctx.delete(&url, &newest).await.unwrap();
    assert_eq!(ctx.counts(&url).await, [0, 0, 0]);
}

async fn fifo_handle_ends_with_the_visibility_timeout(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("VisibilityTimeout", "1")]).await;
    ctx.send_fifo(&url, "g", "d", "foobar").await;
    let message = ctx.receive_one(&url).await;
    let handle = message.receipt_handle().unwrap();
    ctx.advance(1).await;
    ctx.refused(ctx.delete(&url, &message).await, &answers::handle_expired(handle));
    ctx.refused(ctx.change(&url, &message, 5).await, &answers::not_available(handle));
    let entry = aws_sdk_sqs::types::DeleteMessageBatchRequestEntry::builder().id("0").receipt_handle(handle);
    let batch = ctx.client.delete_message_batch().queue_url(&url).entries(entry.build().unwrap());
    let failed = batch.send().await.unwrap().failed.remove(0);
    assert_eq!(failed.code(), "ReceiptHandleIsInvalid");
    let newest = ctx.receive_one(&url).await;
    ctx.refused(ctx.delete(&url, &message).await, &answers::handle_expired(handle));
    ctx.delete(&url, &newest).await.unwrap();
}

async fn fifo_handle_lives_as_long_as_it_is_extended(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("VisibilityTimeout", "1")]).await;
    ctx.send_fifo(&url, "g", "d", "foobar").await;
    let message = ctx.receive_one(&url).await;
    ctx.change(&url, &message, 20).await.unwrap();
    ctx.advance(1).await;
    ctx.delete(&url, &message).await.unwrap();
}

async fn handles_end_after_twelve_hours(ctx: &Ctx) {
    let url = ctx.queue().await;
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    ctx.advance(43_201).await;
    let answer = answers::handle_expired(message.receipt_handle().unwrap());
    ctx.refused(ctx.delete(&url, &message).await, &answer);
    assert_eq!(ctx.counts(&url).await, [1, 0, 0]);
}
