//! Keeps terminal messages, raw, once each.

use std::{borrow::Cow, collections::BTreeMap};

use sqlx::types::Json;
use sqsdb_core::store::{QuarantineRecord, QuarantineStore, StoreError};

use crate::{store::PgStore, text};

const DOING: &str = "quarantine";
const KEY_WIDTH: usize = 200;
const CODE_WIDTH: usize = 100;

impl QuarantineStore for PgStore {
    async fn quarantine(&self, record: &QuarantineRecord) -> Result<(), StoreError> {
        self.bounded(DOING, keep(self, record)).await
    }
}

async fn keep(store: &PgStore, record: &QuarantineRecord) -> Result<(), StoreError> {
    let sql = &store.0.sql;
    let short = |text: &str| text::fitted(text, KEY_WIDTH).into_owned();
    let query = sql
        .query(&sql.quarantine)
        .bind(text::key(&record.queue, KEY_WIDTH).into_owned())
        .bind(text::key(&record.message_id, KEY_WIDTH).into_owned())
        .bind(text::storable(&record.body).into_owned())
        .bind(Json(attributes(&record.attributes)))
        .bind(record.group_id.as_deref().map(short))
        .bind(i32::try_from(record.receive_count).unwrap_or(i32::MAX))
        .bind(record.sent_at)
        .bind(record.message_type.as_deref().map(short))
        .bind(record.idempotency_key.as_deref().map(short))
        .bind(text::fitted(record.code.as_str(), CODE_WIDTH).into_owned())
        .bind(text::message(&record.reason).into_owned());
    store.run(DOING, query).await.map(drop)
}

/// JSON in PostgreSQL cannot hold NUL either.
fn attributes(attributes: &BTreeMap<String, String>) -> BTreeMap<Cow<'_, str>, Cow<'_, str>> {
    attributes.iter().map(|(name, value)| (text::storable(name), text::storable(value))).collect()
}
