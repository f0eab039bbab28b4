//! The MD5 digests that SQS returns for bodies and attributes.

use md5::{Digest, Md5};

use super::model::attributes::{AttributeMap, AttributeValue, Payload};

pub(crate) fn of_body(body: &str) -> String {
    hex::encode(Md5::digest(body.as_bytes()))
}

/// `None` for no attributes. The encoding is AWS's: per attribute, in the order of the names, length-prefixed
/// name and data type, one byte for the transport type, length-prefixed value.
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html>
pub(crate) fn of_attributes(attributes: &AttributeMap) -> Option<String> {
    if attributes.is_empty() {
        return None;
    }
    let mut digest = Md5::new();
    for (name, value) in attributes {
        add_attribute(&mut digest, name, value);
    }
    Some(hex::encode(digest.finalize()))
}

fn add_attribute(digest: &mut Md5, name: &str, value: &AttributeValue) {
    const STRING: u8 = 1;
    const BINARY: u8 = 2;
    add_bytes(digest, name.as_bytes());
    add_bytes(digest, value.data_type.as_bytes());
    match &value.payload {
        Payload::String(text) => {
            digest.update([STRING]);
            add_bytes(digest, text.as_bytes());
        }
        Payload::Binary(bytes) => {
            digest.update([BINARY]);
            add_bytes(digest, bytes);
        }
    }
}

fn add_bytes(digest: &mut Md5, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    digest.update(length.to_be_bytes());
    digest.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, data_type: &str, payload: Payload) -> AttributeMap {
        [(name.to_owned(), AttributeValue { data_type: data_type.to_owned(), payload })].into()
    }

    #[test]
    fn known_digests() {
        let text = one("attribName1", "String", Payload::String("attribValue 1".to_owned()));
        assert_eq!(of_attributes(&text).as_deref(), Some("19e27d4e946b072f3f58da80d94fd778"));
        let binary = one("binaryAttribute", "Binary", Payload::Binary(b"Hello binary world!".to_vec()));
        assert_eq!(of_attributes(&binary).as_deref(), Some("31a92b15d92f8db860eda32aceb656c3"));
        assert_eq!(of_attributes(&AttributeMap::new()), None);
        assert_eq!(of_body("message"), "78e731027d8fd50ed642340b7c9a63b3");
    }
}
