//! Rules of groups and deduplication.

use quote::quote;

use super::{holds, mistakes, of, one};

#[test]
fn deduplication_belongs_to_a_group_and_is_said_once() {
    holds(&one(of("{id}", quote!(deduplication = idempotency_key))), &["for FIFO queues", "no `group`"]);
    holds(&one(of("{id}", quote!(deduplication_id = "{id}"))), &["no `group`"]);
    holds(&one(of("{id}", quote!(single_lane))), &["no `group`"]);
    let both = quote!(group = "{id}", deduplication = idempotency_key, deduplication_id = "{id}");
    holds(&one(of("{id}", both)), &["keep one"]);
    let content = quote!(group = "{id}", deduplication = content_based);
    holds(&one(of("{id}", content)), &["hashes the body", "`sent_at`", "deliver both"]);
    holds(
        &one(of("{id}", quote!(group = "{id}", deduplication = random))),
        &["`random` is no deduplication rule"],
    );
}

#[test]
fn content_based_is_fine_without_volatile_fields() {
    let found = mistakes(quote! {
        #[worker_message(message_type = "T", schema_version = 1, producer = "p", aggregate(type = "a", id = "{id}"),
            idempotency_key = "{id}", group = "{id}", deduplication = content_based)]
        struct Order { id: String }
    });
    assert_eq!(found, [""; 0]);
}
