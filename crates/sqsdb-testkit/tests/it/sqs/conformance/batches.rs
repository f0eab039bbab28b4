//! Batches: the rules for all of them, and partial failure.

use aws_sdk_sqs::types::{
    ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry, SendMessageBatchRequestEntry,
    builders::SendMessageBatchRequestEntryBuilder,
};

use crate::sqs::{
    answers,
    suite::{Ctx, Refusal, bodies},
};

conformance! {
    batch_is_sent_deleted_and_changed_entry_by_entry;
    empty_batches_are_refused;
    twenty_entries_are_too_many;
    ids_must_differ;
    ids_are_checked;
    batch_total_is_limited needs Texts;
    batch_total_is_not_limited_by_the_queue;
    entry_over_the_limit_of_the_queue_fails_alone;
    entry_with_illegal_characters_fails_alone;
    fifo_batch_without_a_group_fails_as_a_whole needs WholeBatchRefused;
    fifo_batch_without_deduplication_fails_as_a_whole needs WholeBatchRefused;
    garbage_handle_fails_alone;
    entry_beyond_the_visibility_limit_fails_alone needs VisibilityLimit;
}

fn entry(id: &str, body: &str) -> SendMessageBatchRequestEntryBuilder {
    SendMessageBatchRequestEntry::builder().id(id).message_body(body)
}

fn to_delete(id: &str, handle: &str) -> DeleteMessageBatchRequestEntry {
    DeleteMessageBatchRequestEntry::builder().id(id).receipt_handle(handle).build().unwrap()
}

fn to_change(id: &str, handle: &str, seconds: i32) -> ChangeMessageVisibilityBatchRequestEntry {
    let entry = ChangeMessageVisibilityBatchRequestEntry::builder().id(id).receipt_handle(handle);
    entry.visibility_timeout(seconds).build().unwrap()
}

/// The answers of the three batch actions to entries with these ids.
async fn all_three(ctx: &Ctx, ids: &[&str]) -> [Result<(), Refusal>; 3] {
    let url = ctx.queue().await;
    let client = &ctx.client;
    let sends = ids.iter().map(|id| entry(id, "x").build().unwrap()).collect();
    let deletes = ids.iter().map(|id| to_delete(id, "h")).collect();
    let changes = ids.iter().map(|id| to_change(id, "h", 1)).collect();
    let sent = client.send_message_batch().queue_url(&url).set_entries(Some(sends)).send().await;
    let deleted = client.delete_message_batch().queue_url(&url).set_entries(Some(deletes)).send().await;
    let changed =
        client.change_message_visibility_batch().queue_url(&url).set_entries(Some(changes)).send().await;
    [
        sent.map(drop).map_err(Refusal::from),
        deleted.map(drop).map_err(Refusal::from),
        changed.map(drop).map_err(Refusal::from),
    ]
}

async fn batch_is_sent_deleted_and_changed_entry_by_entry(ctx: &Ctx) {
    let url = ctx.queue().await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let entries = ["0", "1", "2"].map(|id| entry(id, id).build().unwrap()).to_vec();
    let sent = send.set_entries(Some(entries)).send().await.unwrap();
    assert_eq!(sent.successful().iter().map(|done| done.id()).collect::<Vec<_>>(), ["0", "1", "2"]);
    assert!(sent.failed().is_empty());
    let received = ctx.receive(&url).await;
    assert_eq!(bodies(&received), ["0", "1", "2"]);
    let handles: Vec<_> = received.iter().map(|message| message.receipt_handle().unwrap()).collect();
    let delete = ctx.client.delete_message_batch().queue_url(&url);
    let deleted = delete.entries(to_delete("a", handles[0])).entries(to_delete("b", handles[1])).send();
    assert_eq!(deleted.await.unwrap().successful().len(), 2);
    let change = ctx.client.change_message_visibility_batch().queue_url(&url);
    let changed = change.entries(to_change("c", handles[2], 0)).send().await.unwrap();
    assert_eq!(changed.successful()[0].id(), "c");
    assert_eq!(ctx.receive_one(&url).await.body(), Some("2"));
}

async fn empty_batches_are_refused(ctx: &Ctx) {
    for answer in all_three(ctx, &[]).await {
        ctx.refused(answer, &answers::EMPTY_BATCH);
    }
}

async fn twenty_entries_are_too_many(ctx: &Ctx) {
    let ids: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    for answer in all_three(ctx, &ids.iter().map(String::as_str).collect::<Vec<_>>()).await {
        ctx.refused(answer, &answers::TOO_MANY_ENTRIES);
    }
}

async fn ids_must_differ(ctx: &Ctx) {
    for answer in all_three(ctx, &["a", "a"]).await {
        ctx.refused(answer, &answers::IDS_NOT_DISTINCT);
    }
}

