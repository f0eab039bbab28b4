//! A private cluster, run from the server binaries of this machine.

mod account;
mod binaries;
mod cluster;
mod data;
mod log;
mod process;
mod settings;

pub(super) use binaries::Binaries;
pub(super) use cluster::Cluster;
pub(super) use settings::Settings;
