//! Queues: creating, finding, listing, tagging, purging, deleting.

use crate::sqs::{
    answers,
    suite::{Ctx, Refusal},
};

conformance! {
    created_queue_is_found_by_name;
    unknown_queues_do_not_exist;
    same_name_needs_the_same_attributes needs Texts;
    fifo_queue_with_other_deduplication_is_another needs Texts;
    names_are_checked needs ParameterRules;
    deleted_name_is_taken_for_a_minute needs VirtualTime;
    listing_by_prefix;
    listing_in_pages;
    tags_come_and_go;
    tags_at_creation;
    purge_takes_everything;
    second_purge_within_a_minute_is_refused needs PurgeInterval;
    purge_works_again_after_a_minute needs VirtualTime;
    bare_name_works_as_url needs InvalidAddress;
    permissions_are_not_supported needs Texts;
}

async fn created_queue_is_found_by_name(ctx: &Ctx) {
    let name = ctx.name();
    let url = ctx.create(&name, &[]).await.unwrap();
    assert!(url.ends_with(&format!("/{name}")));
    let found = ctx.client.get_queue_url().queue_name(&name).send().await.unwrap();
    assert_eq!(found.queue_url(), Some(url.as_str()));
    assert_eq!(ctx.create(&name, &[]).await.unwrap(), url);
}

async fn unknown_queues_do_not_exist(ctx: &Ctx) {
    let found = ctx.client.get_queue_url().queue_name(ctx.name()).send().await;
    ctx.refused(found, &answers::NO_QUEUE);
    let url = ctx.queue().await;
    let received = ctx.client.receive_message().queue_url(format!("{url}-other")).send().await;
    assert!(received.as_ref().unwrap_err().as_service_error().unwrap().is_queue_does_not_exist());
    ctx.refused(received, &answers::NO_QUEUE);
}

async fn same_name_needs_the_same_attributes(ctx: &Ctx) {
    let name = ctx.name();
    ctx.create(&name, &[("DelaySeconds", "1")]).await.unwrap();
    ctx.create(&name, &[("DelaySeconds", "1")]).await.unwrap();
    ctx.create(&name, &[]).await.unwrap();
    ctx.refused(ctx.create(&name, &[("DelaySeconds", "2")]).await, &answers::other_value("DelaySeconds"));
    let url = ctx.create(&name, &[]).await.unwrap();
    ctx.set(&url, &[("DelaySeconds", "2")]).await.unwrap();
    ctx.refused(ctx.create(&name, &[("DelaySeconds", "1")]).await, &answers::other_value("DelaySeconds"));
}

async fn fifo_queue_with_other_deduplication_is_another(ctx: &Ctx) {
    let name = format!("{}.fifo", ctx.name());
    let attributes = |by_content| [("FifoQueue", "true"), ("ContentBasedDeduplication", by_content)];
    ctx.create(&name, &attributes("true")).await.unwrap();
    let again = ctx.create(&name, &attributes("false")).await;
    ctx.refused(again, &answers::other_value("ContentBasedDeduplication"));
}

async fn names_are_checked(ctx: &Ctx) {
    for (name, attributes) in [
        (ctx.name() + ".fifo", &[][..]),
        (ctx.name(), &[("FifoQueue", "true")][..]),
        ("with/slash".to_owned(), &[][..]),
        ("with space".to_owned(), &[][..]),
        ("x".repeat(81), &[][..]),
    ] {
        ctx.refused(ctx.create(&name, attributes).await, &answers::INVALID_PARAMETER);
    }
}

async fn deleted_name_is_taken_for_a_minute(ctx: &Ctx) {
    let name = ctx.name();
    let url = ctx.create(&name, &[]).await.unwrap();
    ctx.client.delete_queue().queue_url(&url).send().await.unwrap();
    ctx.refused(ctx.client.purge_queue().queue_url(&url).send().await, &answers::NO_QUEUE);
    ctx.refused(ctx.create(&name, &[]).await, &answers::DELETED_RECENTLY);
    ctx.advance(60).await;
    ctx.create(&name, &[]).await.unwrap();
}

async fn listing_by_prefix(ctx: &Ctx) {
    let (a, b) = (ctx.name(), ctx.name());
    for name in [format!("{a}-1"), format!("{a}-2"), format!("{b}-1")] {
        ctx.create(&name, &[]).await.unwrap();
    }
    let listed = ctx.client.list_queues().queue_name_prefix(&a).send().await.unwrap();
    assert_eq!(listed.queue_urls().len(), 2);
    assert!(listed.queue_urls().iter().all(|url| url.contains(&a)));
    let none = ctx.client.list_queues().queue_name_prefix(ctx.name()).send().await.unwrap();
    assert!(none.queue_urls().is_empty());
}

