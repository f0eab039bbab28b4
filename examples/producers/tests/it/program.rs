//! Runs the producers in other languages.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// The interpreter of the virtual environment that has the Python producer's packages.
const PYTHON: &str = "SQSDB_PRODUCERS_PYTHON";

/// The folder whose `node_modules` has the Node producer's packages.
const NODE: &str = "SQSDB_PRODUCERS_NODE";

/// A producer in another language.
pub(crate) enum Program {
    Python { interpreter: PathBuf },
    Node { home: TempDir },
}

/// Those that can run here; of each other, the name of the variable that is not set is printed.
pub(crate) fn programs() -> Vec<Program> {
    let python = variable(PYTHON).map(|interpreter| Program::Python { interpreter });
    let node = variable(NODE).map(|packages| Program::Node { home: beside(&packages) });
    python.into_iter().chain(node).collect()
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    if value.is_none() {
        println!("skipped: {name} is not set; `cargo xtask test` sets it");
    }
    value.map(PathBuf::from)
}

fn sources(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(language)
}

/// A folder with the Node programs and the packages, since Node looks for packages beside the program.
fn beside(packages: &Path) -> TempDir {
    let home = TempDir::new().unwrap();
    for name in ["package.json", "producer.mjs", "vectors.mjs"] {
        fs::copy(sources("node").join(name), home.path().join(name)).unwrap();
    }
    std::os::unix::fs::symlink(packages.join("node_modules"), home.path().join("node_modules")).unwrap();
    home
}

impl Program {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Python { .. } => "Python",
            Self::Node { .. } => "Node.js",
        }
    }

    /// `producer` or `vectors`, with nothing in its environment that leads off this machine.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = match self {
            Self::Python { interpreter } => {
                let mut command = Command::new(interpreter);
                command.arg(sources("python").join(program).with_extension("py"));
                command
            }
            Self::Node { home } => {
                let mut command = Command::new("node");
                command.arg(home.path().join(program).with_extension("mjs"));
                command
            }
        };
        let path = env::var_os("PATH").unwrap_or_default();
        command.env_clear().envs([("PATH", path), ("PYTHONDONTWRITEBYTECODE", "1".into())]);
        command
    }

    /// Sends a payload to a queue of the server at `endpoint`.
    pub(crate) fn send(&self, payload: &Path, endpoint: &str, queue_url: &str) -> Output {
        let schema = sources("messages").join("schemas/InvoiceReminderRequested.v1.json");
        let mut command = self.command("producer");
        command.arg(schema).arg(payload).arg(queue_url).envs([
            ("AWS_ENDPOINT_URL", endpoint),
            ("AWS_REGION", "us-east-1"),
            ("AWS_DEFAULT_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_EC2_METADATA_DISABLED", "true"),
        ]);
        command.output().unwrap()
    }

    /// What a program wrote about its failure.
    pub(crate) fn errors(output: &Output) -> String {
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}
