//! Writes the catalogue of two message types into a folder: `cargo run -p sqsdb-core --example messages -- FOLDER`,
//! or into `target/messages`.

#![allow(clippy::print_stdout)] // it is a program for people

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::{
    WorkerMessage, catalog,
    catalog::{CatalogError, Channel},
};

/// Asks for the deadline of one case, as of one version of its data.
#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CaseDeadlineCalculationRequested",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:deadline:v{deadline_version}",
    version = deadline_version,
    group = "case:{case_id}"
)]
#[serde(rename_all = "camelCase")]
struct CalculateDeadline {
    /// The case.
    #[schemars(length(min = 1, max = 40), example = "C-2026-0017")]
    case_id: String,
    /// Counts the changes of the case's data.
    deadline_version: i64,
    stage: Stage,
    /// When it was asked for.
    #[worker_message(volatile)]
    requested_at: chrono::DateTime<chrono::Utc>,
}

/// Where a case stands.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Stage {
    Intake,
    Investigation,
    Review,
}

/// Asks for a mail about one case.
#[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "CaseReminderRequested",
    schema_version = 1,
    producer = "case-service",
    aggregate(type = "case", id = "{case_id}"),
    idempotency_key = "case:{case_id}:reminder:{language:optional}"
)]
#[serde(rename_all = "camelCase")]
struct SendReminder {
    /// The case.
    case_id: String,
    /// Language of the mail; the reader's own, if left out.
    language: Option<String>,
}

fn main() -> Result<(), CatalogError> {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "target/messages".into());
    let catalog = catalog![CalculateDeadline, SendReminder]
        .title("Case deadlines")
        .channel(
            Channel::new("case-deadlines.fifo")
                .carries::<CalculateDeadline>()
                .dead_letter_queue("case-deadlines-dead.fifo", 5),
        )
        .channel(Channel::new("case-reminders").carries::<SendReminder>());
    println!("{}", catalog.write_to(folder)?);
    Ok(())
}
