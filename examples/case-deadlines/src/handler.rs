//! The handler: writes a deadline, unless a newer version was written before.

use chrono::TimeDelta;
use sqlx::PgPool;
use sqsdb_core::{Done, Failure, Message};
use sqsdb_postgres::PgTx;

use crate::message::CalculateDeadline;

/// The domain's own tables. The log has no unique key on purpose: a second effect would show.
const TABLES: &str = "
    create table if not exists case_deadlines (
        case_id text primary key,
        stage text not null,
        deadline_at timestamptz not null,
        deadline_version bigint not null
    );
    create table if not exists case_deadline_log (
        idempotency_key text not null,
        case_id text not null,
        deadline_version bigint not null,
        moved boolean not null
    );
    create index if not exists case_deadline_log_case on case_deadline_log (case_id);
";

pub(crate) async fn create_tables(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql(TABLES).execute(pool).await.map(|_| ())
}

/// Writes the deadline of a case and a line in its log, in the transaction that completes the message.
pub(crate) async fn calculate(message: Message<CalculateDeadline>, tx: &mut PgTx) -> Result<Done, Failure> {
    if message.attempt() <= message.failing_attempts {
        return Err(Failure::retryable("CALENDAR_UNAVAILABLE", "the calendar of public holidays is down"));
    }
    let deadline = message.effective_at + TimeDelta::days(message.stage.days());
    let stage = serde_json::to_value(message.stage)?;
    let moved = sqlx::query(
        "insert into case_deadlines (case_id, stage, deadline_at, deadline_version) values ($1, $2, $3, $4)
         on conflict (case_id) do update
         set stage = excluded.stage, deadline_at = excluded.deadline_at, deadline_version = excluded.deadline_version
         where case_deadlines.deadline_version < excluded.deadline_version",
    )
    .bind(&message.case_id)
    .bind(stage.as_str())
    .bind(deadline)
    .bind(message.deadline_version)
    .execute(&mut **tx)
    .await?
    .rows_affected()
        == 1;
    sqlx::query("insert into case_deadline_log (idempotency_key, case_id, deadline_version, moved) values ($1, $2, $3, $4)")
        .bind(message.idempotency_key())
        .bind(&message.case_id)
        .bind(message.deadline_version)
        .bind(moved)
        .execute(&mut **tx)
        .await?;
    Ok(if moved { Done::new() } else { Done::skipped("STALE_VERSION") })
}
