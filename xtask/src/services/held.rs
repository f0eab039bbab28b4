//! A process that ends when its standard input does, hence with this one, even if that is killed.

use std::{
    io::{BufRead, BufReader},
    os::unix::process::CommandExt,
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result};

/// Makes any program end with its standard input.
const UNTIL_INPUT_ENDS: &str = r#""$@" & server=$!; read -r _; kill "$server"; wait "$server""#;

/// Told to end, and waited for, when dropped.
#[derive(Debug)]
pub(super) struct Held(Child);

impl Held {
    /// Starts a program that reads its input to the end by itself.
    pub(super) fn spawn(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        // out of the group that Ctrl-C signals: it ends by its input, in order
        let child = command.stdin(Stdio::piped()).process_group(0).spawn();
        Ok(Self(child.with_context(|| format!("cannot run `{program}`"))?))
    }

    /// A command that lets `program` run until the input ends.
    pub(super) fn wrap(program: &std::path::Path) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", UNTIL_INPUT_ENDS, "sh"]).arg(program);
        shell
    }

    /// The first line of its output, if it writes one before it ends.
    pub(super) fn first_line(&mut self) -> Result<Option<String>> {
        let output = self.0.stdout.take().context("its output is not piped")?;
        Ok(BufReader::new(output).lines().next().transpose()?)
    }

    /// Waits for a program that ends by itself.
    pub(super) fn wait(mut self) -> Result<ExitStatus> {
        Ok(self.0.wait()?)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        if let Err(error) = self.0.wait() {
            eprintln!("warning: cannot wait for process {}: {error}", self.0.id());
        }
    }
}
