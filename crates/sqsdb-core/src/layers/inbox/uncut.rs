//! Runs a store call to its end even if the future that waits for it is dropped.

use std::future::Future;

use tracing::Instrument;

use crate::{
    lease::Lease,
    store::{StoreError, StoreErrorKind},
};

/// Runs the call on a task of its own, so that a cancelled handler never cuts begin, claim or commit. The lease
/// counts it, so that a worker that ends can wait for it.
///
/// # Errors
/// The call panicked, or the runtime ended.
pub(super) async fn uncut<T: Send + 'static>(
    lease: &Lease,
    call: impl Future<Output = T> + Send + 'static,
) -> Result<T, StoreError> {
    let counted = lease.uncut_call();
    let counting = async move {
        let answer = call.await;
        drop(counted);
        answer
    };
    let joined = tokio::spawn(counting.in_current_span()).await;
    joined.map_err(|cut| StoreError::new(StoreErrorKind::Transient, "STORE_CALL_CUT_OFF", cut))
}
