//! What SQS keeps: queues, their settings and their messages. Nothing here knows HTTP or waits.

pub(crate) mod attributes;
pub(crate) mod dedup;
pub(crate) mod groups;
pub(crate) mod handle;
pub(crate) mod message;
pub(crate) mod queue;
pub(crate) mod receive;
pub(crate) mod redrive;
pub(crate) mod replay;
pub(crate) mod settings;
pub(crate) mod state;
pub(crate) mod store;
pub(crate) mod tenants;
pub(crate) mod validate;
