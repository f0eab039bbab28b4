//! A state machine's transition, from known states only.

use sqlx::{Encode, PgConnection, Postgres, Type};

use super::{
    GuardError, Moved,
    parts::{Column, Parts, joined},
};

/// A write that moves a row from one of the given states to another.
///
/// ```no_run
/// # use std::time::Duration;
/// # use sqsdb_core::{Done, Failure};
/// # use sqsdb_postgres::{PgTx, guard::StateGuard};
/// # async fn handler(order_id: &str, expected: i64, tx: &mut PgTx) -> Result<Done, Failure> {
/// StateGuard::table("orders")
///     .key("order_id", order_id)
///     .transition("status", ["PACKED"], "SHIPPED")
///     .expected_version("version", expected)
///     .apply(tx)
///     .await?
///     .or_fail(|| Failure::not_yet("NOT_PACKED", "the order is not packed", Duration::from_secs(30)))?;
/// Ok(Done::new())
/// # }
/// ```
///
/// With [`expected_version`](Self::expected_version) the row must also have that version, which then grows by one.
/// Names are quoted, hence case-sensitive; values are always bound, and an enum type of PostgreSQL works with a type
/// that derives `sqlx::Type`.
#[derive(Debug)]
#[must_use = "it does nothing until apply is called"]
pub struct StateGuard {
    parts: Parts,
    from: Option<String>,
    version: Option<Column>,
}

impl StateGuard {
    /// A guard on `table` or `schema.table`.
    pub fn table(table: &str) -> Self {
        Self { parts: Parts::new(table), from: None, version: None }
    }

    /// A column that names the row; call it again for a composite key.
    pub fn key<'v>(mut self, column: &str, value: impl Encode<'v, Postgres> + Type<Postgres>) -> Self {
        let column = self.parts.column(column, value);
        self.parts.keys.push(column);
        self
    }

    /// The state column, the states the row may be in, and the one it gets.
    pub fn transition<'v, T>(mut self, column: &str, from: impl IntoIterator<Item = T>, to: T) -> Self
    where
        T: Encode<'v, Postgres> + Type<Postgres>,
    {
        let state = self.parts.column(column, to);
        let from: Vec<_> = from.into_iter().map(|state| format!("${}", self.parts.bind(state))).collect();
        if !from.is_empty() {
            self.from = Some(format!("{} IN ({})", state.name, from.join(", ")));
        }
        self.parts.sets.push(state);
        self
    }

    /// The version column and the version that the row must have; it grows by one.
    pub fn expected_version<'v>(
        mut self,
        column: &str,
        version: impl Encode<'v, Postgres> + Type<Postgres>,
    ) -> Self {
        self.version = Some(self.parts.column(column, version));
        self
    }

    /// A column to write along with the state.
    pub fn set<'v>(mut self, column: &str, value: impl Encode<'v, Postgres> + Type<Postgres>) -> Self {
        let column = self.parts.column(column, value);
        self.parts.sets.push(column);
        self
    }

    /// Makes the transition if the row is in one of the states.
    ///
    /// # Errors
    /// A name cannot be used, key or transition is missing, or the statement failed.
    pub async fn apply(self, conn: &mut PgConnection) -> Result<Moved, GuardError> {
        let sql = self.sql();
        self.parts.run(sql, conn).await
    }

    fn sql(&self) -> Result<String, GuardError> {
        let (table, key) = (self.parts.table(), self.parts.key_condition()?);
        let from = self.from.as_ref().ok_or_else(|| self.parts.incomplete("state to come from"))?;
        let mut sets = joined(&self.parts.sets, ", ", Column::equals);
        let mut condition = format!("{key} AND {from}");
        if let Some(version) = &self.version {
            let name = &version.name;
            sets.push_str(&format!(", {name} = {name} + 1"));
            condition.push_str(&format!(" AND {}", version.equals()));
        }
        Ok(format!("UPDATE {table} SET {sets} WHERE {condition}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transition_names_the_states_it_comes_from() {
        let guard = StateGuard::table("orders").key("order_id", 7_i64).transition(
            "status",
            ["PAID", "PACKED"],
            "SHIPPED",
        );
        assert_eq!(
            guard.expected_version("version", 3_i64).sql().unwrap(),
            r#"UPDATE "orders" SET "status" = $2, "version" = "version" + 1 WHERE "order_id" = $1 AND "status" IN ($3, $4) AND "version" = $5"#
        );
    }

    #[test]
    fn a_transition_from_nowhere_is_refused() {
        let guard = StateGuard::table("orders").key("order_id", 7_i64).transition("status", [], "SHIPPED");
        assert!(guard.sql().is_err());
        assert!(StateGuard::table("orders").transition("status", ["A"], "B").sql().is_err());
    }
}
