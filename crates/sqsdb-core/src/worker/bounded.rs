//! Bounds the time of every call to the queue: an answer that never comes must not stop what waits behind it.

use std::{future::Future, time::Duration};

use tokio::time::timeout;

use crate::transport::{QueueError, QueueErrorKind};

/// How long a receive may take beyond the wait it asks for.
pub(super) const RECEIVE_MARGIN: Duration = Duration::from_secs(15);

/// How long one try of a delete or a return may take.
pub(super) const SETTLE_MAX: Duration = Duration::from_secs(5);

/// Bounds of one extension: a quarter of the lease, so that another try fits into it.
pub(super) fn extension_max(visibility: Duration) -> Duration {
    (visibility / 4).clamp(Duration::from_millis(250), Duration::from_secs(5))
}

/// Makes a call that takes at most this long.
///
/// # Errors
/// The call's own, or a transient one when the time is over.
pub(super) async fn within<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, QueueError>>,
) -> Result<T, QueueError> {
    match timeout(limit, call).await {
        Ok(answer) => answer,
        Err(_) => {
            let text = format!("no answer within {limit:?}");
            Err(QueueError::new(QueueErrorKind::Transient, "NoAnswer", text))
        }
    }
}
