//! Names: SQLSTATE constants that a handler may compare with, and the failure codes of this store.

macro_rules! sqlstates {
    ($($(#[$doc:meta])+ $name:ident = $code:literal)+) => {
        $(
            $(#[$doc])+
            #[doc = concat!("\nSQLSTATE `", $code, "`, see the [list of codes](https://www.postgresql.org/docs/current/errcodes-appendix.html).")]
            pub const $name: &str = $code;
        )+
    };
}

sqlstates! {
    /// Another transaction changed what this one read.
    SERIALIZATION_FAILURE = "40001"
    /// The server does not know whether the statement was completed.
    STATEMENT_COMPLETION_UNKNOWN = "40003"
    /// Two transactions waited for each other.
    DEADLOCK_DETECTED = "40P01"
    /// `lock_timeout`, or `NOWAIT` on a locked row.
    LOCK_NOT_AVAILABLE = "55P03"
    /// `statement_timeout`, or somebody cancelled the statement.
    QUERY_CANCELED = "57014"
    /// The connection leads to a standby, or to what was the primary before a failover.
    READ_ONLY_SQL_TRANSACTION = "25006"
    /// An earlier statement of the transaction failed, and nothing but a rollback helps.
    IN_FAILED_SQL_TRANSACTION = "25P02"
    /// There is no transaction to end.
    NO_ACTIVE_SQL_TRANSACTION = "25P01"
    /// A unique constraint is violated: often the effect is there already.
    UNIQUE_VIOLATION = "23505"
    /// A foreign key points to a row that is not there (yet).
    FOREIGN_KEY_VIOLATION = "23503"
    /// A check constraint is violated.
    CHECK_VIOLATION = "23514"
    /// A column that must not be null is.
    NOT_NULL_VIOLATION = "23502"
    /// `RAISE EXCEPTION` in PL/pgSQL.
    RAISE_EXCEPTION = "P0001"
    /// The server has no connection left.
    TOO_MANY_CONNECTIONS = "53300"
    /// The server lost track of whether the transaction was committed.
    TRANSACTION_RESOLUTION_UNKNOWN = "08007"
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $code:literal)+) => {
        $($(#[$doc])+ pub(crate) const $name: &str = $code;)+
        #[cfg(test)]
        pub(crate) const ALL: &[&str] = &[$($code),+];
    };
}

codes! {
    /// No connection became free in time.
    POOL_TIMED_OUT = "PG_POOL_TIMED_OUT"
    /// The pool was closed: the process is shutting down.
    POOL_CLOSED = "PG_POOL_CLOSED"
    /// The connection broke.
    CONNECTION_LOST = "PG_CONNECTION_LOST"
    /// A query that must find a row found none.
    ROW_NOT_FOUND = "PG_ROW_NOT_FOUND"
    /// The connection's settings cannot work.
    CONFIGURATION = "PG_CONFIGURATION"
    /// A query and the Rust types around it do not fit.
    MISUSE = "PG_TYPE_MISMATCH"
    /// An error this store does not know.
    UNKNOWN = "PG_UNKNOWN_ERROR"
    /// A call of the store took too long.
    CALL_TIMED_OUT = "PG_CALL_TIMED_OUT"
    /// Another transaction holds the inbox row.
    INBOX_ROW_BUSY = "PG_INBOX_ROW_BUSY"
    /// The row that the transaction claimed is not there any more.
    CLAIM_LOST = "PG_CLAIM_LOST"
}
