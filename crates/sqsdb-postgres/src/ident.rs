//! Names of schemas, tables and columns, checked and quoted, so that they can stand in SQL.

/// The longest name PostgreSQL keeps; it cuts longer ones
/// ([identifiers](https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS)).
const NAME_MAX: usize = 63;

/// A name that cannot stand in SQL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is no name for a schema, table or column: {problem}")]
pub struct InvalidName {
    name: String,
    problem: &'static str,
}

impl InvalidName {
    fn new(name: &str, problem: &'static str) -> Self {
        Self { name: name.to_owned(), problem }
    }
}

/// One name in double quotes. Quoted names are case-sensitive.
pub(crate) fn quoted(name: &str) -> Result<String, InvalidName> {
    let problem = match name {
        "" => "it is empty",
        name if name.len() > NAME_MAX => "it is longer than 63 bytes",
        name if name.contains('\0') => "it contains NUL",
        _ => return Ok(format!("\"{}\"", name.replace('"', "\"\""))),
    };
    Err(InvalidName::new(name, problem))
}

/// `table` or `schema.table`, each part in double quotes.
pub(crate) fn quoted_path(path: &str) -> Result<String, InvalidName> {
    let parts = path.split('.').map(quoted).collect::<Result<Vec<_>, _>>()?;
    match parts.len() {
        1 | 2 => Ok(parts.join(".")),
        _ => Err(InvalidName::new(path, "it has more than two parts; write table or schema.table")),
    }
}

/// The store's schema: a plain lower-case name, so that it reads the same with and without quotes.
pub(crate) fn schema(name: &str) -> Result<String, InvalidName> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if !name.bytes().all(plain) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(InvalidName::new(name, "use a-z, 0-9 and _, not starting with a digit"));
    }
    if name.starts_with("pg_") {
        return Err(InvalidName::new(name, "pg_ is reserved for PostgreSQL"));
    }
    quoted(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        assert_eq!(quoted("case id").unwrap(), r#""case id""#);
        assert_eq!(quoted(r#"x" = 1; --"#).unwrap(), r#""x"" = 1; --""#);
        assert_eq!(quoted_path("app.cases").unwrap(), r#""app"."cases""#);
        assert_eq!(schema("sqsdb_2").unwrap(), r#""sqsdb_2""#);
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for name in ["", "a\0b", &"x".repeat(64)] {
            assert!(quoted(name).is_err(), "{name:?}");
        }
        for path in ["", "a.", ".a", "a.b.c"] {
            assert!(quoted_path(path).is_err(), "{path:?}");
        }
        for name in ["", "Sqsdb", "pg_x", "1a", "a b", "a\"b", "a.b", &"x".repeat(64)] {
            assert!(schema(name).is_err(), "{name:?}");
        }
    }
}
