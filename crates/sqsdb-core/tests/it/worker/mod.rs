//! The worker, on a queue in memory whose time is the test's own.

mod duplicates;
mod fifo;
mod heartbeat;
mod panics;
mod polling;
mod settings;
mod settling;
mod shutdown;
mod slots;
