//! The worker's side of the producers in other languages: the message type whose schema they are given, and its
//! handler.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqsdb_core::{Catalog, Done, Failure, Message, WorkerMessage, catalog, catalog::Channel};
use sqsdb_postgres::PgTx;

/// Asks for a letter that reminds a customer of an unpaid invoice.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, WorkerMessage)]
#[worker_message(
    message_type = "InvoiceReminderRequested",
    schema_version = 1,
    producer = "billing",
    aggregate(type = "invoice", id = "{invoice}"),
    idempotency_key = "invoice:{invoice}:reminder:{level}:{language:optional}",
    group = "customer:{customer}"
)]
#[serde(rename_all = "camelCase")]
pub struct RemindOfInvoice {
    /// Who has to pay.
    #[schemars(length(min = 1, max = 30), example = "K-1044")]
    pub customer: String,
    /// Number of the invoice.
    #[schemars(length(min = 1, max = 30), example = "2026/0317")]
    pub invoice: String,
    /// The first, second or third reminder.
    #[schemars(range(min = 1, max = 3))]
    pub level: u8,
    /// What is to be paid.
    pub amount_cents: u64,
    /// Language of the letter; the customer's own, if left out.
    pub language: Option<String>,
    /// When it was asked for.
    #[worker_message(volatile)]
    pub requested_at: DateTime<Utc>,
}

/// All that producers have to know.
#[must_use]
pub fn messages() -> Catalog {
    catalog![RemindOfInvoice]
        .title("Invoice reminders")
        .channel(Channel::new("invoice-reminders.fifo").carries::<RemindOfInvoice>())
}

/// Creates the table of letters. It has no unique key on purpose: a second effect would show.
///
/// # Errors
/// The database refuses.
pub async fn create_table(pool: &PgPool) -> sqlx::Result<()> {
    let table = "create table if not exists letters (idempotency_key text not null, customer text not null)";
    sqlx::query(table).execute(pool).await.map(|_| ())
}

/// Writes one letter, in the transaction that completes the message.
///
/// # Errors
/// The letter cannot be written.
pub async fn remind(message: Message<RemindOfInvoice>, tx: &mut PgTx) -> Result<Done, Failure> {
    sqlx::query("insert into letters (idempotency_key, customer) values ($1, $2)")
        .bind(message.idempotency_key())
        .bind(&message.customer)
        .execute(&mut **tx)
        .await?;
    Ok(Done::new())
}
