//! Names of the user do not meet names of the expansion.

/// Shadows what an expansion might take for granted.
mod shadowed {
    #![expect(dead_code, reason = "only their names matter")]

    use sqsdb_core as renamed_core;

    /// Not the standard one.
    #[derive(Debug)]
    struct Result;
    /// Not the standard one.
    #[derive(Debug)]
    struct Option;
    /// Not the standard one.
    #[derive(Debug)]
    struct String;
    /// Not the standard one.
    #[derive(Debug)]
    struct From;
    /// Not the trait.
    #[derive(Debug)]
    struct WorkerMessage;
    /// Not the module.
    mod core {}
    /// Not the module.
    mod std {}
    /// Not the function.
    #[expect(non_snake_case, reason = "only its name matters")]
    const fn Some() {}
    /// Not the table of the expansion.
    const FIELDS: u8 = 0;
    /// Not the primitive.
    #[expect(non_camel_case_types, reason = "only its name matters")]
    #[derive(Debug)]
    struct i64;

    /// Fields with the names of locals and parameters.
    #[derive(
        Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema, renamed_core::WorkerMessage,
    )]
    #[worker_message(
        message_type = "Odd", schema_version = 1, producer = "p", crate = renamed_core,
        aggregate(type = "t", id = "{key}"), idempotency_key = "{key}:{self_}:{serializer}:{r#fn}",
        version = number, group = "{key}"
    )]
    pub(super) struct Odd {
        /// The local of the expansion.
        pub(super) key: ::std::string::String,
        /// Nearly the receiver.
        pub(super) self_: u8,
        /// The parameter of a closure.
        #[serde(serialize_with = "serialize")]
        pub(super) serializer: u8,
        /// A keyword.
        pub(super) r#fn: u8,
        /// The guard.
        pub(super) number: i32,
    }

    /// The name of a method.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    fn serialize<S: serde::Serializer>(value: &u8, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
        serializer.serialize_u8(*value)
    }
}

#[test]
fn odd_names_are_no_obstacle() {
    use sqsdb_core::WorkerMessage;

    let odd = shadowed::Odd { key: "k".to_owned(), self_: 1, serializer: 2, r#fn: 3, number: 4 };
    assert_eq!(odd.idempotency_key().unwrap(), "k:1:2:3");
    assert_eq!(odd.version(), Some(4));
}

/// Messages written by a macro of the user: literals and types arrive in invisible groups.
macro_rules! message {
    ($name:ident, $key:literal, $version:literal, $ty:ty) => {
        /// Written by a macro.
        #[derive(
            Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema, sqsdb_core::WorkerMessage,
        )]
        #[worker_message(
                                    message_type = "FromMacro", schema_version = $version, producer = "p", oldest_version = $version,
                                    aggregate(type = "t", id = "{id}"), idempotency_key = $key, version = id
                                )]
        struct $name {
            /// The id.
            id: $ty,
        }
    };
}

message!(FromMacro, "from-macro:{id}", 2, i64);

#[test]
fn macros_may_write_messages() {
    use sqsdb_core::WorkerMessage;

    assert_eq!(FromMacro { id: 1 }.idempotency_key().unwrap(), "from-macro:1");
    assert_eq!(FromMacro::DESCRIPTOR.schema_version, 2);
}
