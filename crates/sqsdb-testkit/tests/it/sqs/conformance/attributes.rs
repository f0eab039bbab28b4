//! Queue attributes: defaults, changes, encryption, and what is refused.

use std::collections::BTreeMap;

use aws_sdk_sqs::types::QueueAttributeName;

use crate::sqs::{answers, suite::Ctx};

conformance! {
    all_attributes_of_a_standard_queue needs Texts;
    all_attributes_of_a_fifo_queue needs Texts;
    attributes_at_creation_and_after_a_change;
    only_what_is_asked_for_is_returned needs ParameterRules;
    values_out_of_bounds_are_refused needs ParameterRules;
    fifo_attributes_on_a_standard_queue_are_refused needs ParameterRules;
    type_of_a_queue_is_fixed needs ParameterRules;
    throughput_per_group_needs_the_scope needs ParameterRules;
    encryption_is_of_one_kind needs ParameterRules;
    empty_values_are_defaults needs ParameterRules;
    redrive_policies_are_checked needs ParameterRules;
    redrive_target_must_allow_its_source needs ParameterRules;
    empty_redrive_policy_takes_it_away;
}

async fn listing(ctx: &Ctx, url: &str) -> BTreeMap<String, String> {
    let call = ctx.client.get_queue_attributes().queue_url(url).attribute_names(QueueAttributeName::All);
    let all = call.send().await.unwrap().attributes.unwrap_or_default();
    all.into_iter().map(|(name, value)| (name.as_str().to_owned(), value)).collect()
}

/// The listing without what differs from queue to queue.
async fn stable_listing(ctx: &Ctx, url: &str) -> Vec<String> {
    let mut all = listing(ctx, url).await;
    for varying in ["CreatedTimestamp", "LastModifiedTimestamp", "QueueArn"] {
        assert!(all.remove(varying).is_some(), "{varying}");
    }
    all.into_iter().map(|(name, value)| format!("{name}={value}")).collect()
}

const STANDARD: [&str; 9] = [
    "ApproximateNumberOfMessages=0",
    "ApproximateNumberOfMessagesDelayed=0",
    "ApproximateNumberOfMessagesNotVisible=0",
    "DelaySeconds=0",
    "MaximumMessageSize=1048576",
    "MessageRetentionPeriod=345600",
    "ReceiveMessageWaitTimeSeconds=0",
    "SqsManagedSseEnabled=true",
    "VisibilityTimeout=30",
];

async fn all_attributes_of_a_standard_queue(ctx: &Ctx) {
    let url = ctx.queue().await;
    assert_eq!(stable_listing(ctx, &url).await, STANDARD);
    let name = url.rsplit('/').next().unwrap();
    assert!(ctx.arn(&url).await.ends_with(&format!(":{name}")));
}

async fn all_attributes_of_a_fifo_queue(ctx: &Ctx) {
    let url = ctx.fifo_with(&[("ContentBasedDeduplication", "true")]).await;
    let mut expected = STANDARD.map(str::to_owned).to_vec();
    let fifo = [
        "ContentBasedDeduplication=true",
        "DeduplicationScope=queue",
        "FifoQueue=true",
        "FifoThroughputLimit=perQueue",
    ];
    expected.extend(fifo.map(str::to_owned));
    expected.sort();
    assert_eq!(stable_listing(ctx, &url).await, expected);
    ctx.set(&url, &[("ContentBasedDeduplication", "false")]).await.unwrap();
    assert_eq!(ctx.attribute(&url, "ContentBasedDeduplication").await.unwrap(), "false");
}

async fn attributes_at_creation_and_after_a_change(ctx: &Ctx) {
    let url = ctx
        .queue_with(&[
            ("MessageRetentionPeriod", "604800"),
            ("ReceiveMessageWaitTimeSeconds", "10"),
            ("VisibilityTimeout", "20"),
        ])
        .await;
    ctx.set(&url, &[("MaximumMessageSize", "2048"), ("VisibilityTimeout", "69"), ("DelaySeconds", "420")])
        .await
        .unwrap();
    let all = listing(ctx, &url).await;
    for (name, value) in [
        ("MessageRetentionPeriod", "604800"),
        ("ReceiveMessageWaitTimeSeconds", "10"),
        ("VisibilityTimeout", "69"),
        ("MaximumMessageSize", "2048"),
        ("DelaySeconds", "420"),
    ] {
        assert_eq!(all[name], value, "{name}");
    }
}

