//! Message move tasks: redriving a dead-letter queue.

use aws_sdk_sqs::types::{ListMessageMoveTasksResultEntry as Task, MessageSystemAttributeName as Name};

use crate::sqs::{
    answers,
    suite::{Ctx, Refusal, bodies},
};

conformance! {
    messages_move_to_the_destination needs MoveTasks;
    messages_move_back_to_where_each_came_from needs MoveTasks;
    moved_message_is_a_new_one needs MoveTasks;
    rate_is_kept needs MoveTasks | VirtualTime;
    task_can_be_cancelled needs MoveTasks | VirtualTime;
    deleted_destination_fails_the_task needs MoveTasks | VirtualTime;
    message_without_an_origin_fails_the_task needs MoveTasks;
    one_task_at_a_time needs MoveTasks;
    source_must_be_a_dead_letter_queue needs MoveTasks;
    source_and_destination_must_exist needs MoveTasks;
    rate_is_bounded needs MoveTasks;
    task_handles_are_checked needs MoveTasks;
    moved_messages_wake_a_poll needs MoveTasks | VirtualTime;
}

/// A source and its dead-letter queue with `count` messages that came from the source.
async fn dead_lettered(ctx: &Ctx, count: usize) -> (String, String) {
    let dlq = ctx.queue().await;
    let source = source_for(ctx, &dlq).await;
    fill(ctx, &source, count).await;
    (source, dlq)
}

async fn source_for(ctx: &Ctx, dlq: &str) -> String {
    let policy = format!(r#"{{"deadLetterTargetArn":"{}","maxReceiveCount":1}}"#, ctx.arn(dlq).await);
    ctx.queue_with(&[("RedrivePolicy", &policy), ("VisibilityTimeout", "0")]).await
}

async fn fill(ctx: &Ctx, source: &str, count: usize) {
    for n in 0..count {
        ctx.send(source, &n.to_string()).await;
    }
    ctx.receive(source).await;
    assert!(ctx.receive(source).await.is_empty());
    ctx.set(source, &[("VisibilityTimeout", "30")]).await.unwrap();
}

async fn start(
    ctx: &Ctx,
    source: &str,
    destination: Option<&str>,
    rate: Option<i32>,
) -> Result<String, Refusal> {
    let call = ctx.client.start_message_move_task().source_arn(source);
    let call = call.set_destination_arn(destination.map(str::to_owned));
    let started = call.set_max_number_of_messages_per_second(rate).send().await?;
    Ok(started.task_handle().unwrap().to_owned())
}

async fn newest_task(ctx: &Ctx, source: &str) -> Task {
    ctx.client.list_message_move_tasks().source_arn(source).send().await.unwrap().results.unwrap().remove(0)
}

async fn messages_move_to_the_destination(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 2).await;
    let (destination, arn) = (ctx.queue().await, ctx.arn(&dlq).await);
    let destination_arn = ctx.arn(&destination).await;
    start(ctx, &arn, Some(&destination_arn), None).await.unwrap();
    let task = newest_task(ctx, &arn).await;
    assert_eq!(task.status(), Some("COMPLETED"));
    assert_eq!(task.approximate_number_of_messages_moved(), 2);
    assert_eq!(task.approximate_number_of_messages_to_move(), Some(2));
    assert_eq!(task.destination_arn(), Some(destination_arn.as_str()));
    assert_eq!(task.source_arn(), Some(arn.as_str()));
    assert_eq!(task.task_handle(), None);
    assert!(task.started_timestamp() > 0);
    assert_eq!(ctx.counts(&dlq).await, [0, 0, 0]);
    assert_eq!(bodies(&ctx.receive(&destination).await), ["0", "1"]);
}

async fn messages_move_back_to_where_each_came_from(ctx: &Ctx) {
    let (first, dlq) = dead_lettered(ctx, 2).await;
    let second = source_for(ctx, &dlq).await;
    fill(ctx, &second, 2).await;
    let arn = ctx.arn(&dlq).await;
    start(ctx, &arn, None, None).await.unwrap();
    let task = newest_task(ctx, &arn).await;
    assert_eq!((task.status(), task.approximate_number_of_messages_moved()), (Some("COMPLETED"), 4));
    assert_eq!(task.destination_arn(), None);
    for source in [first, second] {
        assert_eq!(bodies(&ctx.receive(&source).await), ["0", "1"]);
    }
}

async fn moved_message_is_a_new_one(ctx: &Ctx) {
    let (source, dlq) = dead_lettered(ctx, 1).await;
    let dead = ctx.receive_with(&dlq, |call| call.visibility_timeout(0)).await;
    start(ctx, &ctx.arn(&dlq).await, None, None).await.unwrap();
    let moved = ctx.receive_with(&source, |call| call.message_system_attribute_names(Name::All)).await;
    assert_ne!(moved[0].message_id(), dead[0].message_id());
    let attributes = moved[0].attributes().unwrap();
    assert_eq!(attributes[&Name::ApproximateReceiveCount], "1");
    assert!(!attributes.contains_key(&Name::DeadLetterQueueSourceArn));
}

