//! The newer version wins.

use sqlx::{Encode, PgConnection, Postgres, Type};

use super::{
    GuardError, Moved,
    parts::{Column, Parts, joined},
};

/// A write that applies only if it is newer than the row.
///
/// ```no_run
/// # use sqsdb_core::{Done, Failure};
/// # use sqsdb_postgres::{PgTx, guard::VersionGuard};
/// # async fn handler(case_id: &str, stage: &str, version: i64, tx: &mut PgTx) -> Result<Done, Failure> {
/// let moved = VersionGuard::table("cases")
///     .key("case_id", case_id)
///     .version("version", version)
///     .set("stage", stage)
///     .upsert(tx)
///     .await?;
/// Ok(moved.done_or_skipped("STALE_VERSION"))
/// # }
/// ```
///
/// Names are quoted, hence case-sensitive; values are always bound. A row whose version is NULL is older than any.
#[derive(Debug)]
#[must_use = "it does nothing until update or upsert is called"]
pub struct VersionGuard {
    parts: Parts,
    version: Option<Column>,
}

impl VersionGuard {
    /// A guard on `table` or `schema.table`.
    pub fn table(table: &str) -> Self {
        Self { parts: Parts::new(table), version: None }
    }

    /// A column that names the row; call it again for a composite key. For [`upsert`](Self::upsert) the columns must
    /// have a unique constraint.
    pub fn key<'v>(mut self, column: &str, value: impl Encode<'v, Postgres> + Type<Postgres>) -> Self {
        let column = self.parts.column(column, value);
        self.parts.keys.push(column);
        self
    }

    /// The version column and the version that the message carries.
    pub fn version<'v>(mut self, column: &str, version: impl Encode<'v, Postgres> + Type<Postgres>) -> Self {
        self.version = Some(self.parts.column(column, version));
        self
    }

    /// A column to write.
    pub fn set<'v>(mut self, column: &str, value: impl Encode<'v, Postgres> + Type<Postgres>) -> Self {
        let column = self.parts.column(column, value);
        self.parts.sets.push(column);
        self
    }

    /// Writes the row if it is there and older.
    ///
    /// # Errors
    /// A name cannot be used, key or version is missing, or the statement failed.
    pub async fn update(self, conn: &mut PgConnection) -> Result<Moved, GuardError> {
        let sql = self.update_sql();
        self.parts.run(sql, conn).await
    }

    /// Writes the row if it is older, or makes it if it is not there.
    ///
    /// # Errors
    /// A name cannot be used, key or version is missing, or the statement failed.
    pub async fn upsert(self, conn: &mut PgConnection) -> Result<Moved, GuardError> {
        let sql = self.upsert_sql();
        self.parts.run(sql, conn).await
    }

    fn update_sql(&self) -> Result<String, GuardError> {
        let (table, key) = (self.parts.table(), self.parts.key_condition()?);
        let version = self.required_version()?;
        let sets = joined(&self.written()?, ", ", Column::equals);
        let Column { name, bind } = version;
        Ok(format!("UPDATE {table} SET {sets} WHERE {key} AND ({name} < ${bind} OR {name} IS NULL)"))
    }

    fn upsert_sql(&self) -> Result<String, GuardError> {
        self.parts.key_condition()?;
        let (table, keys, written) = (self.parts.table(), &self.parts.keys, self.written()?);
        let all = [keys.as_slice(), &written].concat();
        let names = joined(&all, ", ", |column| column.name.clone());
        let values = joined(&all, ", ", |column| format!("${}", column.bind));
        let conflict = joined(keys, ", ", |column| column.name.clone());
        let sets = joined(&written, ", ", |Column { name, .. }| format!("{name} = excluded.{name}"));
        let version = &self.required_version()?.name;
        Ok(format!(
            "INSERT INTO {table} AS stored ({names}) VALUES ({values}) ON CONFLICT ({conflict}) DO UPDATE SET {sets} \
             WHERE stored.{version} < excluded.{version} OR stored.{version} IS NULL"
        ))
    }

    fn required_version(&self) -> Result<&Column, GuardError> {
        self.version.as_ref().ok_or_else(|| self.parts.incomplete("version"))
    }

    fn written(&self) -> Result<Vec<Column>, GuardError> {
        Ok(std::iter::once(self.required_version()?).chain(&self.parts.sets).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> VersionGuard {
        VersionGuard::table("app.cases")
            .key("case_id", "C-1")
            .version("version", 5_i64)
            .set("stage", "REVIEW")
    }

    #[test]
    fn an_update_compares_versions() {
        assert_eq!(
            guard().update_sql().unwrap(),
            r#"UPDATE "app"."cases" SET "version" = $2, "stage" = $3 WHERE "case_id" = $1 AND ("version" < $2 OR "version" IS NULL)"#
        );
    }

    #[test]
    fn an_upsert_compares_versions() {
        assert_eq!(
            guard().key("tenant", 7_i32).upsert_sql().unwrap(),
            r#"INSERT INTO "app"."cases" AS stored ("case_id", "tenant", "version", "stage") VALUES ($1, $4, $2, $3) ON CONFLICT ("case_id", "tenant") DO UPDATE SET "version" = excluded."version", "stage" = excluded."stage" WHERE stored."version" < excluded."version" OR stored."version" IS NULL"#
        );
    }

    #[test]
    fn a_guard_without_key_or_version_is_refused() {
        let no_key = VersionGuard::table("cases").version("version", 1_i64);
        assert!(no_key.update_sql().unwrap_err().to_string().contains("no key"));
        let no_version = VersionGuard::table("cases").key("case_id", "C-1");
        assert!(no_version.upsert_sql().unwrap_err().to_string().contains("no version"));
    }
}
