//! What a queue in memory was asked.

use std::time::Duration;

use sqsdb_core::transport::ReceiveRequest;
use tokio::time::Instant;

#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) at: Instant,
    pub(crate) what: What,
}

/// A call; messages by their ids.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum What {
    Settings,
    Receive(ReceiveRequest),
    Delete(Vec<String>),
    Hide(Vec<(String, Duration)>),
}
