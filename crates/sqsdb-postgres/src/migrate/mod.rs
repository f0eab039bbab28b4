//! Creates the store's tables and brings them up to date.

mod scripts;

use scripts::{SCRIPTS, Script};
use sqlx::{Executor, PgConnection, Row};
use sqsdb_core::store::StoreError;

use crate::{error, inbox::lock_key, sqlstate::codes, store::PgStore, tx::PgTx};

/// How long a migration waits for another one, or for a table that is in use. A longer wait would queue all other
/// users of that table behind it.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '30s'";

const DOING: &str = "migrate";

/// Why the tables could not be brought up to date.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrateError {
    /// A migration that ran before is not the one this program has.
    #[error(
        "migration {version} ({name}) in schema {schema} was applied in another form; \
         restore its file, or use another schema"
    )]
    Changed {
        /// Number of the migration.
        version: i32,
        /// Its name.
        name: String,
        /// The schema.
        schema: String,
    },
    /// The database cannot hold every text.
    #[error(
        "the database's encoding is {encoding}, but only UTF8 can store any message; create it with ENCODING 'UTF8'"
    )]
    Encoding {
        /// The encoding it has.
        encoding: String,
    },
    /// Another process migrates, or a table is in use.
    #[error(
        "waited 30 s for another migration or for a table in use; end the long transaction and try again: {0}"
    )]
    Locked(#[source] StoreError),
    /// A statement failed, or the server cannot be reached.
    #[error("{0}; the user needs the rights to create a schema and tables")]
    Store(#[from] StoreError),
}

impl PgStore {
    /// Creates the schema and its tables, or brings them up to date. Does nothing, and needs no rights to, where they
    /// are. Any number of processes may call it at once.
    ///
    /// Migrations that a newer program has applied are left alone: they only add.
    ///
    /// # Errors
    /// The user lacks rights, a table is in use for long, or the schema was changed by hand.
    pub async fn migrate(&self) -> Result<(), MigrateError> {
        let mut tx = self.begin().await?;
        let done = run(self, &mut tx).await;
        match done {
            Ok(true) => commit(tx).await?,
            Ok(false) => tx.abandon(),
            Err(error) => {
                tx.rollback().await;
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Answers whether there is anything to commit.
async fn run(store: &PgStore, tx: &mut PgTx) -> Result<bool, MigrateError> {
    let pending = pending(store, tx).await?;
    if pending.is_empty() {
        return Ok(false);
    }
    check_encoding(tx).await?;
    lock(store, tx).await?;
    create_schema(store, tx).await?;
    // somebody else may have applied them while this one waited
    for script in self::pending(store, tx).await? {
        apply(store, tx, script).await?;
    }
    Ok(true)
}

async fn commit(mut tx: PgTx) -> Result<(), MigrateError> {
    tx.commit().await.map_err(failed)?;
    tx.release_committed();
    Ok(())
}

async fn pending(store: &PgStore, conn: &mut PgConnection) -> Result<Vec<&'static Script>, MigrateError> {
    if !has_table(store, conn).await? {
        return Ok(SCRIPTS.iter().collect());
    }
    let sql = store.0.sql.of("SELECT version, name, checksum FROM {schema}.migrations");
    let rows = sqlx::query(sql).fetch_all(conn).await.map_err(failed)?;
    let mut pending: Vec<_> = SCRIPTS.iter().collect();
    for row in rows {
        let version: i32 = row.try_get("version").map_err(failed)?;
        if let Some(at) = pending.iter().position(|script| script.version == version) {
            let script = pending.remove(at);
            if row.try_get::<String, _>("checksum").map_err(failed)? != script.checksum() {
                let name = row.try_get("name").map_err(failed)?;
                return Err(MigrateError::Changed { version, name, schema: store.schema().to_owned() });
            }
        }
    }
    Ok(pending)
}

async fn has_table(store: &PgStore, conn: &mut PgConnection) -> Result<bool, MigrateError> {
    let query = sqlx::query_scalar("SELECT to_regclass(format('%I.migrations', $1::text)) IS NOT NULL");
    query.bind(store.schema()).fetch_one(conn).await.map_err(failed)
}

async fn check_encoding(conn: &mut PgConnection) -> Result<(), MigrateError> {
    let query = sqlx::query_scalar("SELECT current_setting('server_encoding')");
    let encoding: String = query.fetch_one(conn).await.map_err(failed)?;
    if encoding == "UTF8" { Ok(()) } else { Err(MigrateError::Encoding { encoding }) }
}

async fn lock(store: &PgStore, conn: &mut PgConnection) -> Result<(), MigrateError> {
    conn.execute(LOCK_TIMEOUT).await.map_err(failed)?;
    let query = sqlx::query("SELECT pg_advisory_xact_lock($1)");
    let lock = lock_key(&["migrate", store.schema()]);
    query.bind(lock).execute(conn).await.map(drop).map_err(failed)
}

async fn create_schema(store: &PgStore, conn: &mut PgConnection) -> Result<(), MigrateError> {
    // IF NOT EXISTS would ask for the right to create schemas even where the schema is there
    let query = sqlx::query_scalar("SELECT to_regnamespace(quote_ident($1::text)) IS NOT NULL");
    let exists: bool = query.bind(store.schema()).fetch_one(&mut *conn).await.map_err(failed)?;
    if !exists {
        conn.execute(store.0.sql.of("CREATE SCHEMA {schema}")).await.map_err(failed)?;
    }
    let table = store.0.sql.of(include_str!("../../queries/create_migrations_table.sql"));
    conn.execute(table).await.map(drop).map_err(failed)
}

async fn apply(store: &PgStore, conn: &mut PgConnection, script: &Script) -> Result<(), MigrateError> {
    conn.execute(sqlx::raw_sql(store.0.sql.of(script.sql))).await.map_err(failed)?;
    let record =
        store.0.sql.of("INSERT INTO {schema}.migrations (version, name, checksum) VALUES ($1, $2, $3)");
    let query = sqlx::query(record).bind(script.version).bind(script.name).bind(script.checksum());
    query.execute(conn).await.map_err(failed)?;
    tracing::info!(version = script.version, name = script.name, schema = store.schema(), "migrated");
    Ok(())
}

fn failed(error: sqlx::Error) -> MigrateError {
    let locked = crate::sqlstate::of(&error) == Some(codes::LOCK_NOT_AVAILABLE);
    let error = error::statement(DOING)(error);
    if locked { MigrateError::Locked(error) } else { MigrateError::Store(error) }
}
