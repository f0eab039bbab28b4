//! The schema that the producers are given is that of the type.

use producers::messages;
use sqsdb_core::catalog::{SnapshotError, schema_snapshot};

#[test]
fn schemas_are_as_committed() -> Result<(), SnapshotError> {
    schema_snapshot(concat!(env!("CARGO_MANIFEST_DIR"), "/messages"), &messages())
}
