//! FIFO: order, locked groups, released and extended messages, attempt ids.

use aws_sdk_sqs::types::{Message, MessageSystemAttributeName as Name};

use crate::sqs::{
    answers,
    suite::{Ctx, bodies},
};

conformance! {
    group_and_deduplication_id_are_required;
    message_has_the_fifo_attributes;
    sequence_numbers_increase;
    messages_come_group_by_group needs GroupByGroup;
    group_is_locked_while_a_message_is_in_flight;
    last_delete_unlocks_the_group_for_a_waiting_poll;
    release_of_the_first_leaves_the_second_locked needs PartialGroupRelease;
    extended_message_holds_back_itself_and_those_after_it needs PartialGroupRelease;
    group_that_was_emptied_works_again;
    own_delay_is_refused;
    zero_delay_means_the_delay_of_the_queue;
    delayed_head_holds_back_its_group needs VirtualTime;
    attempt_id_replays_a_lost_answer needs AttemptId;
    attempt_id_restarts_the_visibility_timeout needs AttemptId;
    attempt_id_ends_with_the_first_change needs AttemptId;
}

async fn queue_with(ctx: &Ctx, messages: &[(&str, &str)]) -> String {
    let url = ctx.fifo().await;
    for (dedup, (group, body)) in messages.iter().enumerate() {
        ctx.send_fifo(&url, group, &format!("setup-{dedup}"), body).await;
    }
    url
}

async fn group_and_deduplication_id_are_required(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let call = || ctx.client.send_message().queue_url(&url).message_body("x");
    ctx.refused(call().message_group_id("g").send().await, &answers::NO_DEDUP_ID);
    ctx.refused(call().message_deduplication_id("d").send().await, &answers::NO_GROUP);
}

async fn message_has_the_fifo_attributes(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("VisibilityTimeout", "0")]).await;
    let sent = ctx.send_fifo(&url, "group-1", "dedup-1", "message-body-1").await;
    assert_eq!(sent.md5_of_message_body(), Some("19c9e282d65f9733bc6b35d50062c7ee"));
    for count in ["1", "2"] {
        let received = ctx.receive_with(&url, |call| call.message_system_attribute_names(Name::All)).await;
        let attributes = received[0].attributes().unwrap();
        assert_eq!(attributes[&Name::MessageGroupId], "group-1");
        assert_eq!(attributes[&Name::MessageDeduplicationId], "dedup-1");
        assert_eq!(attributes[&Name::SequenceNumber], sent.sequence_number().unwrap());
        assert_eq!(attributes[&Name::ApproximateReceiveCount], count);
        assert_eq!(attributes.len(), 7);
    }
}

async fn sequence_numbers_increase(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let mut last = 0_u128;
    for id in ["1", "2", "3"] {
        let sent = ctx.send_fifo(&url, "g", id, id).await;
        let number: u128 = sent.sequence_number().unwrap().parse().unwrap();
        assert!(number > last);
        last = number;
    }
}

async fn messages_come_group_by_group(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g1", "a1"), ("g2", "b1"), ("g1", "a2"), ("g2", "b2"), ("g1", "a3")]).await;
    let received = ctx.receive_with(&url, |call| call.max_number_of_messages(4)).await;
    assert_eq!(bodies(&received), ["a1", "a2", "a3", "b1"]);
}

async fn group_is_locked_while_a_message_is_in_flight(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1"), ("g", "2"), ("g", "3"), ("other", "4")]).await;
    let received = ctx.receive_with(&url, |call| call.max_number_of_messages(2)).await;
    assert_eq!(bodies(&received), ["1", "2"]);
    let other = ctx.receive(&url).await;
    assert_eq!(bodies(&other), ["4"]);
    ctx.send_fifo(&url, "g", "5", "5").await;
    ctx.delete(&url, &received[0]).await.unwrap();
    assert!(ctx.receive(&url).await.is_empty());
    ctx.delete(&url, &received[1]).await.unwrap();
    assert_eq!(bodies(&ctx.receive(&url).await), ["3", "5"]);
}

async fn last_delete_unlocks_the_group_for_a_waiting_poll(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1"), ("g", "2")]).await;
    let received = ctx.receive_with(&url, |call| call.max_number_of_messages(1)).await;
    let poll = ctx.receive_with(&url, |call| call.wait_time_seconds(20));
    let (next, deleted) = tokio::join!(poll, ctx.delete(&url, &received[0]));
    deleted.unwrap();
    assert_eq!(bodies(&next), ["2"]);
}

