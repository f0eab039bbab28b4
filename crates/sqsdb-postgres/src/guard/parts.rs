//! What both guards collect: a table, columns with values, and the first mistake.

use sqlx::{Arguments, AssertSqlSafe, Encode, PgConnection, Postgres, Type, postgres::PgArguments};

use super::{GuardError, Moved, MovedExt};
use crate::ident;

/// A quoted column and the number of its bind.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) bind: usize,
}

impl Column {
    /// `"column" = $n`.
    pub(super) fn equals(&self) -> String {
        format!("{} = ${}", self.name, self.bind)
    }
}

#[derive(Debug, Default)]
pub(super) struct Parts {
    table: String,
    pub(super) keys: Vec<Column>,
    pub(super) sets: Vec<Column>,
    binds: PgArguments,
    /// The first mistake of the chain; it is told when the statement runs.
    mistake: Option<GuardError>,
}

impl Parts {
    pub(super) fn new(table: &str) -> Self {
        let mut parts = Self::default();
        parts.table = parts.noted(ident::quoted_path(table));
        parts
    }

    /// A column and its value.
    pub(super) fn column<'v>(
        &mut self,
        name: &str,
        value: impl Encode<'v, Postgres> + Type<Postgres>,
    ) -> Column {
        Column { name: self.name(name), bind: self.bind(value) }
    }

    pub(super) fn name(&mut self, name: &str) -> String {
        self.noted(ident::quoted(name))
    }

    /// Encodes a value and answers its number.
    pub(super) fn bind<'v>(&mut self, value: impl Encode<'v, Postgres> + Type<Postgres>) -> usize {
        let bound = self.binds.add(value).map_err(sqlx::Error::Encode);
        self.noted(bound);
        self.binds.len()
    }

    fn noted<T: Default, E: Into<GuardError>>(&mut self, outcome: Result<T, E>) -> T {
        outcome.unwrap_or_else(|error| {
            self.mistake.get_or_insert_with(|| error.into());
            T::default()
        })
    }

    pub(super) fn table(&self) -> &str {
        &self.table
    }

    pub(super) fn incomplete(&self, missing: &'static str) -> GuardError {
        GuardError::Incomplete { table: self.table.clone(), missing }
    }

    /// `"a" = $1 AND "b" = $2`. A guard without a key would write the whole table.
    pub(super) fn key_condition(&self) -> Result<String, GuardError> {
        if self.keys.is_empty() {
            return Err(self.incomplete("key"));
        }
        Ok(joined(&self.keys, " AND ", Column::equals))
    }

    /// Runs a statement made of checked names and numbered binds.
    pub(super) async fn run(
        self,
        sql: Result<String, GuardError>,
        conn: &mut PgConnection,
    ) -> Result<Moved, GuardError> {
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        let result = sqlx::query_with(AssertSqlSafe(sql?), self.binds).execute(conn).await?;
        Ok(result.moved())
    }
}

/// Columns, written one way and joined.
pub(super) fn joined(columns: &[Column], separator: &str, write: impl Fn(&Column) -> String) -> String {
    columns.iter().map(write).collect::<Vec<_>>().join(separator)
}
