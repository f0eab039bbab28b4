//! Receipt handles: opaque to clients, self-describing to the server.

use base64::{Engine as _, engine::general_purpose::URL_SAFE as BASE64};
use uuid::Uuid;

use crate::sqs::clock::Timestamp;

const VERSION: &str = "1";

/// What a receipt handle says: which receive of which message of which queue it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(crate) queue: Uuid,
    pub(crate) message_id: String,
    /// Differs between any two receives.
    pub(crate) receive: Uuid,
    pub(crate) received_at: Timestamp,
}

impl Handle {
    pub(crate) fn encode(&self) -> String {
        let Self { queue, message_id, receive, received_at } = self;
        let text = format!("{VERSION} {queue} {message_id} {receive} {}", received_at.as_millis());
        BASE64.encode(text)
    }

    /// `None` for anything that `encode` did not make.
    pub(crate) fn decode(handle: &str) -> Option<Self> {
        let text = String::from_utf8(BASE64.decode(handle).ok()?).ok()?;
        let mut parts = text.split(' ');
        if parts.next()? != VERSION {
            return None;
        }
        let queue = parts.next()?.parse().ok()?;
        let message_id = parts.next()?.to_owned();
        let receive = parts.next()?.parse().ok()?;
        let received_at = Timestamp::from_millis(parts.next()?.parse().ok()?);
        Some(Self { queue, message_id, receive, received_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_its_encoding_and_garbage_does_not() {
        let handle = Handle {
            queue: Uuid::new_v4(),
            message_id: Uuid::new_v4().to_string(),
            receive: Uuid::new_v4(),
            received_at: Timestamp::from_millis(1_700_000_000_123),
        };
        assert_eq!(Handle::decode(&handle.encode()), Some(handle));
        for garbage in ["", "x", "garbage", "MSBh", "\u{10FFFF}", "AAAA"] {
            assert_eq!(Handle::decode(garbage), None, "{garbage}");
        }
    }
}
