//! The message: asks for the deadline of one case, as of one version of its data.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqsdb_core::WorkerMessage;

/// Asks for the deadline of one case, as of one version of its data.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
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
pub(crate) struct CalculateDeadline {
    pub(crate) case_id: String,
    pub(crate) deadline_version: i64,
    pub(crate) stage: Stage,
    pub(crate) effective_at: DateTime<Utc>,
    /// Stands for a dependency that is down: the calculation fails in the first so many attempts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) failing_attempts: u32,
    /// When it was asked for. Differs between two sendings of the same work, so it is no part of the hash.
    #[worker_message(volatile)]
    pub(crate) requested_at: DateTime<Utc>,
}

/// Where a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Stage {
    Intake,
    Investigation,
    Review,
}

impl Stage {
    /// How many days the stage may take.
    pub(crate) fn days(self) -> i64 {
        match self {
            Self::Intake => 7,
            Self::Investigation => 90,
            Self::Review => 30,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands a reference
fn is_zero(count: &u32) -> bool {
    *count == 0
}
