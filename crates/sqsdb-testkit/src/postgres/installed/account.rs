//! The account that the server runs as, since PostgreSQL refuses to run as root.

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::Command,
};

use super::super::PostgresError;

/// Accounts to fall back to, best first.
const CANDIDATES: [&str; 2] = ["postgres", "nobody"];

/// Who runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Account {
    /// The user who runs the tests.
    Own,
    /// An unprivileged user, as the tests are run by root.
    Other { uid: u32, gid: u32 },
}

impl Account {
    /// Takes the owner of `own_dir`, a directory this process just made, for the user it runs as.
    pub(super) fn choose(own_dir: &Path) -> Result<Self, PostgresError> {
        let made = fs::metadata(own_dir).map_err(PostgresError::io("read", own_dir))?;
        if made.uid() != 0 {
            return Ok(Self::Own);
        }
        let passwd = Path::new("/etc/passwd");
        let text = fs::read_to_string(passwd).map_err(PostgresError::io("read", passwd))?;
        CANDIDATES.iter().find_map(|name| find(&text, name)).ok_or(PostgresError::NoAccount)
    }

    /// Hands a file or directory to the account.
    pub(super) fn give(self, path: &Path) -> Result<(), PostgresError> {
        match self {
            Self::Own => Ok(()),
            Self::Other { uid, gid } => {
                chown(path, Some(uid), Some(gid)).map_err(PostgresError::io("change the owner of", path))
            }
        }
    }

    /// Lets `command` run as the account, without root's groups.
    pub(super) fn run(self, command: &mut Command) -> &mut Command {
        match self {
            Self::Own => command,
            Self::Other { uid, gid } => command.uid(uid).gid(gid),
        }
    }
}

/// A line of `passwd(5)` is `name:password:uid:gid:...`.
fn find(passwd: &str, name: &str) -> Option<Account> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next()? != name {
            return None;
        }
        let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        (uid != 0).then_some(Account::Other { uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/:/bin/false\n";

    #[test]
    fn reads_uid_and_gid() {
        assert_eq!(find(PASSWD, "nobody"), Some(Account::Other { uid: 65534, gid: 65533 }));
    }

    #[test]
    fn root_is_no_way_out() {
        assert_eq!(find(PASSWD, "root"), None);
        assert_eq!(find(PASSWD, "postgres"), None);
    }
}
