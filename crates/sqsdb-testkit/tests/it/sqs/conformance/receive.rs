//! Receiving: counts, timestamps, long polls, retention, limits of the parameters.

use aws_sdk_sqs::types::{MessageSystemAttributeName as Name, QueueAttributeName};

use crate::sqs::{
    answers,
    suite::{Ctx, bodies},
};

conformance! {
    empty_queue_answers_without_messages;
    parameters_are_bounded needs ParameterRules;
    number_of_messages_is_kept;
    receives_are_counted_and_the_first_is_remembered;
    long_poll_ends_when_a_message_comes;
    long_poll_ends_when_a_message_becomes_visible;
    long_poll_ends_when_its_time_is_over;
    wait_of_the_queue_is_the_default;
    counts_by_state;
    messages_are_dropped_after_the_retention needs VirtualTime;
    attempt_id_is_for_fifo needs AttemptId;
}

async fn empty_queue_answers_without_messages(ctx: &Ctx) {
    let url = ctx.queue().await;
    for wait in [None, Some(0), Some(1)] {
        let call = ctx.client.receive_message().queue_url(&url).set_wait_time_seconds(wait);
        assert_eq!(ctx.while_time_passes(call.send()).await.unwrap().messages, None);
    }
}

async fn parameters_are_bounded(ctx: &Ctx) {
    let url = ctx.queue().await;
    let call = || ctx.client.receive_message().queue_url(&url);
    for count in [0, 11] {
        let answer = answers::invalid_value(
            &count.to_string(),
            "MaxNumberOfMessages",
            "Must be between 1 and 10, if provided.",
        );
        ctx.refused(call().max_number_of_messages(count).send().await, &answer);
    }
    for wait in [-1, 21] {
        let reason = "Must be >= 0 and <= 20, if provided.";
        let answer = answers::invalid_value(&wait.to_string(), "WaitTimeSeconds", reason);
        ctx.refused(call().wait_time_seconds(wait).send().await, &answer);
    }
    for visibility in [-1, 43_201] {
        let received = call().visibility_timeout(visibility).send().await;
        ctx.refused(received, &answers::INVALID_PARAMETER);
    }
}

async fn number_of_messages_is_kept(ctx: &Ctx) {
    let url = ctx.queue().await;
    for n in 0..12 {
        ctx.send(&url, &n.to_string()).await;
    }
    let default = ctx.client.receive_message().queue_url(&url).send().await.unwrap();
    assert_eq!(default.messages().len(), 1);
    assert_eq!(ctx.receive(&url).await.len(), 10);
    assert_eq!(ctx.receive(&url).await.len(), 1);
}

async fn receives_are_counted_and_the_first_is_remembered(ctx: &Ctx) {
    let url = ctx.queue_with(&[("VisibilityTimeout", "0")]).await;
    ctx.send(&url, "x").await;
    let mut first = None;
    for count in 1..=3 {
        let message =
            ctx.receive_with(&url, |call| call.message_system_attribute_names(Name::All)).await.remove(0);
        let attributes = message.attributes().unwrap();
        assert_eq!(attributes[&Name::ApproximateReceiveCount], count.to_string());
        let sent: u64 = attributes[&Name::SentTimestamp].parse().unwrap();
        let received: u64 = attributes[&Name::ApproximateFirstReceiveTimestamp].parse().unwrap();
        assert!(sent <= received);
        assert_eq!(*first.get_or_insert(received), received);
        ctx.advance(1).await;
    }
}

async fn long_poll_ends_when_a_message_comes(ctx: &Ctx) {
    let url = ctx.queue().await;
    let poll = ctx.receive_with(&url, |call| call.wait_time_seconds(20));
    let (received, _) = tokio::join!(poll, ctx.send(&url, "x"));
    assert_eq!(bodies(&received), ["x"]);
}

async fn long_poll_ends_when_a_message_becomes_visible(ctx: &Ctx) {
    let url = ctx.queue_with(&[("VisibilityTimeout", "1")]).await;
    ctx.send(&url, "x").await;
    ctx.receive_one(&url).await;
    let poll = ctx.receive_with(&url, |call| call.wait_time_seconds(20));
    let (received, ()) = tokio::join!(poll, ctx.advance(1));
    assert_eq!(bodies(&received), ["x"]);
}

async fn long_poll_ends_when_its_time_is_over(ctx: &Ctx) {
    let url = ctx.queue().await;
    let poll = ctx.receive_with(&url, |call| call.wait_time_seconds(1));
    assert!(ctx.while_time_passes(poll).await.is_empty());
}

async fn wait_of_the_queue_is_the_default(ctx: &Ctx) {
    let url = ctx.queue_with(&[("ReceiveMessageWaitTimeSeconds", "20")]).await;
    let (received, _) = tokio::join!(ctx.receive(&url), ctx.send(&url, "x"));
    assert_eq!(bodies(&received), ["x"]);
    let explicit = ctx.receive_with(&url, |call| call.wait_time_seconds(0)).await;
    assert!(explicit.is_empty());
}

async fn counts_by_state(ctx: &Ctx) {
    for url in [ctx.queue().await, ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await] {
        for n in 0..5 {
            let call = ctx.client.send_message().queue_url(&url).message_body(n.to_string());
            call.message_group_id("g").send().await.unwrap();
        }
        assert_eq!(ctx.counts(&url).await, [5, 0, 0]);
        let received = ctx.receive_with(&url, |call| call.max_number_of_messages(2)).await;
        assert_eq!(ctx.counts(&url).await, [3, 2, 0]);
        ctx.delete(&url, &received[0]).await.unwrap();
        assert_eq!(ctx.counts(&url).await, [3, 1, 0]);
        ctx.change(&url, &received[1], 0).await.unwrap();
        assert_eq!(ctx.counts(&url).await, [4, 0, 0]);
    }
}

async fn messages_are_dropped_after_the_retention(ctx: &Ctx) {
    let url = ctx.queue_with(&[("MessageRetentionPeriod", "60")]).await;
    ctx.send(&url, "old").await;
    ctx.receive_one(&url).await;
    ctx.advance(59).await;
    ctx.send(&url, "young").await;
    assert_eq!(ctx.counts(&url).await, [2, 0, 0]);
    ctx.advance(1).await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["young"]);
    ctx.send(&url, "long-lived").await;
    ctx.set(&url, &[(QueueAttributeName::MessageRetentionPeriod.as_str(), "120")]).await.unwrap();
    ctx.advance(60).await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["young", "long-lived"]);
}

async fn attempt_id_is_for_fifo(ctx: &Ctx) {
    let url = ctx.queue().await;
    let received = ctx.client.receive_message().queue_url(&url).receive_request_attempt_id("a").send().await;
    ctx.refused(received, &answers::INVALID_PARAMETER);
}
