//! The run: send, work until the queue is empty, compare with what the input asks for.

use std::time::Duration;

use anyhow::Context;
use sqlx::{PgPool, Row};
use sqsdb_core::{
    RetryPolicy, SqsQueue, Stack, Worker, handler_fn,
    worker::{WorkerReport, WorkerStats},
};
use sqsdb_postgres::PgStore;
use tokio::time::Instant;

use crate::{
    cli::Cli,
    environment::{Database, Queues},
    handler::{calculate, create_tables},
    message::CalculateDeadline,
    progress,
    report::Report,
    workload::Workload,
};

/// How often the queue is asked whether it is empty.
const LOOK: Duration = Duration::from_millis(250);

/// Without any progress for so long the run gives up.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) async fn run(cli: &Cli) -> anyhow::Result<Report> {
    let database = Database::start(cli).await?;
    let queues = Queues::start(cli).await?;
    let run = format!("{:x}", chrono::Utc::now().timestamp_micros());
    let workload = Workload::new(cli.messages, cli.seed, &run)?;
    let store = PgStore::from_pool(database.pool.clone());
    store.migrate().await.context("the store's tables cannot be created")?;
    create_tables(&database.pool).await.context("the example's tables cannot be created")?;
    queues.send(&workload).await?;

    let stack = Stack::new(store, "case-deadlines")
        .retry(RetryPolicy::new().exponential(Duration::from_secs(1), Duration::from_secs(2)))
        .quarantine();
    let worker = Worker::builder(SqsQueue::new(queues.client.clone(), queues.url.as_str()))
        .route(stack.handle::<CalculateDeadline, _>(handler_fn(calculate)))
        .concurrency(usize::from(cli.concurrency))
        .poll_wait(Duration::from_secs(1))
        .build()?;
    let (started, stats) = (Instant::now(), worker.stats());
    let mut busy = Duration::ZERO;
    let shutdown = async {
        tokio::select! {
            worked = until_empty(&queues, &workload, &stats, started) => busy = worked,
            Err(error) = queues.deliver_some_again(cli.messages as usize / 20) => {
                tracing::error!(%error, "messages cannot be handed out again");
            }
        }
    };
    let done = worker.run_until(shutdown).await?;
    let mut report = collect(&database.pool, &queues, &workload, done, &run).await?;
    report.effects_per_second = report.effects as f64 / busy.as_secs_f64().max(0.001);
    Ok(report)
}

/// Waits until everything sent is settled and the queue is empty; answers how long that took.
async fn until_empty(
    queues: &Queues,
    workload: &Workload,
    stats: &WorkerStats,
    started: Instant,
) -> Duration {
    let sent = workload.bodies.len() as u64;
    let settled =
        |report: WorkerReport| report.completed + report.skipped + report.duplicates + report.quarantined;
    let bar = progress::bar(sent, "processing").ok();
    let (mut last, mut moved) = (0, Instant::now());
    loop {
        let now = settled(stats.report());
        if now != last {
            (last, moved) = (now, Instant::now());
        }
        bar.iter().for_each(|bar| bar.set_position(now.min(sent)));
        let empty = now >= sent && queues.left().await.is_ok_and(|(queue, _)| queue == 0);
        if empty || moved.elapsed() > PATIENCE {
            bar.iter().for_each(|bar| bar.finish_and_clear());
            return moved.duration_since(started);
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn collect(
    pool: &PgPool,
    queues: &Queues,
    workload: &Workload,
    done: WorkerReport,
    run: &str,
) -> anyhow::Result<Report> {
    let row = sqlx::query(
        "select count(*) as effects, count(distinct idempotency_key) as keys,
                count(*) filter (where not moved) as stale
         from case_deadline_log where case_id like $1",
    )
    .bind(format!("CASE-{run}-%"))
    .fetch_one(pool)
    .await?;
    let count = |name: &str| row.try_get::<i64, _>(name).map(i64::cast_unsigned);
    let (queue_left, dlq_left) = queues.left().await?;
    let mut report = Report {
        received: done.received,
        effects: count("effects")?,
        distinct_keys: count("keys")?,
        duplicates: done.duplicates,
        stale_skipped: count("stale")?,
        mismatches: done.mismatches,
        retries: done.retries,
        quarantined: done.quarantined,
        queue_left,
        dlq_left,
        faults: Vec::new(),
        effects_per_second: 0.0,
    };
    report.faults = faults(&report, workload, outdated(pool, workload).await?);
    Ok(report)
}

/// Cases whose deadline is not the newest version's.
async fn outdated(pool: &PgPool, workload: &Workload) -> anyhow::Result<u64> {
    let (cases, versions): (Vec<_>, Vec<_>) = workload.cases.iter().cloned().unzip();
    let outdated: i64 = sqlx::query_scalar(
        "select count(*) from unnest($1::text[], $2::bigint[]) as expected (case_id, version)
         left join case_deadlines using (case_id) where deadline_version is distinct from version",
    )
    .bind(cases)
    .bind(versions)
    .fetch_one(pool)
    .await?;
    Ok(outdated.cast_unsigned())
}

fn faults(report: &Report, workload: &Workload, outdated: u64) -> Vec<String> {
    let expected = [
        ("effects", report.effects, workload.keys),
        ("distinct keys", report.distinct_keys, workload.keys),
        ("cases that do not stand at their newest version", outdated, 0),
        ("quarantined messages", report.quarantined, workload.quarantined),
        ("mismatches", report.mismatches, 1),
        ("retries", report.retries, workload.retries),
        ("messages left in the queue", report.queue_left, 0),
        ("messages left in the dead-letter queue", report.dlq_left, 0),
    ];
    let wrong = expected.into_iter().filter(|(_, found, asked)| found != asked);
    wrong.map(|(what, found, asked)| format!("{what}: {found}, but the input asks for {asked}")).collect()
}
