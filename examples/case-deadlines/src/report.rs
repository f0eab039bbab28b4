//! What came of the messages, and whether it is what the input asks for.

use std::io::Write;

use comfy_table::{Table, presets::UTF8_FULL_CONDENSED};
use serde::Serialize;

/// The result of a run. An effect is one committed line in the log of calculations.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Messages received, repeated receives included.
    pub(crate) received: u64,
    /// Lines in the log of calculations; stale versions leave one too, which says that nothing moved.
    pub(crate) effects: u64,
    /// Different idempotency keys in that log.
    pub(crate) distinct_keys: u64,
    /// Deliveries absorbed because the effect was committed before.
    pub(crate) duplicates: u64,
    /// Calculations that found a newer version in place.
    pub(crate) stale_skipped: u64,
    /// Keys used again for another payload.
    pub(crate) mismatches: u64,
    /// Failed attempts that were repeated.
    pub(crate) retries: u64,
    /// Messages kept in quarantine.
    pub(crate) quarantined: u64,
    /// Messages left in the queue.
    pub(crate) queue_left: u64,
    /// Messages left in the dead-letter queue.
    pub(crate) dlq_left: u64,
    /// What is not as the input asks for.
    #[serde(skip)]
    pub(crate) faults: Vec<String>,
    /// Effects per second, from the first receive to the last delete.
    #[serde(skip)]
    pub(crate) effects_per_second: f64,
}

impl Report {
    /// Whether every effect took place exactly once, and nothing is left over.
    pub(crate) fn is_correct(&self) -> bool {
        self.faults.is_empty()
    }

    /// Prints a table for people or one line of JSON for programs, and the faults to standard error.
    pub(crate) fn print(&self, json: bool) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
        } else {
            writeln!(out, "{}", self.table())?;
            writeln!(out, "{:.0} effects per second", self.effects_per_second)?;
        }
        out.flush()?;
        let mut err = std::io::stderr().lock();
        for fault in &self.faults {
            writeln!(err, "WRONG: {fault}")?;
        }
        Ok(())
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(UTF8_FULL_CONDENSED).set_header(["what", "messages"]);
        for (what, messages) in [
            ("received", self.received),
            ("effects", self.effects),
            ("  for distinct keys", self.distinct_keys),
            ("  of them stale versions, skipped", self.stale_skipped),
            ("duplicates absorbed", self.duplicates),
            ("mismatches (key reused for another payload)", self.mismatches),
            ("retries", self.retries),
            ("quarantined", self.quarantined),
            ("left in the queue", self.queue_left),
            ("left in the dead-letter queue", self.dlq_left),
        ] {
            table.add_row([what.to_owned(), messages.to_string()]);
        }
        table
    }
}