async fn ids_are_checked(ctx: &Ctx) {
    for id in ["", "invalid:id", &"testLongId".repeat(10)] {
        for answer in all_three(ctx, &[id]).await {
            ctx.refused(answer, &answers::INVALID_BATCH_ID);
        }
    }
}

async fn batch_total_is_limited(ctx: &Ctx) {
    let url = ctx.queue().await;
    let longest = entry("1", &"a".repeat(1_048_576)).build().unwrap();
    let send = ctx.client.send_message_batch().queue_url(&url).entries(longest);
    ctx.refused(send.entries(entry("2", "a").build().unwrap()).send().await, &answers::BATCH_TOO_LONG);
}

async fn batch_total_is_not_limited_by_the_queue(ctx: &Ctx) {
    let url = ctx.queue_with(&[("MaximumMessageSize", "1024")]).await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let send = send.entries(entry("1", &"a".repeat(1024)).build().unwrap());
    let sent = send.entries(entry("2", "a").build().unwrap()).send().await.unwrap();
    assert_eq!((sent.successful().len(), sent.failed().len()), (2, 0));
    assert_eq!(sent.successful()[1].md5_of_message_body(), "0cc175b9c0f1b6a831c399e269772661");
}

async fn entry_over_the_limit_of_the_queue_fails_alone(ctx: &Ctx) {
    let url = ctx.queue_with(&[("MaximumMessageSize", "1024")]).await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let send = send.entries(entry("long", &"a".repeat(1025)).build().unwrap());
    let sent = send.entries(entry("short", &"a".repeat(1024)).build().unwrap()).send().await.unwrap();
    assert_eq!(sent.successful()[0].id(), "short");
    assert_eq!(sent.successful()[0].md5_of_message_body(), "c9a34cfc85d982698c6ac89f76071abd");
    let failed = &sent.failed()[0];
    assert_eq!((failed.id(), failed.code(), failed.sender_fault()), ("long", "InvalidParameterValue", true));
    if ctx.has(crate::sqs::suite::Capability::Texts) {
        let text =
            "One or more parameters cannot be validated. Reason: Message must be shorter than 1024 bytes.";
        assert_eq!(failed.message(), Some(text));
    }
}

async fn entry_with_illegal_characters_fails_alone(ctx: &Ctx) {
    let url = ctx.queue().await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let send = send.entries(entry("bad", "\u{1}").build().unwrap());
    let sent = send.entries(entry("good", "x").build().unwrap()).send().await.unwrap();
    assert_eq!((sent.failed()[0].id(), sent.failed()[0].code()), ("bad", "InvalidMessageContents"));
    assert_eq!(sent.successful()[0].id(), "good");
}

async fn fifo_batch_without_a_group_fails_as_a_whole(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let send = send.entries(entry("1", "a").message_group_id("g").build().unwrap());
    ctx.refused(send.entries(entry("2", "b").build().unwrap()).send().await, &answers::NO_GROUP_IN_BATCH);
    assert!(ctx.receive(&url).await.is_empty());
}

async fn fifo_batch_without_deduplication_fails_as_a_whole(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let send = ctx.client.send_message_batch().queue_url(&url);
    let first = entry("1", "a").message_group_id("g").message_deduplication_id("d");
    let second = entry("2", "b").message_group_id("g");
    let sent = send.entries(first.build().unwrap()).entries(second.build().unwrap()).send().await;
    ctx.refused(sent, &answers::NO_DEDUP_ID);
    assert!(ctx.receive(&url).await.is_empty());
}

async fn garbage_handle_fails_alone(ctx: &Ctx) {
    let url = ctx.queue().await;
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    let delete = ctx.client.delete_message_batch().queue_url(&url).entries(to_delete("bad", "garbage"));
    let deleted = delete.entries(to_delete("good", message.receipt_handle().unwrap())).send().await.unwrap();
    let failed = &deleted.failed()[0];
    assert_eq!((failed.id(), failed.code(), failed.sender_fault()), ("bad", "ReceiptHandleIsInvalid", true));
    assert_eq!(deleted.successful()[0].id(), "good");
}

async fn entry_beyond_the_visibility_limit_fails_alone(ctx: &Ctx) {
    let url = ctx.queue().await;
    ctx.send(&url, "x").await;
    let message = ctx.receive_one(&url).await;
    let handle = message.receipt_handle().unwrap();
    let change = ctx.client.change_message_visibility_batch().queue_url(&url);
    let change = change.entries(to_change("bad", handle, 43_201)).entries(to_change("good", handle, 0));
    let changed = change.send().await.unwrap();
    assert_eq!((changed.failed()[0].id(), changed.failed()[0].code()), ("bad", "InvalidParameterValue"));
    assert_eq!(changed.successful()[0].id(), "good");
}
