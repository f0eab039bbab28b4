//! The `postgresql.conf` of a private cluster.

use std::fmt::Write as _;

/// What a caller may choose about a private cluster.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Settings {
    pub(in super::super) durable: bool,
    pub(in super::super) extra: Vec<(String, String)>,
}

const BASE: &str = "
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
";

/// Nothing of a test outlives the machine, so nothing waits for the disk.
const VOLATILE: &str = "
fsync = off
synchronous_commit = off
full_page_writes = off
";

impl Settings {
    /// The lines to append to the file that `initdb` wrote; the last value of a name wins.
    pub(super) fn render(&self, statements_library: bool) -> String {
        let mut conf = String::from(BASE);
        if !self.durable {
            conf.push_str(VOLATILE);
        }
        if statements_library {
            conf.push_str("shared_preload_libraries = 'pg_stat_statements'\n");
        }
        for (name, value) in &self.extra {
            // writing to a String cannot fail
            writeln!(conf, "{name} = '{}'", value.replace('\'', "''")).ok();
        }
        conf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_durable_cluster_keeps_the_defaults() {
        let durable = Settings { durable: true, extra: Vec::new() }.render(false);
        assert!(!durable.contains("fsync") && !durable.contains("pg_stat_statements"), "{durable}");
        assert!(Settings::default().render(true).contains("fsync = off"));
    }

    #[test]
    fn values_are_quoted() {
        let extra = vec![("application_name".into(), "it's".into())];
        let conf = Settings { durable: false, extra }.render(false);
        assert!(conf.ends_with("application_name = 'it''s'\n"), "{conf}");
    }
}
