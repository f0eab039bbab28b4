//! A gate that a test closes in front of a call, to do something in the meantime.

use std::sync::Arc;

use tokio::sync::watch;

/// Holds calls until it is opened. Clones are the same gate.
///
/// ```no_run
/// # async fn example(server: &sqsdb_testkit::sqs::SqsServer) {
/// use sqsdb_testkit::sqs::{Action, Fault, Gate};
///
/// let gate = Gate::new();
/// server.faults().next(Action::ReceiveMessage, Fault::HoldReply(gate.clone()));
/// // ... start a receive in another task ...
/// gate.reached().await; // the messages are handed out, the client has not heard of it
/// // ... cancel the client ...
/// gate.open();
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    arrived: watch::Sender<usize>,
    open: watch::Sender<bool>,
}

impl Default for Inner {
    fn default() -> Self {
        Self { arrived: watch::Sender::new(0), open: watch::Sender::new(false) }
    }
}

impl Gate {
    /// A closed gate.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits until a call stands at the gate, or has passed it.
    pub async fn reached(&self) {
        self.reached_by(1).await;
    }

    /// Waits until `calls` calls have come to the gate.
    pub async fn reached_by(&self, calls: usize) {
        // the sender lives in `self`, so the wait cannot fail
        drop(self.0.arrived.subscribe().wait_for(|arrived| *arrived >= calls).await);
    }

    /// Lets everything pass from now on.
    pub fn open(&self) {
        self.0.open.send_replace(true);
    }

    pub(crate) async fn pass(&self) {
        self.0.arrived.send_modify(|arrived| *arrived += 1);
        drop(self.0.open.subscribe().wait_for(|open| *open).await);
    }
}
