//! The statements that make and drop test databases, each on a connection of its own.

use std::str::FromStr;

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};

use super::{Kind, PostgresError};

/// Reads `server_version_num`, which also shows that the server answers.
pub(super) async fn server_version(url: &str, kind: Kind) -> Result<u32, PostgresError> {
    let failed = || PostgresError::sql("read the server version", kind);
    let mut connection = connect(url, kind).await?;
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int4")
        .fetch_one(&mut connection)
        .await
        .map_err(failed())?;
    connection.close().await.map_err(failed())?;
    Ok(version.unsigned_abs())
}

/// From `template0`, since a session on `template1` would stop the copy.
pub(super) async fn create_database(url: &str, name: &str, kind: Kind) -> Result<(), PostgresError> {
    execute(url, format!("CREATE DATABASE {name} TEMPLATE template0"), "create a database", kind).await
}

/// Ends the sessions that are still open on it (PostgreSQL 13 and newer).
pub(super) async fn drop_database(url: &str, name: &str, kind: Kind) -> Result<(), PostgresError> {
    execute(url, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), "drop a database", kind).await
}

/// Parses a URL; statements of the tests are not worth a log line each.
pub(super) fn options(url: &str, kind: Kind) -> Result<PgConnectOptions, PostgresError> {
    let options = PgConnectOptions::from_str(url).map_err(PostgresError::sql("read the URL", kind))?;
    Ok(options.disable_statement_logging())
}

async fn connect(url: &str, kind: Kind) -> Result<PgConnection, PostgresError> {
    let options = options(url, kind)?;
    PgConnection::connect_with(&options).await.map_err(PostgresError::sql("connect", kind))
}

/// `sql` is made of constants and of names that this crate made up.
async fn execute(url: &str, sql: String, action: &'static str, kind: Kind) -> Result<(), PostgresError> {
    let mut connection = connect(url, kind).await?;
    sqlx::query(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .map_err(PostgresError::sql(action, kind))?;
    connection.close().await.map_err(PostgresError::sql(action, kind))
}
