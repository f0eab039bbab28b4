//! The five-minute memory of a FIFO queue for deduplication ids.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use super::settings::DeduplicationScope;
use crate::sqs::clock::Timestamp;

/// How long a deduplication id is remembered after its first send.
const WINDOW: Duration = Duration::from_secs(300);

/// The id, and the group it is limited to, if any.
type Key = (Option<String>, String);

/// What the first send of a deduplication id was answered.
#[derive(Debug, Clone)]
pub(crate) struct Original {
    pub(crate) message_id: String,
    pub(crate) sequence: Option<u128>,
}

#[derive(Debug, Default)]
pub(crate) struct DedupCache {
    originals: HashMap<Key, Original>,
    by_age: VecDeque<(Timestamp, Key)>,
}

impl DedupCache {
    /// The earlier send with this id. Queue-wide ids also count after the scope was narrowed to groups, but not the
    /// other way round, as observed on AWS.
    pub(crate) fn find(
        &mut self,
        scope: DeduplicationScope,
        group: &str,
        id: &str,
        now: Timestamp,
    ) -> Option<&Original> {
        self.forget_old(now);
        if scope == DeduplicationScope::MessageGroup {
            let key = (Some(group.to_owned()), id.to_owned());
            if self.originals.contains_key(&key) {
                return self.originals.get(&key);
            }
        }
        self.originals.get(&(None, id.to_owned()))
    }

    pub(crate) fn remember(
        &mut self,
        scope: DeduplicationScope,
        group: &str,
        id: &str,
        now: Timestamp,
        original: Original,
    ) {
        let group = (scope == DeduplicationScope::MessageGroup).then(|| group.to_owned());
        let key = (group, id.to_owned());
        self.by_age.push_back((now, key.clone()));
        self.originals.insert(key, original);
    }

    pub(crate) fn clear(&mut self) {
        self.originals.clear();
        self.by_age.clear();
    }

    fn forget_old(&mut self, now: Timestamp) {
        while let Some((_, key)) = self.by_age.pop_front_if(|(at, _)| now.since(*at) >= WINDOW) {
            self.originals.remove(&key);
        }
    }
}
