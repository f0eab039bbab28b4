//! Counting the calls a server got, for tests that say how many there may be.

use std::collections::BTreeMap;

use tokio::sync::watch;

use super::action::Action;

/// How often each action was called, failed calls and retries included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallCounts(BTreeMap<Action, u64>);

impl CallCounts {
    /// The calls of one action.
    #[must_use]
    pub fn of(&self, action: Action) -> u64 {
        self.0.get(&action).copied().unwrap_or(0)
    }

    /// The calls of all actions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The actions that were called, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Action, u64)> {
        self.0.iter().map(|(action, count)| (*action, *count))
    }

    /// The calls after an earlier count.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let left = self.iter().map(|(action, count)| (action, count.saturating_sub(earlier.of(action))));
        Self(left.filter(|(_, count)| *count > 0).collect())
    }
}

#[derive(Debug, Default)]
pub(crate) struct CallCounter(watch::Sender<CallCounts>);

impl CallCounter {
    pub(crate) fn count(&self, action: Action) {
        self.0.send_modify(|counts| *counts.0.entry(action).or_default() += 1);
    }

    pub(crate) fn snapshot(&self) -> CallCounts {
        self.0.borrow().clone()
    }

    pub(crate) async fn wait_for(&self, action: Action, calls: u64) {
        // the sender lives in `self`, so the wait cannot fail
        drop(self.0.subscribe().wait_for(|counts| counts.of(action) >= calls).await);
    }
}
