//! What each template is for, and what follows from it.

/// What a template is for.
pub(crate) struct Role {
    /// As a message calls it.
    pub(super) noun: &'static str,
    /// The most characters.
    pub(super) max: usize,
    /// Who sets that limit.
    pub(super) limit: &'static str,
    /// What a template without any field would do; `None` where another rule judges it.
    pub(super) constant: Option<&'static str>,
    /// What a volatile field would do.
    pub(super) volatile: &'static str,
    /// What a shard would do; `None` where it is welcome.
    pub(super) shard: Option<&'static str>,
}

pub(crate) static IDEMPOTENCY_KEY: Role = Role {
    noun: "the idempotency key",
    max: 200,
    limit: "the inbox column holds",
    constant: Some("every message of this type would ask for the same effect, and only the first would run"),
    volatile: "two sendings of the same work would get two keys, and both would run",
    shard: Some("different effects would share one key, and only the first would run"),
};

pub(crate) static AGGREGATE_ID: Role = Role {
    noun: "the aggregate id",
    max: 200,
    limit: "the inbox column holds",
    constant: Some("all messages would claim to change the same aggregate"),
    volatile: "two sendings of the same work would name two aggregates",
    shard: Some("different aggregates would share one id"),
};

pub(crate) static GROUP: Role = Role {
    noun: "the group",
    max: 128,
    limit: "a MessageGroupId of SQS holds",
    constant: None,
    volatile: "two sendings of the same work would land in two lanes, and overtake each other",
    shard: None,
};

pub(crate) static DEDUPLICATION_ID: Role = Role {
    noun: "the deduplication id",
    max: 128,
    limit: "a MessageDeduplicationId of SQS holds",
    constant: Some("SQS would drop every message that follows another within five minutes"),
    volatile: "two sendings of the same work would get two ids, and SQS would deliver both",
    shard: Some(
        "different messages would share one id, and SQS would drop all but the first within five minutes",
    ),
};
