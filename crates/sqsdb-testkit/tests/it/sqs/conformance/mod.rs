//! What AWS does, as cases that any endpoint can be held against.

mod attributes;
mod batches;
mod dedup;
mod fifo;
mod filters;
mod handles;
mod moves;
mod queues;
mod receive;
mod redrive;
mod send;
mod visibility;
