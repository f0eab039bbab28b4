//! What the derive writes: keys, descriptors, and nothing that a strict crate or an odd name trips over.

#![deny(
    missing_docs,
    missing_debug_implementations,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::let_underscore_untyped,
    clippy::missing_docs_in_private_items,
    clippy::shadow_unrelated,
    clippy::str_to_string,
    clippy::wildcard_enum_match_arm
)]
#![forbid(unsafe_code)]

#[path = "derive/hygiene.rs"]
mod hygiene;
#[path = "derive/injective.rs"]
mod injective;
#[path = "derive/keys.rs"]
mod keys;
#[path = "derive/versions.rs"]
mod versions;
#[path = "derive/wire.rs"]
mod wire;
