//! All queues of the server by name, and the operations that concern more than one.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use super::{
    message::Message,
    queue::Queue,
    receive::{Bounds, Delivery, ReceiveRequest},
    redrive::RedrivePolicy,
    settings::{Settings, WireSettings},
};
use crate::sqs::{
    clock::Timestamp,
    error::{ErrorKind, SqsError},
    move_task::MoveTasks,
};

/// A deleted queue's name is free again after this time.
const NAME_REUSE: Duration = Duration::from_secs(60);

/// The account and region every queue of this server is in, and how many messages may be in flight.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    pub(crate) endpoint: String,
    pub(crate) account: String,
    pub(crate) region: String,
    pub(crate) in_flight_standard: usize,
    pub(crate) in_flight_fifo: usize,
}

impl Identity {
    pub(crate) fn url_of(&self, name: &str) -> String {
        format!("{}/{}/{name}", self.endpoint, self.account)
    }

    pub(crate) fn arn_of(&self, name: &str) -> String {
        format!("arn:aws:sqs:{}:{}:{name}", self.region, self.account)
    }

    /// The name in a queue URL. The host does not matter, so that a client may come through a proxy; a bare name is
    /// taken as well, as AWS does.
    fn name_in<'u>(&self, url: &'u str) -> Result<&'u str, SqsError> {
        let Some((head, name)) = url.rsplit_once('/') else { return Ok(url) };
        let account = head.rsplit('/').next().unwrap_or_default();
        if name.is_empty() {
            let message = format!("The address {url} is not valid for this endpoint.");
            return Err(SqsError::new(ErrorKind::InvalidAddress, message));
        }
        if account == self.account { Ok(name) } else { Err(SqsError::no_such_queue()) }
    }

    fn name_in_arn<'a>(&self, arn: &'a str) -> Option<&'a str> {
        let name = arn.rsplit(':').next()?;
        (self.arn_of(name) == arn).then_some(name)
    }
}

/// Whether a queue was there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Creation {
    New,
    Found,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) identity: Identity,
    pub(crate) move_tasks: MoveTasks,
    queues: BTreeMap<String, Queue>,
    deleted: HashMap<String, Timestamp>,
}

impl State {
    pub(crate) fn new(identity: Identity) -> Self {
        Self { identity, move_tasks: MoveTasks::default(), queues: BTreeMap::new(), deleted: HashMap::new() }
    }

    pub(crate) fn queues(&self) -> impl Iterator<Item = &Queue> {
        self.queues.values()
    }

    pub(crate) fn by_name(&mut self, name: &str, now: Timestamp) -> Option<&mut Queue> {
        let queue = self.queues.get_mut(name)?;
        queue.settle(now);
        Some(queue)
    }

    pub(crate) fn by_url(&mut self, url: Option<&str>, now: Timestamp) -> Result<&mut Queue, SqsError> {
        let url = url.filter(|url| !url.is_empty()).ok_or_else(|| SqsError::missing("QueueUrl"))?;
        let name = self.identity.name_in(url)?.to_owned();
        self.by_name(&name, now).ok_or_else(SqsError::no_such_queue)
    }

    pub(crate) fn by_arn(&mut self, arn: &str, now: Timestamp) -> Option<&mut Queue> {
        let name = self.identity.name_in_arn(arn)?.to_owned();
        self.by_name(&name, now)
    }

    /// Creates a queue. One of that name that has the `given` attributes, too, is returned as it is.
    pub(crate) fn create_or_find(
        &mut self,
        name: &str,
        settings: Settings,
        given: &WireSettings,
        now: Timestamp,
    ) -> Result<(&mut Queue, Creation), SqsError> {
        self.check_name_is_free(name, now)?;
        if let Some(existing) = self.queues.get(name) {
            check_same(&existing.settings, &settings, given)?;
        } else {
            self.check_redrive(&self.identity.arn_of(name), &settings)?;
        }
        let creation = if self.queues.contains_key(name) { Creation::Found } else { Creation::New };
        let arn = self.identity.arn_of(name);
        let queue =
            self.queues.entry(name.to_owned()).or_insert_with(|| Queue::new(name, arn, settings, now));
        Ok((queue, creation))
    }