async fn listing_in_pages(ctx: &Ctx) {
    let prefix = ctx.name();
    let mut urls = Vec::new();
    for number in 0..10 {
        urls.push(ctx.create(&format!("{prefix}-{number}"), &[]).await.unwrap());
    }
    let list = || ctx.client.list_queues().queue_name_prefix(&prefix);
    let all = list().send().await.unwrap();
    assert_eq!((all.queue_urls(), all.next_token()), (&urls[..], None));
    let first = list().max_results(2).send().await.unwrap();
    assert_eq!(first.queue_urls(), &urls[..2]);
    let rest = list().max_results(8).next_token(first.next_token().unwrap()).send().await.unwrap();
    assert_eq!((rest.queue_urls(), rest.next_token()), (&urls[2..], None));
}

async fn tags_come_and_go(ctx: &Ctx) {
    let url = ctx.queue().await;
    let tag = ctx.client.tag_queue().queue_url(&url);
    tag.tags("tag1", "value1").tags("tag2", "value2").tags("tag3", "").send().await.unwrap();
    assert_eq!(tags(ctx, &url).await, ["tag1=value1", "tag2=value2", "tag3="]);
    let untag = ctx.client.untag_queue().queue_url(&url);
    untag.tag_keys("tag1").tag_keys("tag3").send().await.unwrap();
    assert_eq!(tags(ctx, &url).await, ["tag2=value2"]);
    ctx.client.untag_queue().queue_url(&url).tag_keys("tag2").send().await.unwrap();
    assert!(tags(ctx, &url).await.is_empty());
}

async fn tags(ctx: &Ctx, url: &str) -> Vec<String> {
    let listed = ctx.client.list_queue_tags().queue_url(url).send().await.unwrap();
    let mut tags: Vec<_> =
        listed.tags().into_iter().flatten().map(|(key, value)| format!("{key}={value}")).collect();
    tags.sort();
    tags
}

async fn tags_at_creation(ctx: &Ctx) {
    let created =
        ctx.client.create_queue().queue_name(ctx.name()).tags("team", "cases").send().await.unwrap();
    assert_eq!(tags(ctx, created.queue_url().unwrap()).await, ["team=cases"]);
}

async fn purge_takes_everything(ctx: &Ctx) {
    let url = ctx.queue().await;
    for body in ["in flight", "visible"] {
        ctx.send(&url, body).await;
    }
    let delayed = ctx.client.send_message().queue_url(&url).message_body("delayed");
    delayed.delay_seconds(2).send().await.unwrap();
    ctx.receive_with(&url, |call| call.max_number_of_messages(1).visibility_timeout(2)).await;
    assert_eq!(ctx.counts(&url).await, [1, 1, 1]);
    ctx.client.purge_queue().queue_url(&url).send().await.unwrap();
    ctx.advance(2).await;
    assert_eq!(ctx.counts(&url).await, [0, 0, 0]);
    assert!(ctx.receive(&url).await.is_empty());
}

async fn second_purge_within_a_minute_is_refused(ctx: &Ctx) {
    let name = ctx.name();
    let url = ctx.create(&name, &[]).await.unwrap();
    let purge = || ctx.client.purge_queue().queue_url(&url).send();
    purge().await.unwrap();
    ctx.refused(purge().await, &answers::purged_recently(&name));
}

async fn purge_works_again_after_a_minute(ctx: &Ctx) {
    let url = ctx.queue().await;
    let purge = || ctx.client.purge_queue().queue_url(&url).send();
    purge().await.unwrap();
    ctx.advance(60).await;
    purge().await.unwrap();
}

async fn bare_name_works_as_url(ctx: &Ctx) {
    let name = ctx.name();
    let url = ctx.create(&name, &[]).await.unwrap();
    ctx.send(&name, "by name").await;
    assert_eq!(ctx.receive_one(&url).await.body(), Some("by name"));
    let send = |url: &str| ctx.client.send_message().queue_url(url).message_body("x").send();
    let no_name = send("http://127.0.0.1/").await.map_err(Refusal::from).unwrap_err();
    assert_eq!(no_name.code, "InvalidAddress");
    ctx.refused(send("http://127.0.0.1/999999999999/other").await, &answers::NO_QUEUE);
}

async fn permissions_are_not_supported(ctx: &Ctx) {
    let url = ctx.queue().await;
    let add = ctx.client.add_permission().queue_url(&url).label("l").aws_account_ids("111111111111");
    ctx.refused(add.actions("ReceiveMessage").send().await, &answers::UNSUPPORTED);
    let remove = ctx.client.remove_permission().queue_url(&url).label("l").send().await;
    ctx.refused(remove, &answers::UNSUPPORTED);
}
