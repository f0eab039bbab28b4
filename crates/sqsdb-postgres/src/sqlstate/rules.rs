//! The table: single codes first, then their classes.

/// What to do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Another attempt may help.
    Retry,
    /// No attempt can help.
    Terminal,
    /// The system is in trouble, not the message.
    Pressure,
}

use Rule::{Pressure, Retry, Terminal};

/// Single codes and the name that operators see. Without a rule of its own a code takes its class's.
const CODES: &[(&str, Rule, &str)] = &[
    ("08007", Retry, "PG_TRANSACTION_RESOLUTION_UNKNOWN"),
    ("21000", Terminal, "PG_CARDINALITY_VIOLATION"),
    ("22001", Terminal, "PG_VALUE_TOO_LONG"),
    ("22003", Terminal, "PG_NUMERIC_VALUE_OUT_OF_RANGE"),
    ("22021", Terminal, "PG_CHARACTER_NOT_IN_REPERTOIRE"),
    ("22P02", Terminal, "PG_INVALID_TEXT_REPRESENTATION"),
    ("22P05", Terminal, "PG_UNTRANSLATABLE_CHARACTER"),
    ("23502", Terminal, "PG_NOT_NULL_VIOLATION"),
    // the parent may be written by a message that comes later
    ("23503", Retry, "PG_FOREIGN_KEY_VIOLATION"),
    // another transaction inserted it meanwhile: the next attempt sees its row
    ("23505", Retry, "PG_UNIQUE_VIOLATION"),
    ("23514", Terminal, "PG_CHECK_VIOLATION"),
    ("23P01", Terminal, "PG_EXCLUSION_VIOLATION"),
    ("25001", Retry, "PG_ACTIVE_TRANSACTION"),
    ("25006", Retry, "PG_READ_ONLY"),
    ("25P01", Retry, "PG_NO_ACTIVE_TRANSACTION"),
    ("25P02", Retry, "PG_IN_FAILED_TRANSACTION"),
    ("25P03", Retry, "PG_IDLE_IN_TRANSACTION_TIMEOUT"),
    ("25P04", Retry, "PG_TRANSACTION_TIMEOUT"),
    ("26000", Retry, "PG_PREPARED_STATEMENT_LOST"),
    ("40001", Retry, "PG_SERIALIZATION_FAILURE"),
    ("40002", Terminal, "PG_DEFERRED_CONSTRAINT_VIOLATION"),
    ("40003", Retry, "PG_STATEMENT_COMPLETION_UNKNOWN"),
    ("40P01", Retry, "PG_DEADLOCK_DETECTED"),
    // a missing GRANT: no fault of the message
    ("42501", Pressure, "PG_INSUFFICIENT_PRIVILEGE"),
    ("42601", Terminal, "PG_SYNTAX_ERROR"),
    ("42703", Terminal, "PG_UNDEFINED_COLUMN"),
    ("42883", Terminal, "PG_UNDEFINED_FUNCTION"),
    ("42P01", Terminal, "PG_UNDEFINED_TABLE"),
    // behind a pooler: another client's statement has this name
    ("42P05", Retry, "PG_PREPARED_STATEMENT_LOST"),
    ("44000", Terminal, "PG_CHECK_OPTION_VIOLATION"),
    ("53100", Pressure, "PG_DISK_FULL"),
    ("53200", Pressure, "PG_OUT_OF_MEMORY"),
    ("53300", Pressure, "PG_TOO_MANY_CONNECTIONS"),
    ("53400", Pressure, "PG_CONFIGURATION_LIMIT_EXCEEDED"),
    ("55P03", Retry, "PG_LOCK_NOT_AVAILABLE"),
    ("57014", Retry, "PG_QUERY_CANCELED"),
    ("57P01", Retry, "PG_ADMIN_SHUTDOWN"),
    ("57P02", Retry, "PG_CRASH_SHUTDOWN"),
    ("57P03", Retry, "PG_CANNOT_CONNECT_NOW"),
    ("57P04", Terminal, "PG_DATABASE_DROPPED"),
    ("57P05", Retry, "PG_IDLE_SESSION_TIMEOUT"),
    ("P0001", Terminal, "PG_RAISE_EXCEPTION"),
];

/// Classes, by the first two characters.
const CLASSES: &[(&str, Rule)] = &[
    ("08", Retry),
    ("0A", Terminal),
    ("21", Terminal),
    ("22", Terminal),
    ("23", Terminal),
    // wrong user or password: no fault of the message
    ("28", Pressure),
    ("2B", Terminal),
    ("3D", Terminal),
    ("3F", Terminal),
    ("40", Retry),
    ("42", Terminal),
    ("44", Terminal),
    ("53", Pressure),
    ("54", Terminal),
    ("55", Retry),
    ("57", Retry),
    ("58", Pressure),
    ("XX", Pressure),
];

/// The only sign of a prepared statement that outlived a change of its tables: class 0A is terminal otherwise.
const STALE_PLAN: &str = "cached plan must not change result type";

/// The rule for a code, and its name where it has one. What is not in the table is retried.
pub(super) fn find(sqlstate: &str, message: &str) -> (Rule, Option<&'static str>) {
    if sqlstate == "0A000" && message.contains(STALE_PLAN) {
        return (Retry, Some("PG_STALE_PLAN"));
    }
    if let Some((_, rule, name)) = CODES.iter().find(|(code, ..)| *code == sqlstate) {
        return (*rule, Some(name));
    }
    let class = CLASSES.iter().find(|(class, _)| sqlstate.starts_with(class));
    (class.map_or(Retry, |(_, rule)| *rule), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_names_are_codes() {
        assert!(CODES.is_sorted_by_key(|(code, ..)| *code));
        assert!(CLASSES.is_sorted_by_key(|(class, _)| *class));
        let names = CODES.iter().map(|(.., name)| *name).chain(crate::sqlstate::codes::ALL.iter().copied());
        for name in names {
            assert_eq!(sqsdb_core::FailureCode::from(name).as_str(), name);
        }
    }

    #[test]
    fn each_code_meets_its_rule() {
        let cases = [
            (
                Retry,
                "40001 40P01 55P03 40000 08006 08P01 57P01 57P02 57P03 25006 25P03 57P05 26000 42P05 57014 25P02",
            ),
            (Retry, "23503 23505 08007 40003 ZZ999"),
            (Pressure, "53000 53100 53200 53300 53400 58030 XX000 XX001 28000 28P01 42501"),
            (
                Terminal,
                "22001 22P02 23502 23514 23P01 42601 42P01 0A000 21000 2BP01 3D000 3F000 54000 44000 P0001 40002",
            ),
        ];
        for (rule, codes) in cases {
            for code in codes.split(' ') {
                assert_eq!(find(code, "").0, rule, "{code}");
            }
        }
        assert_eq!(find("0A000", "cached plan must not change result type").0, Retry);
    }
}