async fn release_of_the_first_leaves_the_second_locked(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1"), ("g", "2"), ("g", "3")]).await;
    let received = ctx.receive_with(&url, |call| call.max_number_of_messages(2)).await;
    ctx.change(&url, &received[0], 0).await.unwrap();
    assert_eq!(bodies(&ctx.receive(&url).await), ["1"]);
    ctx.change(&url, &received[1], 0).await.unwrap();
    assert!(ctx.receive(&url).await.is_empty());
}

async fn extended_message_holds_back_itself_and_those_after_it(ctx: &Ctx) {
    for (extended, visible) in [(0, &[][..]), (1, &["foo"]), (2, &["foo", "bar"])] {
        let url = ctx.fifo_with(&[("VisibilityTimeout", "1")]).await;
        for body in ["foo", "bar", "baz"] {
            ctx.send_fifo(&url, "g", body, body).await;
        }
        let received = ctx.receive(&url).await;
        assert_eq!(bodies(&received), ["foo", "bar", "baz"]);
        ctx.change(&url, &received[extended], 30).await.unwrap();
        ctx.advance(1).await;
        assert_eq!(bodies(&ctx.receive(&url).await), visible);
    }
}

async fn group_that_was_emptied_works_again(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "Message 1")]).await;
    let first = ctx.receive_one(&url).await;
    ctx.delete(&url, &first).await.unwrap();
    assert!(ctx.receive(&url).await.is_empty());
    ctx.send_fifo(&url, "g", "2", "Message 2").await;
    assert_eq!(ctx.receive_one(&url).await.body(), Some("Message 2"));
}

async fn own_delay_is_refused(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let send = ctx.client.send_message().queue_url(&url).message_body("x").message_group_id("g");
    let sent = send.message_deduplication_id("d").delay_seconds(2).send().await;
    let reason = "The request include parameter that is not valid for this queue type.";
    ctx.refused(sent, &answers::invalid_value("2", "DelaySeconds", reason));
}

async fn zero_delay_means_the_delay_of_the_queue(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("DelaySeconds", "1")]).await;
    let send = ctx.client.send_message().queue_url(&url).message_body("x").message_group_id("g");
    send.message_deduplication_id("d").delay_seconds(0).send().await.unwrap();
    assert!(ctx.receive(&url).await.is_empty());
    ctx.advance(1).await;
    ctx.receive_one(&url).await;
}

async fn delayed_head_holds_back_its_group(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("DelaySeconds", "10")]).await;
    ctx.send_fifo(&url, "g", "1", "1").await;
    ctx.set(&url, &[("DelaySeconds", "0")]).await.unwrap();
    ctx.send_fifo(&url, "g", "2", "2").await;
    assert!(ctx.receive(&url).await.is_empty());
    ctx.advance(10).await;
    assert_eq!(bodies(&ctx.receive(&url).await), ["1", "2"]);
}

async fn attempt(ctx: &Ctx, url: &str) -> Vec<Message> {
    ctx.receive_with(url, |call| call.receive_request_attempt_id("attempt").visibility_timeout(20)).await
}

fn handles(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.receipt_handle().unwrap()).collect()
}

async fn attempt_id_replays_a_lost_answer(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1"), ("g", "2")]).await;
    let first = attempt(ctx, &url).await;
    assert!(ctx.receive(&url).await.is_empty());
    let second = attempt(ctx, &url).await;
    assert_eq!(bodies(&second), ["1", "2"]);
    assert_eq!(handles(&first), handles(&second));
}

async fn attempt_id_restarts_the_visibility_timeout(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1")]).await;
    attempt(ctx, &url).await;
    ctx.advance(15).await;
    let again = attempt(ctx, &url).await;
    ctx.advance(15).await;
    assert!(ctx.receive(&url).await.is_empty());
    ctx.delete(&url, &again[0]).await.unwrap();
}

async fn attempt_id_ends_with_the_first_change(ctx: &Ctx) {
    let url = queue_with(ctx, &[("g", "1"), ("g", "2")]).await;
    let first = attempt(ctx, &url).await;
    ctx.delete(&url, &first[0]).await.unwrap();
    assert!(attempt(ctx, &url).await.is_empty());
    ctx.change(&url, &first[1], 0).await.unwrap();
    let fresh = attempt(ctx, &url).await;
    assert_eq!(bodies(&fresh), ["2"]);
    assert_ne!(handles(&fresh), handles(&first[1..]));
}
