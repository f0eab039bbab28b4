//! The order of a FIFO queue: messages per group, and which groups have a receivable head.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::message::Message;

/// Positions of messages by message group, and the groups whose first message is receivable.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    members: HashMap<String, BTreeSet<u64>>,
    ready: BTreeSet<(u64, String)>,
    ready_head: HashMap<String, u64>,
}

impl Groups {
    pub(crate) fn insert(&mut self, group: &str, position: u64) {
        match self.members.get_mut(group) {
            Some(members) => {
                members.insert(position);
            }
            None => {
                self.members.insert(group.to_owned(), BTreeSet::from([position]));
            }
        }
    }

    pub(crate) fn remove(&mut self, group: &str, position: u64) {
        if let Some(members) = self.members.get_mut(group) {
            members.remove(&position);
            if members.is_empty() {
                self.members.remove(group);
            }
        }
    }

    /// Looks again at the group's first message; call it after every change in the group.
    pub(crate) fn refresh(&mut self, group: &str, messages: &BTreeMap<u64, Message>) {
        let head = self.members.get(group).and_then(|members| members.first()).copied();
        let head = head.filter(|head| is_receivable(messages, *head));
        if self.ready_head.get(group).copied() == head {
            return;
        }
        if let Some(old) = self.ready_head.remove(group) {
            self.ready.remove(&(old, group.to_owned()));
        }
        if let Some(head) = head {
            self.ready_head.insert(group.to_owned(), head);
            self.ready.insert((head, group.to_owned()));
        }
    }

    /// Positions in the order in which they may be handed out: the group with the oldest head first, as many of
    /// it as come before its first message that is not receivable, then the next group.
    pub(crate) fn in_order<'a>(
        &'a self,
        messages: &'a BTreeMap<u64, Message>,
    ) -> impl Iterator<Item = u64> + 'a {
        self.ready.iter().filter_map(|(_, group)| self.members.get(group)).flat_map(|members| {
            members.iter().copied().take_while(|position| is_receivable(messages, *position))
        })
    }
}

fn is_receivable(messages: &BTreeMap<u64, Message>, position: u64) -> bool {
    messages.get(&position).is_some_and(Message::is_receivable)
}
