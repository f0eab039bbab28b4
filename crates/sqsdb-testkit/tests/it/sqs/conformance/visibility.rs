//! The visibility timeout: of the queue, of a receive, and its changes.

use crate::sqs::{answers, suite::Ctx};

conformance! {
    message_comes_back_after_the_timeout_of_the_queue;
    timeout_of_the_receive_overrides_the_queue;
    change_to_zero_releases_the_message;
    change_counts_from_now;
    change_is_not_remembered;
    change_works_after_the_timeout;
    stale_handle_changes_the_message_of_its_new_holder needs StaleHandles;
    deleted_message_cannot_be_changed needs StaleHandles;
    change_is_bounded needs VisibilityLimit;
    twelve_hours_count_from_the_receive needs VisibilityLimit | VirtualTime;
}

async fn one_in_flight(ctx: &Ctx, visibility: &str) -> (String, aws_sdk_sqs::types::Message) {
    let url = ctx.queue_with(&[("VisibilityTimeout", visibility)]).await;
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    (url, message)
}

async fn message_comes_back_after_the_timeout_of_the_queue(ctx: &Ctx) {
    let (url, first) = one_in_flight(ctx, "1").await;
    assert!(ctx.receive(&url).await.is_empty());
    ctx.advance(1).await;
    assert_eq!(ctx.receive_one(&url).await.message_id(), first.message_id());
}

async fn timeout_of_the_receive_overrides_the_queue(ctx: &Ctx) {
    let url = ctx.queue().await;
    ctx.send(&url, "x").await;
    ctx.receive_with(&url, |call| call.visibility_timeout(1)).await;
    ctx.advance(1).await;
    ctx.receive_one(&url).await;
}

async fn change_to_zero_releases_the_message(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    ctx.change(&url, &message, 0).await.unwrap();
    ctx.receive_one(&url).await;
}

async fn change_counts_from_now(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    ctx.change(&url, &message, 1).await.unwrap();
    ctx.advance(1).await;
    ctx.receive_one(&url).await;
}

async fn change_is_not_remembered(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    ctx.change(&url, &message, 0).await.unwrap();
    ctx.receive_one(&url).await;
    assert!(ctx.receive(&url).await.is_empty());
}

async fn change_works_after_the_timeout(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "1").await;
    ctx.advance(1).await;
    ctx.change(&url, &message, 30).await.unwrap();
    assert!(ctx.receive(&url).await.is_empty());
    assert_eq!(ctx.counts(&url).await, [0, 1, 0]);
}

async fn stale_handle_changes_the_message_of_its_new_holder(ctx: &Ctx) {
    let (url, stale) = one_in_flight(ctx, "1").await;
    ctx.advance(1).await;
    ctx.receive_with(&url, |call| call.visibility_timeout(30)).await;
    ctx.change(&url, &stale, 0).await.unwrap();
    ctx.receive_one(&url).await;
}

async fn deleted_message_cannot_be_changed(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    ctx.delete(&url, &message).await.unwrap();
    let answer = answers::not_available(message.receipt_handle().unwrap());
    ctx.refused(ctx.change(&url, &message, 42).await, &answer);
}

async fn change_is_bounded(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    for seconds in [-1, 43_201] {
        ctx.refused(ctx.change(&url, &message, seconds).await, &answers::INVALID_PARAMETER);
    }
}

async fn twelve_hours_count_from_the_receive(ctx: &Ctx) {
    let (url, message) = one_in_flight(ctx, "30").await;
    ctx.change(&url, &message, 43_100).await.unwrap();
    ctx.advance(43_000).await;
    let reason = "Total VisibilityTimeout for the message is beyond the limit [43200 seconds].";
    let answer = answers::invalid_value("201", "VisibilityTimeout", reason);
    ctx.refused(ctx.change(&url, &message, 201).await, &answer);
    ctx.change(&url, &message, 190).await.unwrap();
    ctx.advance(190).await;
    ctx.receive_one(&url).await;
}
