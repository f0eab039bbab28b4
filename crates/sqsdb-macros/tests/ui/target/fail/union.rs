//! A union has no JSON form.

use sqsdb_core::WorkerMessage;

#[derive(WorkerMessage)]
#[worker_message(
    message_type = "Bits",
    schema_version = 1,
    producer = "p",
    aggregate(type = "t", id = "{whole}"),
    idempotency_key = "{whole}"
)]
union Bits {
    whole: u32,
    half: u16,
}

fn main() {}
