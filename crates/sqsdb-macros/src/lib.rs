//! `#[derive(WorkerMessage)]` for sqsdb, re-exported as `sqsdb_core::WorkerMessage`.
//!
//! The derive reads the declaration of a message type, refuses it if the design would lose or repeat effects,
//! and writes the implementation. [Its own page](macro@WorkerMessage) describes every attribute.
//!
//! Inside, an input goes through ordinary modules that are tested without a compiler: `attr` and `serde_attrs`
//! read attributes, `ast` holds what was read, `template` is the language of keys, `validate` is the rules, one
//! small function each, and `expand` or `fallback` writes the result.

mod ast;
mod attr;
mod ctxt;
mod expand;
mod fallback;
mod serde_attrs;
mod shape;
mod suggest;
mod template;
mod validate;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct a message type: what it is called, which effect it asks for, what it changes, and how it is
/// ordered.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use sqsdb_core::WorkerMessage;
///
/// #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// #[worker_message(
///     message_type = "CaseDeadlineCalculationRequested",
///     schema_version = 1,
///     producer = "case-service",
///     aggregate(type = "case", id = "{case_id}"),
///     idempotency_key = "case:{case_id}:deadline:v{deadline_version}",
///     version = deadline_version,
///     group = "case:{case_id}",
/// )]
/// #[serde(rename_all = "camelCase")]
/// struct CalculateDeadline {
///     case_id: String,
///     deadline_version: i64,
///     #[worker_message(volatile)]
///     requested_at: chrono::DateTime<chrono::Utc>,
/// }
///
/// let message = CalculateDeadline {
///     case_id: "C-7".to_owned(),
///     deadline_version: 4,
///     requested_at: chrono::Utc::now(),
/// };
/// assert_eq!(message.idempotency_key()?, "case:C-7:deadline:v4");
/// assert_eq!(message.group_id()?.as_deref(), Some("case:C-7"));
/// assert_eq!(message.version(), Some(4));
/// assert_eq!(CalculateDeadline::DESCRIPTOR.idempotency_key, "case:{caseId}:deadline:v{deadlineVersion}");
/// # Ok::<(), sqsdb_core::message::KeyError>(())
/// ```
///
/// # On the struct
///
/// | attribute | needed | meaning |
/// |---|---|---|
/// | `message_type = "..."` | yes | the envelope's `messageType`; `A-Z a-z 0-9 . _ -`, at most 100 characters |
/// | `schema_version = 1` | yes | the envelope's `schemaVersion`, from 1; raise it with each incompatible change of the payload |
/// | `upcast_from = Type` | from version 2 on, or the next | the type of an older version; what is sent in that version or before is read as it and turned into this one |
/// | `oldest_version = 2` | from version 2 on, or the one before | older versions are not read any more; says the type's own `schema_version` |
/// | `producer = "..."` | yes | the application that owns the type; the default of the envelope's `producer` |
/// | `aggregate(type = "...", id = "template")` | yes | what the message changes; the type has at most 100 characters, the id at most 200 |
/// | `idempotency_key = "template"` | yes | names the one effect that the message asks for; at most 200 characters |
/// | `version = field` | no | the integer field that guards against stale versions: `i8` to `i64` or `u8` to `u32` |
/// | `group = "template"` | no | the FIFO `MessageGroupId`, at most 128 characters; without it the message is for Standard queues |
/// | `single_lane` | no | allows a `group` without any field: all messages run one after another |
/// | `deduplication = idempotency_key` | no | the FIFO `MessageDeduplicationId` is the idempotency key (its SHA-256 if longer than 128 characters); the default of a message with a group |
/// | `deduplication = content_based` | no | the queue hashes the body; refused for a message with volatile fields. The hash is over the whole body, `messageId` and `occurredAt` included, so SQS drops only the same body sent again; prefer the idempotency key, which also recognises the same work in a new envelope |
/// | `deduplication_id = "template"` | no | a `MessageDeduplicationId` of its own, at most 128 characters |
/// | `crate = path` | no | the path of `sqsdb_core`, where it has another name; `::sqsdb_core` unless given |
///
/// The attribute may be split into several; each part is given once.
///
/// # On a field
///
/// | attribute | meaning |
/// |---|---|
/// | `volatile` | the value may differ between two sendings of the same work (a time of sending, a correlation id): it is left out of the request hash, and refused in templates |
///
/// # Templates
///
/// A template is text with placeholders, which name fields as they are called in Rust. The descriptor, and with
/// it the published schema, names them as they are called in the payload.
///
/// | placeholder | for | stands in the key as |
/// |---|---|---|
/// | `{field}` | strings, integers, booleans, and types that serde writes as such | the JSON scalar, percent-encoded but for `A-Z a-z 0-9 - . _ ~` |
/// | `{field:optional}` | an `Option` of those | the same, or `!` if absent |
/// | `{field:.2}` | `f32`, `f64` | that many decimals, up to 17 |
/// | `{field % 16}` | the same as `{field}`, in a `group` only | the number of one of so many shards |
/// | `{{`, `}}` | | a brace |
///
/// Different values never give the same key. So literals are printable ASCII without spaces, `%` and `!`, and
/// between two placeholders there is at least one character that no value contains, such as `:` or `/`.
/// (A number with fixed decimals counts as what it is rounded to.)
///
/// # Schema versions
///
/// Raise `schema_version` with each incompatible change of the payload, keep the type of the version before under
/// another name, and say how the new one is made from it: by `From`, or by `TryFrom` where not every old payload has
/// a meaning today (such a message is terminal, with the code `INVALID_PAYLOAD`). Types form a chain, each made from
/// the one before. Handlers only see the newest.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # use sqsdb_core::WorkerMessage;
/// #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// #[worker_message(
///     message_type = "CloseCase",
///     schema_version = 1,
///     producer = "case-service",
///     aggregate(type = "case", id = "{case_id}"),
///     idempotency_key = "case:{case_id}:close",
/// )]
/// struct CloseCaseV1 {
///     case_id: String,
/// }
///
/// #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// #[worker_message(
///     message_type = "CloseCase",
///     schema_version = 2,
///     upcast_from = CloseCaseV1,
///     producer = "case-service",
///     aggregate(type = "case", id = "{case_id}"),
///     idempotency_key = "case:{case_id}:close",
/// )]
/// struct CloseCase {
///     case_id: String,
///     reason: String,
/// }
///
/// impl From<CloseCaseV1> for CloseCase {
///     fn from(old: CloseCaseV1) -> Self {
///         Self { case_id: old.case_id, reason: "unknown".to_owned() }
///     }
/// }
///
/// assert_eq!(CloseCase::DESCRIPTOR.oldest_version, 1);
/// ```
///
/// Key and request hash of a message are those of the version it was sent as, so a resending in that version is
/// recognised as the same work after the upgrade. Work sent in version 1 and once more in version 2 is recognised
/// only if both versions build the same key, and then counts as two payloads with one key: a producer resends what
/// it sent before.
///
/// To remove version 1, delete its type and write `oldest_version = 2` in the place of `upcast_from`. Messages in
/// version 1 that are still in a queue, a dead-letter queue or an archive then fail with
/// `UNSUPPORTED_SCHEMA_VERSION`. Nothing is removed silently: from version 2 on, one of the two is needed.
///
/// # Together with serde
///
/// `rename`, `rename_all` and `alias` give the names in the payload; `serialize_with` and `with` give the value in
/// keys. A skipped or flattened field has no place in a template. Refused is what gives a payload another shape
/// when it is read than when it is written (two names for one field), or another shape than the struct's
/// (`transparent`, `tag`, `into` and their kin).
///
/// # What is refused
///
/// All mistakes of a struct are reported at once, each with its reason and with what to write instead:
///
/// ```compile_fail
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # use sqsdb_core::WorkerMessage;
/// #[derive(Serialize, Deserialize, JsonSchema, WorkerMessage)]
/// #[worker_message(
///     message_type = "CloseCase",
///     schema_version = 1,
///     producer = "case-service",
///     aggregate(type = "case", id = "{case_id}"),
///     idempotency_key = "close:{sent_at}", // a resend would get another key, and run again
/// )]
/// struct CloseCase {
///     case_id: String,
///     #[worker_message(volatile)]
///     sent_at: String,
/// }
/// ```
///
/// - an enum, a union, a struct without named fields or with generic parameters: a message type names one payload;
/// - a key, an aggregate id or a deduplication id without any field, and a group without any field that is not
///   declared `single_lane`;
/// - a volatile, skipped or flattened field in a template or as version;
/// - a collection in a template, a floating-point number without decimals, an `Option` without `:optional`;
/// - a template whose shortest text is longer than its limit;
/// - a `schema_version` above 1 that does not say what becomes of older messages, and an `upcast_from` type that is
///   no older version of the same message type;
/// - an unknown, repeated, missing or empty attribute.
///
/// What only the value shows (an object behind a type of the application, a text that is too long) is an error
/// when the key is built.
#[proc_macro_derive(WorkerMessage, attributes(worker_message))]
pub fn derive_worker_message(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let mut ctxt = ctxt::Ctxt::default();
    let input = ast::Input::read(input, &mut ctxt);
    match validate::message(&input, ctxt) {
        Ok(message) => expand::expand(&message),
        Err(mistakes) => fallback::expand(&input, &mistakes),
    }
}
