//! One call from its arrival to its outcome, with the fault that was ordered for it.

use std::sync::Arc;

use axum::body::Bytes;

use super::{
    action::Action,
    actions,
    error::SqsError,
    faults::{EntryFault, Fault},
    gate::Gate,
    shared::Shared,
};

/// What becomes of a call.
#[derive(Debug)]
pub(crate) enum Outcome {
    Reply(Result<Vec<u8>, SqsError>),
    /// No answer; the connection is to be closed.
    Cut,
}

/// The faults that an action carries out itself.
#[derive(Debug, Default)]
pub(crate) struct Hooks {
    pub(crate) entries: Option<EntryFault>,
    pub(crate) deliver_twice: bool,
}

pub(crate) async fn dispatch(shared: Arc<Shared>, action: Action, body: Bytes) -> Outcome {
    shared.calls.count(action);
    let run = async |hooks: Hooks| actions::run(&shared, action, &body, &hooks).await;
    match shared.faults.take(action) {
        None => Outcome::Reply(run(Hooks::default()).await),
        Some(Fault::Reject(error)) => Outcome::Reply(Err(error)),
        Some(Fault::FailEntries(entries)) => {
            Outcome::Reply(run(Hooks { entries: Some(entries), ..Hooks::default() }).await)
        }
        Some(Fault::DeliverTwice) => {
            Outcome::Reply(run(Hooks { deliver_twice: true, ..Hooks::default() }).await)
        }
        Some(Fault::HoldRequest(gate)) => {
            hold(&shared, &gate).await;
            Outcome::Reply(run(Hooks::default()).await)
        }
        Some(Fault::HoldReply(gate)) => {
            let reply = run(Hooks::default()).await;
            hold(&shared, &gate).await;
            Outcome::Reply(reply)
        }
        Some(Fault::LoseRequest) => Outcome::Cut,
        Some(Fault::LoseReply) => {
            let reply = run(Hooks::default()).await;
            tracing::debug!(%action, succeeded = reply.is_ok(), "reply lost by order of the test");
            Outcome::Cut
        }
    }
}

async fn hold(shared: &Shared, gate: &Gate) {
    tokio::select! {
        () = gate.pass() => {}
        () = shared.stopped() => {}
    }
}
