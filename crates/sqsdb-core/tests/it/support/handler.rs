//! Handlers of the tests.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use sqsdb_core::{Done, Failure, Handler, Message};

use super::{
    message::Deadline,
    store::{Gate, MemTx},
};

type Act = Box<dyn Fn() -> Result<Done, Failure> + Send>;

/// What is to come; an act may be for one key only.
type Script = VecDeque<(Option<String>, Act)>;

/// Makes one effect per message, named after its key; before that does what its script says.
#[derive(Clone, Default)]
pub(crate) struct Scripted {
    acts: Arc<Mutex<Script>>,
    gate: Option<Gate>,
    ran: Arc<Mutex<Vec<(String, u32)>>>,
    ended: Arc<Mutex<usize>>,
}

impl Scripted {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The next run ends like this; runs without an act end well.
    pub(crate) fn then(self, act: impl Fn() -> Result<Done, Failure> + Send + 'static) -> Self {
        self.acts.lock().unwrap().push_back((None, Box::new(act)));
        self
    }

    /// The next run of this key ends like this.
    pub(crate) fn then_of(
        self,
        key: String,
        act: impl Fn() -> Result<Done, Failure> + Send + 'static,
    ) -> Self {
        self.acts.lock().unwrap().push_back((Some(key), Box::new(act)));
        self
    }

    /// The next run fails like this.
    pub(crate) fn fails(self, failure: impl Fn() -> Failure + Send + 'static) -> Self {
        self.then(move || Err(failure()))
    }

    /// Every run waits before this gate.
    pub(crate) fn gate(mut self, gate: &Gate) -> Self {
        self.gate = Some(gate.clone());
        self
    }

    fn next(&self, key: &str) -> Option<Act> {
        let mut acts = self.acts.lock().unwrap();
        let at = acts.iter().position(|(of, _)| of.as_deref().is_none_or(|of| of == key))?;
        acts.remove(at).map(|(_, act)| act)
    }

    /// Keys and attempts of the runs so far, in the order of their starts.
    pub(crate) fn runs(&self) -> Vec<(String, u32)> {
        self.ran.lock().unwrap().clone()
    }

    /// Keys of the runs so far.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.runs().into_iter().map(|(key, _)| key).collect()
    }

    /// Runs that came to their end.
    pub(crate) fn ended(&self) -> usize {
        *self.ended.lock().unwrap()
    }
}

impl Handler<Deadline, MemTx> for Scripted {
    async fn handle(&self, message: Message<Deadline>, tx: &mut MemTx) -> Result<Done, Failure> {
        self.ran.lock().unwrap().push((message.idempotency_key().to_owned(), message.attempt()));
        tx.effect(message.idempotency_key());
        if let Some(gate) = &self.gate {
            gate.pass().await;
        }
        tokio::task::yield_now().await;
        let act = self.next(message.idempotency_key());
        *self.ended.lock().unwrap() += 1;
        act.map_or_else(|| Ok(Done::new()), |act| act())
    }
}
