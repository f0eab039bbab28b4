//! Guards: writes that only move a row forward, and say whether it moved.
//!
//! An inbox keeps a message from taking effect twice. It does not keep version 4 of a case from arriving after version
//! 5, or a shipment from arriving before the payment; a condition in the write does. When the row did not move, the
//! handler decides what that means:
//!
//! ```no_run
//! # use sqsdb_core::{Done, Failure};
//! # use sqsdb_postgres::{PgTx, guard::MovedExt};
//! # async fn handler(case_id: &str, stage: &str, version: i64, tx: &mut PgTx) -> Result<Done, Failure> {
//! let moved = sqlx::query("UPDATE cases SET stage = $1, version = $2 WHERE case_id = $3 AND version < $2")
//!     .bind(stage)
//!     .bind(version)
//!     .bind(case_id)
//!     .execute(&mut **tx)
//!     .await?
//!     .moved();
//! Ok(moved.done_or_skipped("STALE_VERSION"))
//! # }
//! ```
//!
//! [`VersionGuard`] and [`StateGuard`] write the two usual statements: the newer version wins, and a state machine's
//! transition from known states.

mod error;
mod moved;
mod parts;
mod state;
mod version;

pub use error::GuardError;
pub use moved::{Moved, MovedExt};
pub use state::StateGuard;
pub use version::VersionGuard;
