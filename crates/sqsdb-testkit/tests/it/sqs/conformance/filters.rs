//! Which attributes a receive returns.

use std::collections::BTreeSet;

use aws_sdk_sqs::types::{Message, MessageAttributeValue, MessageSystemAttributeName as Name};

use crate::sqs::suite::{Capability, Ctx};

conformance! {
    message_attributes_by_name_prefix_or_all;
    system_attributes_by_name_or_all;
    old_and_new_lists_of_names_add_up needs Filters;
}

async fn queue_with_message(ctx: &Ctx, attributes: &[(&str, &str)]) -> String {
    let url = ctx.queue_with(&[("VisibilityTimeout", "0")]).await;
    let mut call = ctx.client.send_message().queue_url(&url).message_body("msg");
    for (name, value) in attributes {
        let value =
            MessageAttributeValue::builder().data_type("String").string_value(*value).build().unwrap();
        call = call.message_attributes(*name, value);
    }
    call.send().await.unwrap();
    url
}

fn names(message: &Message) -> BTreeSet<&str> {
    message.message_attributes().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

const ALL_DIGEST: &str = "4c360f3fdafd970e05fae2f149d997f5";

async fn message_attributes_by_name_prefix_or_all(ctx: &Ctx) {
    let url = queue_with_message(ctx, &[("Help.Me", "Me"), ("Hello", "There"), ("General", "Kenobi")]).await;
    let all = ["Help.Me", "Hello", "General"];
    for (filters, expected, digest) in [
        (&[][..], &[][..], None),
        (&["All"], &all, Some(ALL_DIGEST)),
        (&["*"], &all, Some(ALL_DIGEST)),
        (&[".*"], &all, Some(ALL_DIGEST)),
        (&["Foo", "Help"], &[], None),
        (&["Hello", "General"], &["Hello", "General"], Some("fca026605781cb4126a1e9044df24232")),
        (&["Foo", "Hello"], &["Hello"], Some("a311262e065454b75da111d535b8dacd")),
        (&["Hel.*"], &["Help.Me", "Hello"], Some("83fee93c1bcd8b9a5a923ffacdc636c7")),
        (&["AWS."], &[], None),
        (&["..foo"], &[], None),
    ] {
        if filters == ["*"] && !ctx.has(Capability::Filters) {
            continue;
        }
        let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let received =
            ctx.receive_with(&url, |call| call.set_message_attribute_names(Some(filters.clone()))).await;
        assert_eq!(names(&received[0]), expected.iter().copied().collect(), "{filters:?}");
        assert_eq!(received[0].md5_of_message_attributes(), digest, "{filters:?}");
    }
}

async fn system_attributes_by_name_or_all(ctx: &Ctx) {
    let url = queue_with_message(ctx, &[("Foo", "Bar")]).await;
    let all = [
        Name::ApproximateFirstReceiveTimestamp,
        Name::ApproximateReceiveCount,
        Name::SenderId,
        Name::SentTimestamp,
    ];
    for (asked, expected) in [
        (vec![Name::All], &all[..]),
        (vec![Name::SenderId], &[Name::SenderId]),
        (vec![Name::SenderId, Name::SequenceNumber], &[Name::SenderId]),
        (vec![Name::from("Foo")], &[]),
    ] {
        let received =
            ctx.receive_with(&url, |call| call.set_message_system_attribute_names(Some(asked.clone()))).await;
        let got: BTreeSet<_> = received[0].attributes().into_iter().flatten().map(|(name, _)| name).collect();
        assert_eq!(got, expected.iter().collect(), "{asked:?}");
    }
}

async fn old_and_new_lists_of_names_add_up(ctx: &Ctx) {
    let url = queue_with_message(ctx, &[]).await;
    #[allow(deprecated)] // the older list is what this case is about
    let received = ctx.receive_with(&url, |call| {
        call.attribute_names("SenderId".into()).message_system_attribute_names(Name::SentTimestamp)
    });
    let received = received.await;
    let got: BTreeSet<_> = received[0].attributes().unwrap().keys().collect();
    assert_eq!(got, [&Name::SenderId, &Name::SentTimestamp].into());
}
