//! Runs steps one after another, with a header and a duration each and a summary at the end.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The steps so far.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    finished: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    name: &'static str,
    took: Duration,
    failed: bool,
}

impl Steps {
    /// Runs one step; its failure ends the run at the caller's `?`.
    pub(crate) fn run<T>(&mut self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        eprintln!("\n=== {name}");
        let begun = Instant::now();
        let outcome = work();
        let step = Step { name, took: begun.elapsed(), failed: outcome.is_err() };
        eprintln!("--- {step}");
        self.finished.push(step);
        outcome.with_context(|| format!("step `{name}` failed"))
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = if self.failed { "FAILED" } else { "ok" };
        write!(f, "{:<28} {:>7.1} s  {verdict}", self.name, self.took.as_secs_f64())
    }
}

impl Drop for Steps {
    /// The summary comes however the run ends.
    fn drop(&mut self) {
        let total: Duration = self.finished.iter().map(|step| step.took).sum();
        eprintln!("\n=== summary ({:.1} s)", total.as_secs_f64());
        for step in &self.finished {
            eprintln!("    {step}");
        }
    }
}
