//! One receive of one SQS message.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Utc};

use crate::lease::Lease;

/// One receive of one SQS message. Cheap to clone.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Delivery {
    /// Name of the queue.
    pub queue: Arc<str>,
    /// SQS message id: the same for every receive of one message, other for every sending.
    pub message_id: Arc<str>,
    /// Receipt handle of this receive.
    pub receipt_handle: Arc<str>,
    /// The body as received.
    pub body: Arc<str>,
    /// User attributes; binary values in base64.
    pub attributes: Arc<BTreeMap<String, String>>,
    /// `ApproximateReceiveCount`, from 1: a hint, never the attempt.
    pub receive_count: u32,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// When it was first received.
    pub first_received_at: Option<DateTime<Utc>>,
    /// `MessageGroupId`: the lane on a FIFO queue, the tenant on a Standard queue.
    pub group_id: Option<Arc<str>>,
    /// The X-Ray trace header, where the message has one.
    pub trace_header: Option<Arc<str>>,
    /// The hold on the message.
    pub lease: Lease,
}

impl Delivery {
    /// A first receive of a message without attributes.
    #[must_use]
    pub fn new(
        queue: impl Into<Arc<str>>,
        message_id: impl Into<Arc<str>>,
        receipt_handle: impl Into<Arc<str>>,
        body: impl Into<Arc<str>>,
        lease: Lease,
    ) -> Self {
        Self {
            queue: queue.into(),
            message_id: message_id.into(),
            receipt_handle: receipt_handle.into(),
            body: body.into(),
            attributes: Arc::default(),
            receive_count: 1,
            sent_at: None,
            first_received_at: None,
            group_id: None,
            trace_header: None,
            lease,
        }
    }
}
