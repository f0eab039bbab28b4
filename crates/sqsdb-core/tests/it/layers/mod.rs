//! Layers without a worker: what becomes of one delivery.

mod attempts;
mod cancelled;
mod commit_unknown;
mod compose;
mod decode;
mod dispositions;
mod panics;
mod quarantine;
mod router;
mod trace;
