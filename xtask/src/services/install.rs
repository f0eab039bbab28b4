//! Installs packages of the operating system, or says which command does.

use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{output, run, succeeds};

/// What is needed, and its name to each package manager.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) what: &'static str,
    pub(super) apt: &'static [&'static str],
    pub(super) brew: &'static str,
}

/// With apt-get, as root or by sudo without a password.
pub(super) fn install(package: &Package) -> Result<()> {
    let Some(privilege) = privilege() else {
        bail!("{} is missing; {}", package.what, advice(package));
    };
    let apt_get = |arguments: &[&str]| {
        let words = [privilege, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]].concat();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments);
        command
    };
    run(&mut apt_get(&["update"]))?;
    run(apt_get(&["install", "--yes", "--no-install-recommends"]).args(package.apt))
}

/// The words in front of a command that make it root's; `None` if there is no apt-get or no way to be root.
fn privilege() -> Option<&'static [&'static str]> {
    if !succeeds(Command::new("apt-get").arg("--version")) {
        return None;
    }
    if output(Command::new("id").arg("-u")).is_ok_and(|uid| uid.trim() == "0") {
        return Some(&[]);
    }
    succeeds(Command::new("sudo").args(["-n", "true"])).then_some(&["sudo", "-n"])
}

fn advice(package: &Package) -> String {
    if cfg!(target_os = "macos") {
        format!("run `brew install {}`", package.brew)
    } else {
        format!("run `sudo apt-get install {}`, or install it as your system does", package.apt.join(" "))
    }
}
