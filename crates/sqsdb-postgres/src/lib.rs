//! The PostgreSQL store of sqsdb, on `sqlx`: inbox, quarantine, migrations, and guards for domain writes.
//!
//! [`PgStore`] implements [`InboxStore`](sqsdb_core::store::InboxStore): the inbox row and the handler's changes commit
//! in one transaction, a [`PgTx`], in four round trips for a first delivery (BEGIN, claim, the handler's statement,
//! COMMIT). [`sqlstate`] sorts errors by PostgreSQL's codes; [`guard`] has writes that only move a row forward.

mod checkout;
mod error;
pub mod guard;
mod ident;
mod inbox;
mod migrate;
mod options;
mod quarantine;
mod sql;
pub mod sqlstate;
mod store;
mod text;
mod tx;

pub use error::{PgError, PgStoreError};
pub use ident::InvalidName;
pub use migrate::MigrateError;
pub use options::PgStoreOptions;
pub use store::PgStore;
pub use tx::PgTx;

/// The README's code compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