async fn only_what_is_asked_for_is_returned(ctx: &Ctx) {
    let url = ctx.queue().await;
    let get = |names: &[&str]| {
        let names = names.iter().map(|name| QueueAttributeName::from(*name)).collect();
        ctx.client.get_queue_attributes().queue_url(&url).set_attribute_names(Some(names)).send()
    };
    let some = get(&["QueueArn", "CreatedTimestamp", "VisibilityTimeout"]).await.unwrap();
    assert_eq!(some.attributes().unwrap().len(), 3);
    assert_eq!(get(&[]).await.unwrap().attributes, None);
    assert_eq!(get(&["Policy"]).await.unwrap().attributes, None);
    ctx.refused(get(&["Colour"]).await, &answers::unknown_attribute("Colour"));
}

async fn values_out_of_bounds_are_refused(ctx: &Ctx) {
    let url = ctx.queue().await;
    for (name, value) in [
        ("VisibilityTimeout", "43201"),
        ("VisibilityTimeout", "-1"),
        ("VisibilityTimeout", "soon"),
        ("DelaySeconds", "901"),
        ("MaximumMessageSize", "1023"),
        ("MaximumMessageSize", "1048577"),
        ("MessageRetentionPeriod", "59"),
        ("MessageRetentionPeriod", "1209601"),
        ("ReceiveMessageWaitTimeSeconds", "21"),
        ("SqsManagedSseEnabled", "maybe"),
    ] {
        ctx.refused(ctx.set(&url, &[(name, value)]).await, &answers::INVALID_ATTRIBUTE_VALUE);
        ctx.refused(ctx.create(&ctx.name(), &[(name, value)]).await, &answers::INVALID_ATTRIBUTE_VALUE);
    }
    ctx.refused(ctx.set(&url, &[("Colour", "red")]).await, &answers::unknown_attribute("Colour"));
}

async fn fifo_attributes_on_a_standard_queue_are_refused(ctx: &Ctx) {
    for (name, value, answer) in [
        ("FifoQueue", "false", answers::unknown_attribute("FifoQueue")),
        ("ContentBasedDeduplication", "true", answers::unknown_attribute("ContentBasedDeduplication")),
        ("DeduplicationScope", "queue", answers::fifo_only("DeduplicationScope")),
        ("FifoThroughputLimit", "perQueue", answers::fifo_only("FifoThroughputLimit")),
    ] {
        ctx.refused(ctx.create(&ctx.name(), &[(name, value)]).await, &answer);
    }
}

async fn type_of_a_queue_is_fixed(ctx: &Ctx) {
    let standard = ctx.queue().await;
    for value in ["true", "false"] {
        let changed = ctx.set(&standard, &[("FifoQueue", value)]).await;
        ctx.refused(changed, &answers::unknown_attribute("FifoQueue"));
    }
    let fifo = ctx.fifo().await;
    ctx.set(&fifo, &[("FifoQueue", "true")]).await.unwrap();
    ctx.refused(ctx.set(&fifo, &[("FifoQueue", "false")]).await, &answers::TYPE_IS_FIXED);
}

async fn throughput_per_group_needs_the_scope(ctx: &Ctx) {
    let url = ctx.fifo().await;
    let changed = ctx.set(&url, &[("FifoThroughputLimit", "perMessageGroupId")]).await;
    ctx.refused(changed, &answers::INVALID_ATTRIBUTE_VALUE);
    let both = [("FifoThroughputLimit", "perMessageGroupId"), ("DeduplicationScope", "messageGroup")];
    ctx.set(&url, &both).await.unwrap();
}

