//! What PostgreSQL's error codes mean for a message: try again, give up, or wait.
//!
//! The codes are in the
//! [PostgreSQL documentation](https://www.postgresql.org/docs/current/errcodes-appendix.html). A handler that knows
//! better names the failure itself: a unique violation (23505) is retried here, since the next attempt sees the other
//! transaction's row, but it often means that the effect is there already.
//!
//! ```
//! use sqsdb_core::Failure;
//! use sqsdb_postgres::sqlstate::{self, codes};
//!
//! fn judge(error: sqlx::Error) -> Failure {
//!     if sqlstate::of(&error) == Some(codes::CHECK_VIOLATION) {
//!         return Failure::terminal("NEGATIVE_BALANCE", error.to_string());
//!     }
//!     error.into()
//! }
//! ```

pub mod codes;
mod rules;

use sqlx::postgres::PgDatabaseError;
use sqsdb_core::failure::{Classification, FailureCode};

/// PostgreSQL's code of an error, where the server answered at all.
#[must_use]
pub fn of(error: &sqlx::Error) -> Option<&str> {
    database_error(error).map(PgDatabaseError::code)
}

/// Sorts an error of `sqlx`.
///
/// ```
/// use sqsdb_core::failure::FailureKind;
/// use sqsdb_postgres::sqlstate::classify;
///
/// let full = classify(&sqlx::Error::PoolTimedOut);
/// assert!(full.pressure);
/// assert_eq!(full.code.as_str(), "PG_POOL_TIMED_OUT");
/// assert_eq!(classify(&sqlx::Error::RowNotFound).kind, FailureKind::Retryable);
/// ```
#[must_use]
pub fn classify(error: &sqlx::Error) -> Classification {
    use sqlx::Error as E;
    match error {
        E::Database(_) => match database_error(error) {
            Some(error) => classify_database(error),
            None => Classification::retryable(codes::UNKNOWN),
        },
        E::PoolTimedOut => Classification::pressure(codes::POOL_TIMED_OUT),
        E::PoolClosed => Classification::pressure(codes::POOL_CLOSED),
        E::Io(_) | E::Tls(_) | E::Protocol(_) | E::WorkerCrashed | E::BeginFailed => {
            Classification::retryable(codes::CONNECTION_LOST)
        }
        // the row may be written by a message that comes later
        E::RowNotFound => Classification::retryable(codes::ROW_NOT_FOUND),
        E::Configuration(_) | E::InvalidArgument(_) => Classification::terminal(codes::CONFIGURATION),
        E::TypeNotFound { .. }
        | E::ColumnIndexOutOfBounds { .. }
        | E::ColumnNotFound(_)
        | E::ColumnDecode { .. }
        | E::Encode(_)
        | E::Decode(_)
        | E::InvalidSavePointStatement => Classification::terminal(codes::MISUSE),
        _ => Classification::retryable(codes::UNKNOWN),
    }
}

/// Sorts an error that the server reported.
#[must_use]
pub fn classify_database(error: &PgDatabaseError) -> Classification {
    classify_code(error.code(), error.message())
}

fn classify_code(sqlstate: &str, message: &str) -> Classification {
    use rules::Rule;
    let (rule, name) = match rules::find(sqlstate, message) {
        (rule, Some(name)) => (rule, FailureCode::from(name)),
        (rule, None) => (rule, FailureCode::from(format!("PG_{sqlstate}"))),
    };
    match rule {
        Rule::Retry => Classification::retryable(name),
        Rule::Terminal => Classification::terminal(name),
        Rule::Pressure => Classification::pressure(name),
    }
}

pub(crate) fn database_error(error: &sqlx::Error) -> Option<&PgDatabaseError> {
    error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_without_a_name_keeps_its_sqlstate() {
        assert_eq!(classify_code("22007", "").code.as_str(), "PG_22007");
        assert_eq!(classify_code(codes::SERIALIZATION_FAILURE, "").code.as_str(), "PG_SERIALIZATION_FAILURE");
    }

    #[test]
    fn a_lost_connection_is_retried() {
        let lost = sqlx::Error::Io(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert_eq!(classify(&lost), Classification::retryable("PG_CONNECTION_LOST"));
        assert!(classify(&sqlx::Error::PoolClosed).pressure);
    }
}
