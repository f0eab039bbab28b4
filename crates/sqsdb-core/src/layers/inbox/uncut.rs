//! Runs a store call to its end even if the future that waits for it is dropped.

use std::future::Future;

use tracing::Instrument;

use crate::store::{StoreError, StoreErrorKind};

/// Runs the call on a task of its own, so that a cancelled handler never cuts begin, claim or commit.
///
/// # Errors
/// The call panicked, or the runtime ended.
pub(super) async fn uncut<T: Send + 'static>(
    call: impl Future<Output = T> + Send + 'static,
) -> Result<T, StoreError> {
    let joined = tokio::spawn(call.in_current_span()).await;
    joined.map_err(|cut| StoreError::new(StoreErrorKind::Transient, "STORE_CALL_CUT_OFF", cut))
}
