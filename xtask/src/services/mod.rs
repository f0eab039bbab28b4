//! What the tests talk to: PostgreSQL and an AWS emulator, both on the loopback address only; and what the producers
//! in other languages need.

mod held;
mod install;
mod ministack;
mod postgres;
mod producers;
mod python;

use std::{ffi::OsString, process::Command};

use anyhow::Result;

use crate::workspace::Workspace;
use held::Held;

/// Running services; they end when this value, or this process, does.
#[derive(Debug)]
pub(crate) struct Services {
    variables: Vec<(&'static str, OsString)>,
    _held: Vec<Held>,
}

impl Services {
    /// Installs what is missing, where this user may.
    pub(crate) fn start(workspace: &Workspace) -> Result<Self> {
        let (ministack, endpoint) = ministack::start(workspace)?;
        let mut services =
            Self { variables: vec![("SQSDB_MINISTACK_ENDPOINT", endpoint.into())], _held: vec![ministack] };
        if let Some((postgres, url)) = postgres::start(workspace)? {
            services.variables.push(("DATABASE_URL", url.into()));
            services._held.push(postgres);
        }
        services.variables.extend(producers::set_up(workspace)?.map(|(name, path)| (name, path.into())));
        Ok(services)
    }

    /// Tells `command` where they are.
    pub(crate) fn announce_to(&self, command: &mut Command) {
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
    }
}
