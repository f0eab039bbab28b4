//! Sends what waits, call by call, and again what may still succeed.

use std::time::Duration;

use super::{
    Outgoing, PublishError, Published, Publisher,
    backlog::{Backlog, Lane},
    call::{self, Failed},
    check::{self, Refused},
};

/// Tries of one message. With the pauses and the time limit of a call they end well within the five minutes in which
/// a FIFO queue knows a deduplication id.
const TRIES: u32 = 5;

/// The pause after a call with something to try again; it doubles with each such call in a row.
const PAUSE: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// One result per message, in their order.
struct Results(Vec<Option<Result<Published, PublishError>>>);

pub(super) async fn send(
    publisher: &Publisher,
    messages: Vec<Result<Outgoing, Refused>>,
) -> Vec<Result<Published, PublishError>> {
    let mut results = Results::of(messages.len());
    let settings = &publisher.settings;
    let checked = messages.into_iter().map(|message| check::check(settings, message?)).collect();
    let (mut backlog, unsent) = Backlog::new(settings, checked);
    for (position, error) in unsent {
        results.set(position, Err(error));
    }
    let mut pause = PAUSE;
    loop {
        let batch = backlog.next_batch();
        if batch.is_empty() {
            return results.finish();
        }
        let again = one_call(publisher, batch, &mut backlog, &mut results).await;
        if again.is_empty() {
            pause = PAUSE;
        } else {
            backlog.put_back(again);
            tokio::time::sleep(pause.mul_f64(0.5 + rand::random::<f64>() / 2.0)).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }
}

/// Makes one call; answers the lanes whose heads are to be sent again.
async fn one_call(
    publisher: &Publisher,
    batch: Vec<Lane>,
    backlog: &mut Backlog,
    results: &mut Results,
) -> Vec<Lane> {
    let shared = batch.len() > 1;
    let outcomes = call::call(publisher, &batch).await;
    let mut again = Vec::new();
    for (mut lane, outcome) in batch.into_iter().zip(outcomes) {
        lane.tries += 1;
        match outcome {
            Ok(published) => {
                results.set(lane.head.position, Ok(published));
                backlog.push(lane.next());
            }
            Err(Failed::Transient(error)) if lane.tries < TRIES => {
                tracing::warn!(queue = %publisher.url, %error, attempt = lane.tries, "message is sent again");
                again.push(lane);
            }
            Err(Failed::Request(_)) if shared => again.push(Lane { alone: true, ..lane }),
            Err(Failed::Transient(error) | Failed::Request(error) | Failed::Permanent(error)) => {
                results.fail(lane, error);
            }
        }
    }
    again
}

impl Results {
    fn of(count: usize) -> Self {
        Self(std::iter::repeat_with(|| None).take(count).collect())
    }

    fn set(&mut self, position: usize, result: Result<Published, PublishError>) {
        if let Some(place) = self.0.get_mut(position) {
            *place = Some(result);
        }
    }

    /// The head has failed for good, so the rest of its group is not sent.
    fn fail(&mut self, lane: Lane, error: PublishError) {
        self.set(lane.head.position, Err(error));
        for held in lane.rest {
            let group = held.message.group_id.unwrap_or_default();
            self.set(held.position, Err(PublishError::HeldBack { group }));
        }
    }

    fn finish(self) -> Vec<Result<Published, PublishError>> {
        self.0.into_iter().map(|result| result.unwrap_or(Err(PublishError::NoAnswer))).collect()
    }
}