async fn rate_is_kept(ctx: &Ctx) {
    let (source, dlq) = dead_lettered(ctx, 5).await;
    start(ctx, &ctx.arn(&dlq).await, None, Some(2)).await.unwrap();
    ctx.advance(1).await;
    assert_eq!(ctx.counts(&source).await, [2, 0, 0]);
    ctx.advance(1).await;
    assert_eq!(ctx.counts(&source).await, [4, 0, 0]);
    ctx.advance(1).await;
    assert_eq!(ctx.counts(&source).await, [5, 0, 0]);
    assert_eq!(newest_task(ctx, &ctx.arn(&dlq).await).await.status(), Some("COMPLETED"));
}

async fn task_can_be_cancelled(ctx: &Ctx) {
    let (source, dlq) = dead_lettered(ctx, 10).await;
    let arn = ctx.arn(&dlq).await;
    let handle = start(ctx, &arn, None, Some(1)).await.unwrap();
    ctx.advance(2).await;
    let running = newest_task(ctx, &arn).await;
    assert_eq!((running.status(), running.task_handle()), (Some("RUNNING"), Some(handle.as_str())));
    assert_eq!(running.max_number_of_messages_per_second(), Some(1));
    let cancel = || ctx.client.cancel_message_move_task().task_handle(&handle).send();
    assert_eq!(cancel().await.unwrap().approximate_number_of_messages_moved(), 2);
    ctx.advance(8).await;
    assert_eq!(newest_task(ctx, &arn).await.status(), Some("CANCELLED"));
    assert_eq!((ctx.counts(&source).await, ctx.counts(&dlq).await), ([2, 0, 0], [8, 0, 0]));
    let again = cancel().await.map_err(Refusal::from).unwrap_err();
    assert_eq!(again.code, "ResourceNotFoundException");
}

async fn deleted_destination_fails_the_task(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 10).await;
    let (destination, arn) = (ctx.queue().await, ctx.arn(&dlq).await);
    start(ctx, &arn, Some(&ctx.arn(&destination).await), Some(1)).await.unwrap();
    ctx.advance(3).await;
    ctx.client.delete_queue().queue_url(&destination).send().await.unwrap();
    ctx.advance(1).await;
    let task = newest_task(ctx, &arn).await;
    assert_eq!((task.status(), task.approximate_number_of_messages_moved()), (Some("FAILED"), 3));
    assert_eq!(task.failure_reason(), Some("AWS.SimpleQueueService.NonExistentQueue"));
    assert_eq!(ctx.counts(&dlq).await, [7, 0, 0]);
}

async fn message_without_an_origin_fails_the_task(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 0).await;
    ctx.send(&dlq, "sent here").await;
    let arn = ctx.arn(&dlq).await;
    start(ctx, &arn, None, None).await.unwrap();
    let task = newest_task(ctx, &arn).await;
    assert_eq!(
        (task.status(), task.failure_reason()),
        (Some("FAILED"), Some("CouldNotDetermineMessageSource"))
    );
    assert_eq!(ctx.counts(&dlq).await, [1, 0, 0]);
}

async fn one_task_at_a_time(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 10).await;
    let arn = ctx.arn(&dlq).await;
    start(ctx, &arn, None, Some(1)).await.unwrap();
    ctx.refused(start(ctx, &arn, None, Some(1)).await, &answers::TASK_RUNS);
}

async fn source_must_be_a_dead_letter_queue(ctx: &Ctx) {
    let arn = ctx.arn(&ctx.queue().await).await;
    ctx.refused(start(ctx, &arn, None, None).await, &answers::NOT_A_DLQ);
}

async fn source_and_destination_must_exist(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 0).await;
    let arn = ctx.arn(&dlq).await;
    let gone = format!("{arn}-gone");
    ctx.refused(start(ctx, &gone, None, None).await, &answers::NO_SOURCE);
    ctx.refused(start(ctx, &arn, Some(&gone), None).await, &answers::NO_DESTINATION);
    let listed = ctx.client.list_message_move_tasks().source_arn(&gone).send().await;
    ctx.refused(listed, &answers::NO_SOURCE);
}

async fn rate_is_bounded(ctx: &Ctx) {
    let (_, dlq) = dead_lettered(ctx, 0).await;
    for rate in [0, 501] {
        let started = start(ctx, &ctx.arn(&dlq).await, None, Some(rate)).await;
        ctx.refused(started, &answers::INVALID_PARAMETER);
    }
}

async fn task_handles_are_checked(ctx: &Ctx) {
    let arn = ctx.arn(&ctx.queue().await).await;
    let handle = |arn: &str| {
        let json = format!(r#"{{"taskId":"10f6b2e5-0000-4000-8000-000000000000","sourceArn":"{arn}"}}"#);
        base64_of(json.as_bytes())
    };
    let cancel = |handle: &str| ctx.client.cancel_message_move_task().task_handle(handle).send();
    ctx.refused(cancel("foobared").await, &answers::NO_TASK_HANDLE);
    ctx.refused(cancel(&handle(&format!("{arn}-gone"))).await, &answers::NO_SOURCE);
    ctx.refused(cancel(&handle(&arn)).await, &answers::NO_TASK);
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    STANDARD.encode(bytes)
}

async fn moved_messages_wake_a_poll(ctx: &Ctx) {
    let (source, dlq) = dead_lettered(ctx, 1).await;
    start(ctx, &ctx.arn(&dlq).await, None, Some(1)).await.unwrap();
    let poll = ctx.receive_with(&source, |call| call.wait_time_seconds(20));
    let (moved, ()) = tokio::join!(poll, ctx.advance(1));
    assert_eq!(bodies(&moved), ["0"]);
}
