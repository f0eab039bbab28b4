//! Deliveries made by hand.

use std::time::Duration;

use sqsdb_core::{Delivery, lease::Lease};
use tokio::time::Instant;

/// A first receive of a body, under a lease of 30 s.
pub(crate) fn delivery(body: impl AsRef<str>) -> Delivery {
    let lease = Lease::new(Instant::now(), Duration::from_secs(30));
    Delivery::new("cases", "m-1", "h-1", body.as_ref(), lease)
}
