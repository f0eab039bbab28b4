//! The PostgreSQL store against a real PostgreSQL.

#![allow(clippy::unwrap_used, clippy::panic)] // helpers outside test functions fail tests too

mod cancel;
mod claim;
mod commit;
mod failure;
mod guards;
mod hashes;
mod migrate;
mod pool;
mod proxy;
mod quarantine;
mod race;
mod support;
mod text;
mod unknown;