async fn encryption_is_of_one_kind(ctx: &Ctx) {
    let url = ctx.queue().await;
    let both = ctx.set(&url, &[("KmsMasterKeyId", "testKeyId"), ("SqsManagedSseEnabled", "true")]).await;
    ctx.refused(both, &answers::ONE_ENCRYPTION);
    let kms = [("KmsMasterKeyId", "testKeyId"), ("KmsDataKeyReusePeriodSeconds", "6000")];
    ctx.set(&url, &kms).await.unwrap();
    let all = listing(ctx, &url).await;
    assert_eq!(all["KmsMasterKeyId"], "testKeyId");
    assert_eq!(all["KmsDataKeyReusePeriodSeconds"], "6000");
    assert_eq!(all["SqsManagedSseEnabled"], "false");
}

async fn empty_values_are_defaults(ctx: &Ctx) {
    let url = ctx.queue_with(&[("DelaySeconds", "5"), ("KmsMasterKeyId", "testKeyId")]).await;
    ctx.set(&url, &[("DelaySeconds", ""), ("KmsMasterKeyId", "")]).await.unwrap();
    let expected = STANDARD.map(|line| line.replace("SseEnabled=true", "SseEnabled=false"));
    assert_eq!(stable_listing(ctx, &url).await, expected);
}

async fn redrive_policies_are_checked(ctx: &Ctx) {
    let (url, dlq, fifo) = (ctx.queue().await, ctx.queue().await, ctx.fifo().await);
    let (dlq, fifo) = (ctx.arn(&dlq).await, ctx.arn(&fifo).await);
    for policy in [
        "no json".to_owned(),
        r#"{"deadLetterTargetArn":"dummy","maxReceiveCount":42}"#.to_owned(),
        format!(r#"{{"deadLetterTargetArn":"{dlq}"}}"#),
        r#"{"maxReceiveCount":"42"}"#.to_owned(),
        format!(r#"{{"deadLetterTargetArn":"{dlq}","maxReceiveCount":"invalid"}}"#),
        format!(r#"{{"deadLetterTargetArn":"{dlq}","maxReceiveCount":1001}}"#),
        format!(r#"{{"deadLetterTargetArn":"{dlq}-gone","maxReceiveCount":1}}"#),
        format!(r#"{{"deadLetterTargetArn":"{fifo}","maxReceiveCount":1}}"#),
    ] {
        let attributes = [("RedrivePolicy", policy.as_str())];
        ctx.refused(ctx.set(&url, &attributes).await, &answers::INVALID_PARAMETER);
        ctx.refused(ctx.create(&ctx.name(), &attributes).await, &answers::INVALID_PARAMETER);
    }
}

async fn redrive_target_must_allow_its_source(ctx: &Ctx) {
    let (url, dlq) = (ctx.queue().await, ctx.queue().await);
    let (source, target) = (ctx.arn(&url).await, ctx.arn(&dlq).await);
    let policy = format!(r#"{{"deadLetterTargetArn":"{target}","maxReceiveCount":1}}"#);
    let redrive = async || ctx.set(&url, &[("RedrivePolicy", &policy)]).await;
    let allow = async |allow: &str| ctx.set(&dlq, &[("RedriveAllowPolicy", allow)]).await;
    allow(r#"{"redrivePermission":"denyAll"}"#).await.unwrap();
    ctx.refused(redrive().await, &answers::INVALID_PARAMETER);
    let by_queue = format!(r#"{{"redrivePermission":"byQueue","sourceQueueArns":["{source}"]}}"#);
    allow(&by_queue).await.unwrap();
    redrive().await.unwrap();
    assert_eq!(ctx.attribute(&dlq, "RedriveAllowPolicy").await.unwrap(), by_queue);
    ctx.refused(allow(r#"{"redrivePermission":"byQueue"}"#).await, &answers::INVALID_PARAMETER);
}

async fn empty_redrive_policy_takes_it_away(ctx: &Ctx) {
    let dlq = ctx.queue().await;
    let policy = format!(r#"{{"deadLetterTargetArn":"{}","maxReceiveCount":3}}"#, ctx.arn(&dlq).await);
    let url = ctx.queue_with(&[("RedrivePolicy", &policy)]).await;
    assert!(ctx.attribute(&url, "RedrivePolicy").await.unwrap().contains("\"maxReceiveCount\":3"));
    ctx.set(&url, &[("RedrivePolicy", "")]).await.unwrap();
    assert_eq!(ctx.attribute(&url, "RedrivePolicy").await.filter(|policy| !policy.is_empty()), None);
}
