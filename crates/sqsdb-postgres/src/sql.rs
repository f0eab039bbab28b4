//! The store's statements, built once per store, so that `sqlx` finds them in each connection's cache.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr, SqlStr, postgres::PgArguments, query::Query};

/// Stands for the quoted schema in `queries/` and `migrations/`.
const SCHEMA: &str = "{schema}";

/// Stands for [`DIFFERS`] in `queries/`.
const DIFFERS_MARK: &str = "{differs}";

/// Whether a row belongs to other work with the same key. Hashes of different schema versions cannot be compared and
/// count as equal. $4 message type, $5 schema version, $6 hashes as 'version:hex'.
const DIFFERS: &str = "(inbox.message_type <> $4 \
    OR (inbox.schema_version = $5 AND inbox.hash_version || ':' || inbox.request_hash <> ALL ($6)))";

/// Statements with the schema's name in place.
#[derive(Debug)]
pub(crate) struct Statements {
    schema: String,
    named: bool,
    pub(crate) claim_new: SqlStr,
    pub(crate) claim_stored: SqlStr,
    pub(crate) record_failure: SqlStr,
    pub(crate) inspect: SqlStr,
    pub(crate) set_result_ref: SqlStr,
    pub(crate) quarantine: SqlStr,
}

impl Statements {
    /// Builds the statements for a schema that is quoted already.
    pub(crate) fn new(schema: &str, named: bool) -> Self {
        let built = |template| built(schema, template);
        Self {
            claim_new: built(include_str!("../queries/claim_new.sql")),
            claim_stored: built(include_str!("../queries/claim_stored.sql")),
            record_failure: built(include_str!("../queries/record_failure.sql")),
            inspect: built(include_str!("../queries/inspect.sql")),
            set_result_ref: built(include_str!("../queries/set_result_ref.sql")),
            quarantine: built(include_str!("../queries/quarantine.sql")),
            schema: schema.to_owned(),
            named,
        }
    }

    /// Any other statement with the schema's name in place.
    pub(crate) fn of(&self, template: &str) -> SqlStr {
        built(&self.schema, template)
    }

    /// A query of one of the statements.
    pub(crate) fn query<'q>(&self, statement: &SqlStr) -> Query<'q, Postgres, PgArguments> {
        sqlx::query(statement.clone()).persistent(self.named)
    }
}

fn built(schema: &str, template: &str) -> SqlStr {
    let sql = without_comments(template).replace(DIFFERS_MARK, DIFFERS).replace(SCHEMA, schema);
    // all that is put in are constants and a schema name that was validated and quoted
    AssertSqlSafe(Arc::<str>::from(sql)).into_sql_str()
}

/// Comments are for the reader of the file, not for the server's log. No statement has `--` inside a literal.
fn without_comments(template: &str) -> String {
    let code = template.lines().map(|line| line.split("--").next().unwrap_or_default().trim_end());
    code.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_be_replaced() {
        let sql = Statements::new("\"app\"", true);
        for statement in [
            &sql.claim_new,
            &sql.claim_stored,
            &sql.record_failure,
            &sql.inspect,
            &sql.set_result_ref,
            &sql.quarantine,
        ] {
            let text = statement.as_str();
            assert!(text.contains("\"app\".worker_"), "{text}");
            assert!(!text.contains('{') && !text.contains("--"), "{text}");
        }
    }
}
