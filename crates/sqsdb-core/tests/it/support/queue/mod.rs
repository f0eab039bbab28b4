//! A queue in memory on tokio's clock: time in these tests is the test's own. It is as unforgiving as SQS: an old
//! handle still changes visibility on a Standard queue and deletes nothing, FIFO refuses an expired one, a group
//! is locked while one of its messages is in flight.

mod fault;
mod log;
mod state;

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

pub(crate) use fault::{Fault, Kind};
pub(crate) use log::{Call, What};
use sqsdb_core::{
    Delivery,
    transport::{EntryError, Queue, QueueError, QueueSettings, ReceiveRequest},
};
use state::State;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until, timeout},
};

#[derive(Clone, Debug)]
pub(crate) struct MemQueue {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

impl MemQueue {
    pub(crate) fn standard() -> Self {
        Self::with(QueueSettings::new("cases", false))
    }

    pub(crate) fn fifo() -> Self {
        Self::with(QueueSettings::new("cases.fifo", true))
    }

    pub(crate) fn with(settings: QueueSettings) -> Self {
        Self { shared: Arc::new(Shared { state: Mutex::new(State::new(settings)), changed: Notify::new() }) }
    }

    /// Sends a body; answers the message id.
    pub(crate) fn send(&self, body: impl AsRef<str>) -> String {
        self.send_to(None, body)
    }

    /// Sends a body to a group.
    pub(crate) fn send_group(&self, group: &str, body: impl AsRef<str>) -> String {
        self.send_to(Some(group), body)
    }

    fn send_to(&self, group: Option<&str>, body: impl AsRef<str>) -> String {
        self.change(|state| state.send(group, body.as_ref()))
    }

    /// The next call of a kind goes wrong like this; more faults queue up.
    pub(crate) fn fault(&self, kind: Kind, fault: Fault) {
        self.lock().faults.push(kind, fault);
    }

    /// Makes a message that is in flight visible, as SQS may at any time.
    pub(crate) fn deliver_again(&self, id: &str) {
        self.change(|state| state.message(id).visible = Instant::now());
    }

    /// How often a message was handed out.
    pub(crate) fn receives(&self, id: &str) -> u32 {
        self.lock().received.iter().filter(|received| *received == id).count().try_into().unwrap()
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.lock().calls.clone()
    }

    /// Entries of the delete calls so far.
    pub(crate) fn deletes(&self) -> Vec<Vec<String>> {
        let calls = self.calls().into_iter();
        calls.filter_map(|call| if let What::Delete(ids) = call.what { Some(ids) } else { None }).collect()
    }

    /// Entries of the visibility calls so far.
    pub(crate) fn visibilities(&self) -> Vec<Vec<(String, Duration)>> {
        let calls = self.calls().into_iter();
        calls
            .filter_map(|call| if let What::Hide(entries) = call.what { Some(entries) } else { None })
            .collect()
    }

    /// Ids of the messages that are still there.
    pub(crate) fn left(&self) -> Vec<String> {
        self.lock().messages.values().map(|message| message.id.clone()).collect()
    }

    /// Messages that are hidden now.
    pub(crate) fn in_flight(&self) -> usize {
        self.lock().in_flight()
    }

    /// The most messages that were hidden at once.
    pub(crate) fn in_flight_max(&self) -> usize {
        self.lock().in_flight_max
    }

    /// Receive calls whose future was dropped.
    pub(crate) fn cut_receives(&self) -> usize {
        self.lock().cut_receives
    }

    /// Waits until this holds; two hours of its time are too long.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let wait = async {
            loop {
                let changed = self.shared.changed.notified();
                if holds(self) {
                    return;
                }
                tokio::select! {
                    () = changed => {}
                    () = tokio::time::sleep(Duration::from_millis(100)) => {}
                }
            }
        };
        if timeout(Duration::from_secs(7_200), wait).await.is_err() {
            panic!("in vain waited until {what}: {:#?}", self.calls());
        }
    }

    /// Waits until every message is deleted.
    pub(crate) async fn until_empty(&self) {
        self.until("the queue is empty", |queue| queue.lock().messages.is_empty()).await;
    }

    /// Changes the queue and tells those who wait.
    fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = change(&mut self.lock());
        self.shared.changed.notify_waiters();
        result
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap()
    }

    /// Notes a call and does what its fault says; answers what the fault does to the answer.
    async fn begin(&self, kind: Kind, what: What) -> Fault {
        let fault = self.change(|state| {
            state.calls.push(Call { at: Instant::now(), what });
            state.faults.next(kind)
        });
        fault.before().await;
        fault
    }
}

impl Queue for MemQueue {
    async fn settings(&self) -> Result<QueueSettings, QueueError> {
        let settings = self.lock().settings.clone();
        self.begin(Kind::Settings, What::Settings).await.around(|| Ok(settings))
    }

    async fn receive(&self, request: &ReceiveRequest) -> Result<Vec<Delivery>, QueueError> {
        let cut = CutReceive(self);
        let before = Instant::now();
        let fault = self.begin(Kind::Receive, What::Receive(request.clone())).await;
        if fault.refuses() {
            std::mem::forget(cut);
            return fault.around(|| Ok(Vec::new()));
        }
        let taken = loop {
            let changed = self.shared.changed.notified();
            let taken = self.lock().take(request, before);
            if !taken.is_empty() || Instant::now() >= before + request.wait {
                break taken;
            }
            let next = self.lock().next_visible().unwrap_or(before + request.wait);
            tokio::select! {
                () = changed => {}
                () = sleep_until(next.min(before + request.wait)) => {}
            }
        };
        std::mem::forget(cut);
        self.shared.changed.notify_waiters();
        fault.around(|| Ok(taken))
    }

    async fn delete(&self, handles: &[Arc<str>]) -> Result<Vec<Result<(), EntryError>>, QueueError> {
        let ids = handles.iter().map(|handle| state::id_of(handle)).collect();
        let fault = self.begin(Kind::Delete, What::Delete(ids)).await;
        fault.entries(|skip| {
            let each = handles.iter().enumerate();
            self.change(|state| {
                each.map(|(at, handle)| skip(at).unwrap_or_else(|| state.delete(handle))).collect()
            })
        })
    }

    async fn change_visibility(
        &self,
        entries: &[(Arc<str>, Duration)],
    ) -> Result<Vec<Result<(), EntryError>>, QueueError> {
        let ids = entries.iter().map(|(handle, hidden)| (state::id_of(handle), *hidden)).collect();
        let fault = self.begin(Kind::Hide, What::Hide(ids)).await;
        fault.entries(|skip| {
            let each = entries.iter().enumerate();
            let hide = |state: &mut State, at, (handle, hidden): &(Arc<str>, Duration)| {
                skip(at).unwrap_or_else(|| state.hide(handle, *hidden))
            };
            self.change(|state| each.map(|(at, entry)| hide(state, at, entry)).collect())
        })
    }
}

/// Dropped instead of forgotten, the receive call was cut.
struct CutReceive<'a>(&'a MemQueue);

impl Drop for CutReceive<'_> {
    fn drop(&mut self) {
        self.0.lock().cut_receives += 1;
    }
}