    fn check_name_is_free(&mut self, name: &str, now: Timestamp) -> Result<(), SqsError> {
        self.deleted.retain(|_, at| now.since(*at) < NAME_REUSE);
        if self.deleted.contains_key(name) {
            return Err(SqsError::new(
                ErrorKind::QueueDeletedRecently,
                "You must wait 60 seconds after deleting a queue before you can create another with the same name.",
            ));
        }
        Ok(())
    }

    pub(crate) fn delete(&mut self, name: &str, now: Timestamp) {
        if let Some(queue) = self.queues.remove(name) {
            queue.changed.notify_waiters();
            self.deleted.insert(queue.name, now);
        }
    }

    /// The queues whose redrive policy names `arn`.
    pub(crate) fn sources_of<'a>(&'a self, arn: &'a str) -> impl Iterator<Item = &'a Queue> + 'a {
        self.queues().filter(move |queue| {
            queue.settings.redrive.as_ref().is_some_and(|redrive| redrive.target_arn == arn)
        })
    }

    /// Checks that a queue with `settings` may dead-letter to the target it names.
    pub(crate) fn check_redrive(&self, source_arn: &str, settings: &Settings) -> Result<(), SqsError> {
        let Some(redrive) = &settings.redrive else { return Ok(()) };
        let invalid = |reason| Err(SqsError::invalid_value(redrive.to_json(), "RedrivePolicy", reason));
        let name = self.identity.name_in_arn(&redrive.target_arn);
        let Some(target) = name.and_then(|name| self.queues.get(name)) else {
            return invalid("Dead letter target does not exist.");
        };
        if target.is_fifo() != settings.fifo.is_some() {
            return invalid("Dead-letter queue must be same type of queue as the source.");
        }
        match &target.settings.redrive_allow {
            Some(policy) if !policy.allows(source_arn) => {
                invalid("The RedriveAllowPolicy of the dead-letter queue does not allow this source queue.")
            }
            _ => Ok(()),
        }
    }

    /// Receives from a queue and moves what was received too often to its dead-letter queue.
    /// The flag says that the queue has as many messages in flight as it may have.
    pub(crate) fn receive(
        &mut self,
        url: Option<&str>,
        now: Timestamp,
        request: &ReceiveRequest,
    ) -> Result<(Vec<Delivery>, bool), SqsError> {
        let limits = (self.identity.in_flight_standard, self.identity.in_flight_fifo);
        let redrive = self.by_url(url, now)?.settings.redrive.clone();
        let redrive = redrive.filter(|redrive| self.by_arn(&redrive.target_arn, now).is_some());
        let queue = self.by_url(url, now)?;
        let in_flight = if queue.is_fifo() { limits.1 } else { limits.0 };
        let receives = redrive.as_ref().map(|redrive| redrive.max_receive_count);
        let received = queue.receive(now, request, Bounds { in_flight, receives });
        let source_arn = queue.arn.clone();
        if let Some(redrive) = redrive {
            self.dead_letter(&redrive, &source_arn, received.dead, now);
        }
        Ok((received.deliveries, received.over_limit))
    }

    fn dead_letter(&mut self, redrive: &RedrivePolicy, source_arn: &str, dead: Vec<Message>, now: Timestamp) {
        let Some(target) = self.by_arn(&redrive.target_arn, now) else { return };
        for message in dead {
            target.accept_dead_letter(now, source_arn.to_owned(), message);
        }
    }
}

/// A queue can be created again if the attributes that are given are those it has.
fn check_same(existing: &Settings, wanted: &Settings, given: &WireSettings) -> Result<(), SqsError> {
    let (existing, wanted) = (existing.listing(), wanted.listing());
    match given.keys().find(|name| existing.get(*name) != wanted.get(*name)) {
        None => Ok(()),
        Some(name) => Err(SqsError::new(
            ErrorKind::QueueNameExists,
            format!("A queue already exists with the same name and a different value for attribute {name}"),
        )),
    }
}
