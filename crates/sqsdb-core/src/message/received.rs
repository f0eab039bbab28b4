//! A decoded message on its way to its handler.

use std::{ops::Deref, sync::Arc};

use super::{Decoded, EnvelopeHeader};
use crate::{delivery::Delivery, hash::RequestHash, lease::Lease};

/// A decoded message. It dereferences to its payload.
#[derive(Debug, Clone)]
pub struct Message<M> {
    payload: M,
    header: Arc<EnvelopeHeader>,
    request_hash: RequestHash,
    delivery: Delivery,
    attempt: u32,
}

impl<M> Message<M> {
    /// Joins what was decoded with the delivery it came in.
    #[must_use]
    pub fn new(decoded: Decoded<M>, delivery: Delivery) -> Self {
        let Decoded { header, payload, request_hash, .. } = decoded;
        Self { payload, header: Arc::new(header), request_hash, delivery, attempt: 0 }
    }

    /// The payload.
    #[must_use]
    pub fn payload(&self) -> &M {
        &self.payload
    }

    /// The payload, by value.
    #[must_use]
    pub fn into_payload(self) -> M {
        self.payload
    }

    /// The envelope without its payload.
    #[must_use]
    pub fn header(&self) -> &EnvelopeHeader {
        &self.header
    }

    /// Names the domain effect.
    #[must_use]
    pub fn idempotency_key(&self) -> &str {
        &self.header.idempotency_key
    }

    /// The payload's hash.
    #[must_use]
    pub fn request_hash(&self) -> &RequestHash {
        &self.request_hash
    }

    /// The receive that brought the message.
    #[must_use]
    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }

    /// The hold on the message.
    #[must_use]
    pub fn lease(&self) -> &Lease {
        &self.delivery.lease
    }

    /// Which start of the handler this is, from 1; 0 before the inbox was asked.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    pub(crate) fn started(mut self, attempt: u32) -> Self {
        self.attempt = attempt;
        self
    }
}

impl<M> Deref for Message<M> {
    type Target = M;

    fn deref(&self) -> &M {
        &self.payload
    }
}
