//! The request hash of a derived type.
