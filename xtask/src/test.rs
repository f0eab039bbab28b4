//! `cargo xtask test`: every check of the project, from a bare machine.

use anyhow::{Context, Result};
use clap::Args;

use crate::{
    command::{run as run_command, succeeds},
    deny,
    services::Services,
    steps::Steps,
    tidy,
    workspace::{Member, Workspace},
};

/// The crate that can carry PostgreSQL inside, and the feature that does it.
const EMBEDDED: (&str, &str) = ("sqsdb-testkit", "embedded-postgres");

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Formatting, tidiness and tests only: no lints, docs, single features or embedded PostgreSQL
    #[arg(long)]
    quick: bool,
    /// Arguments for the test programs, such as a filter; then nothing but the tests is run
    #[arg(last = true)]
    filter: Vec<String>,
}

/// Runs all steps up to the first failure; whatever was started ends either way.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    if options.filter.is_empty() {
        steps.run("toolchain", || toolchain(workspace))?;
        steps.run("format", || run_command(workspace.cargo("fmt").args(["--all", "--check"])))?;
        steps.run("tidy", || tidy::run(workspace))?;
        steps.run("dependencies", || deny::run_offline(workspace))?;
    }
    let services = tests(workspace, &options.filter, &mut steps)?;
    if options.filter.is_empty() && !options.quick {
        lints(workspace, &mut steps)?;
        steps.run("each feature alone", || each_feature(workspace))?;
        steps.run("embedded PostgreSQL", || embedded(workspace, &services))?;
    }
    Ok(())
}

/// A toolchain installed with the minimal profile lacks these.
fn toolchain(workspace: &Workspace) -> Result<()> {
    if succeeds(workspace.cargo("fmt").arg("--version"))
        && succeeds(workspace.cargo("clippy").arg("--version"))
    {
        return Ok(());
    }
    let mut rustup = std::process::Command::new("rustup");
    run_command(rustup.args(["component", "add", "rustfmt", "clippy"]))
        .context("rustfmt and clippy are needed; add them to your toolchain")
}

/// The services start after the build, since one of them is built here.
fn tests(workspace: &Workspace, filter: &[String], steps: &mut Steps) -> Result<Services> {
    let cargo_test = || {
        let mut command = workspace.cargo("test");
        command.arg("--workspace");
        command
    };
    steps.run("build", || run_command(cargo_test().arg("--no-run")))?;
    let services = steps.run("services", || Services::start(workspace))?;
    steps.run("tests", || {
        let mut command = cargo_test();
        // all failures of one run, not those of its first program
        command.arg("--no-fail-fast");
        services.announce_to(&mut command);
        if !filter.is_empty() {
            command.arg("--").args(filter);
        }
        run_command(&mut command)
    })?;
    Ok(services)
}

/// Lints and documentation with the same features, so that the dependencies are checked once.
fn lints(workspace: &Workspace, steps: &mut Steps) -> Result<()> {
    steps.run("clippy", || {
        let mut clippy = workspace.cargo("clippy");
        clippy.args(["--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]);
        run_command(&mut clippy)
    })?;
    steps.run("documentation", || {
        let mut doc = workspace.cargo("doc");
        doc.args(["--workspace", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings");
        run_command(&mut doc)
    })
}

fn each_feature(workspace: &Workspace) -> Result<()> {
    for member in workspace.libraries() {
        check_alone(workspace, member, None)?;
        for feature in &member.features {
            // part of every build of the workspace
            if (member.name.as_str(), feature.as_str()) != EMBEDDED {
                check_alone(workspace, member, Some(feature))?;
            }
        }
    }
    Ok(())
}

fn check_alone(workspace: &Workspace, member: &Member, feature: Option<&str>) -> Result<()> {
    let mut check = workspace.cargo("check");
    check.args(["--quiet", "--package", &member.name, "--no-default-features"]);
    check.args(feature.map(|name| format!("--features={name}")));
    run_command(&mut check)
}

/// The store's tests once more, on the embedded PostgreSQL that the main job brings along. With the whole workspace
/// selected nothing is built anew; the filters are the store's own modules.
fn embedded(workspace: &Workspace, services: &Services) -> Result<()> {
    let mut command = workspace.cargo("test");
    command.args(["--workspace", "--test", "it", "--"]);
    command.args(["claim::", "commit::", "failure::", "guards::", "hashes::", "migrate::", "quarantine::"]);
    services.announce_to(&mut command);
    run_command(command.env("SQSDB_POSTGRES", "embedded"))
}
