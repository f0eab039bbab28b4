//! What is sent: calculations in random order, duplicates, and three messages with something wrong.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use sqsdb_core::Envelope;

use crate::message::{CalculateDeadline, Stage};

/// Versions of one case, at most.
const VERSIONS: u32 = 4;

/// One in so many messages is sent twice.
const DUPLICATES: u32 = 8;

/// What is sent, and what must come of it.
#[derive(Debug)]
pub(crate) struct Workload {
    /// Bodies in the order of sending.
    pub(crate) bodies: Vec<String>,
    /// Different idempotency keys among the messages that can be processed.
    pub(crate) keys: u64,
    /// Cases, and the newest version of each.
    pub(crate) cases: Vec<(String, i64)>,
    /// Messages that must end in quarantine.
    pub(crate) quarantined: u64,
    /// Attempts that fail and are repeated.
    pub(crate) retries: u64,
}

impl Workload {
    /// The messages of a run. `run` keeps the cases of several runs on one database apart.
    pub(crate) fn new(messages: u32, seed: u64, run: &str) -> anyhow::Result<Self> {
        let mut random = StdRng::seed_from_u64(seed);
        let start = Utc::now();
        let mut requests: Vec<_> = (0..messages).map(|n| request(n, run, start, &mut random)).collect();
        let cases = newest(&requests);
        requests[0].failing_attempts = 2;
        let changed = CalculateDeadline { stage: other(requests[1].stage), ..requests[1].clone() };
        // the changed key is sent once only: then one of its two payloads is the mismatch, whichever comes first
        let twice =
            requests.iter().enumerate().filter(|(n, _)| *n != 1 && random.random_ratio(1, DUPLICATES));
        let twice: Vec<_> = twice.map(|(_, original)| original.clone()).collect();
        requests.extend(twice.iter().map(|original| sent_again(original, &mut random)));
        requests.shuffle(&mut random);
        let mut bodies = requests.into_iter().map(body).collect::<anyhow::Result<Vec<_>>>()?;
        bodies.push(body(changed)?);
        let middle = bodies.len() / 2;
        bodies.insert(middle, "{\"messageType\": \"CaseDeadline".to_owned());
        Ok(Self { bodies, keys: u64::from(messages), cases, quarantined: 2, retries: 2 })
    }
}

fn request(n: u32, run: &str, start: DateTime<Utc>, random: &mut StdRng) -> CalculateDeadline {
    let stages = [Stage::Intake, Stage::Investigation, Stage::Review];
    CalculateDeadline {
        case_id: format!("CASE-{run}-{}", n / VERSIONS),
        deadline_version: i64::from(n % VERSIONS) + 1,
        stage: stages[random.random_range(0..stages.len())],
        effective_at: start + TimeDelta::minutes(i64::from(n)),
        failing_attempts: 0,
        requested_at: start,
    }
}

/// The same work sent as a new message a moment later, as a producer does that got no answer.
fn sent_again(original: &CalculateDeadline, random: &mut StdRng) -> CalculateDeadline {
    let later = TimeDelta::milliseconds(random.random_range(1..5_000));
    CalculateDeadline { requested_at: original.requested_at + later, ..original.clone() }
}

fn other(stage: Stage) -> Stage {
    if stage == Stage::Review { Stage::Intake } else { Stage::Review }
}

fn newest(requests: &[CalculateDeadline]) -> Vec<(String, i64)> {
    let last = requests.chunks(VERSIONS as usize).filter_map(<[CalculateDeadline]>::last);
    last.map(|request| (request.case_id.clone(), request.deadline_version)).collect()
}

fn body(request: CalculateDeadline) -> anyhow::Result<String> {
    let occurred_at = request.requested_at;
    Ok(serde_json::to_string(&Envelope::new(request)?.occurred_at(occurred_at))?)
}
