//! The answer to a client that would wait for ever.

/// SQLSTATE 53300, `too_many_connections`.
const TOO_MANY_CONNECTIONS: &str = "53300";

const MESSAGE: &str = "the embedded PostgreSQL serves one session at a time, and another one is still open; \
                       close it first, or run this test on an installed server";

/// An [ErrorResponse](https://www.postgresql.org/docs/current/protocol-message-formats.html) of the wire protocol.
pub(super) fn message() -> Vec<u8> {
    let fields = [('S', "FATAL"), ('V', "FATAL"), ('C', TOO_MANY_CONNECTIONS), ('M', MESSAGE)];
    let mut body = String::new();
    for (field, value) in fields {
        body.push(field);
        body.push_str(value);
        body.push('\0');
    }
    body.push('\0');
    // the length counts itself, and a constant of some 200 bytes fits
    let length = u32::try_from(body.len() + 4).unwrap_or(u32::MAX);
    [b"E".as_slice(), &length.to_be_bytes(), body.as_bytes()].concat()
}
