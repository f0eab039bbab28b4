//! What the tests stand on: message types, a store and a queue in memory, handlers that follow a script.

pub(crate) mod delivery;
pub(crate) mod handler;
pub(crate) mod message;
pub(crate) mod queue;
pub(crate) mod stack;
pub(crate) mod store;
pub(crate) mod worker;
