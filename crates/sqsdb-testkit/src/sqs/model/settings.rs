//! The attributes of a queue that its owner sets: defaults, bounds, parsing and listing.

use std::{collections::BTreeMap, time::Duration};

use super::redrive::{RedriveAllowPolicy, RedrivePolicy};
use crate::sqs::error::{ErrorKind, SqsError};

/// Attribute names with their values, as they go over the wire.
pub(crate) type WireSettings = BTreeMap<String, String>;

/// Whether deduplication ids are unique in the queue or in each message group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeduplicationScope {
    Queue,
    MessageGroup,
}

/// What only FIFO queues have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FifoSettings {
    pub(crate) content_based_deduplication: bool,
    pub(crate) scope: DeduplicationScope,
    pub(crate) throughput_per_group: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Encryption {
    sqs_managed: bool,
    kms_key: Option<String>,
    kms_reuse_seconds: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    delay: u64,
    maximum_message_size: u64,
    retention: u64,
    receive_wait: u64,
    visibility: u64,
    policy: Option<String>,
    pub(crate) redrive: Option<RedrivePolicy>,
    pub(crate) redrive_allow: RedriveAllow,
    encryption: Encryption,
    pub(crate) fifo: Option<FifoSettings>,
}

/// The allow policy, kept apart from its default so that only a set one is listed.
pub(crate) type RedriveAllow = Option<RedriveAllowPolicy>;

/// A numeric attribute: name, bounds, default and where it is kept.
struct Number {
    name: &'static str,
    min: u64,
    max: u64,
    default: u64,
    field: fn(&mut Settings) -> &mut u64,
}

/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html>
const NUMBERS: [Number; 5] = [
    Number { name: "DelaySeconds", min: 0, max: 900, default: 0, field: |s| &mut s.delay },
    Number {
        name: "MaximumMessageSize",
        min: 1_024,
        max: 1_048_576,
        default: 1_048_576,
        field: |s| &mut s.maximum_message_size,
    },
    Number {
        name: "MessageRetentionPeriod",
        min: 60,
        max: 1_209_600,
        default: 345_600,
        field: |s| &mut s.retention,
    },
    Number {
        name: "ReceiveMessageWaitTimeSeconds",
        min: 0,
        max: 20,
        default: 0,
        field: |s| &mut s.receive_wait,
    },
    Number { name: "VisibilityTimeout", min: 0, max: 43_200, default: 30, field: |s| &mut s.visibility },
];

impl Settings {
    /// The defaults of a new queue.
    pub(crate) fn new(fifo: bool) -> Self {
        let mut settings = Self {
            delay: 0,
            maximum_message_size: 0,
            retention: 0,
            receive_wait: 0,
            visibility: 0,
            policy: None,
            redrive: None,
            redrive_allow: None,
            encryption: Encryption { sqs_managed: true, kms_key: None, kms_reuse_seconds: None },
            fifo: fifo.then_some(FifoSettings {
                content_based_deduplication: false,
                scope: DeduplicationScope::Queue,
                throughput_per_group: false,
            }),
        };
        for number in &NUMBERS {
            *(number.field)(&mut settings) = number.default;
        }
        settings
    }

    pub(crate) fn delay(&self) -> Duration {
        Duration::from_secs(self.delay)
    }

    pub(crate) fn retention(&self) -> Duration {
        Duration::from_secs(self.retention)
    }

    pub(crate) fn receive_wait(&self) -> Duration {
        Duration::from_secs(self.receive_wait)
    }

    pub(crate) fn visibility(&self) -> Duration {
        Duration::from_secs(self.visibility)
    }

    pub(crate) fn maximum_message_size(&self) -> usize {
        usize::try_from(self.maximum_message_size).unwrap_or(usize::MAX)
    }

    /// The settings with `changes` applied; an empty value means the default.
    ///
    /// # Errors
    /// `InvalidAttributeName` for names that this type of queue does not have, `InvalidAttributeValue` or
    /// `InvalidParameterValue` for values out of bounds or in conflict.
    pub(crate) fn with(&self, changes: &WireSettings) -> Result<Self, SqsError> {
        let mut settings = self.clone();
        for (name, value) in changes {
            settings.apply(name, value)?;
        }
        settings.check_encryption(changes)?;
        settings.check_throughput()?;
        Ok(settings)
    }

    fn apply(&mut self, name: &str, value: &str) -> Result<(), SqsError> {
        if let Some(number) = NUMBERS.iter().find(|number| number.name == name) {
            *(number.field)(self) = parse_number(name, value, number.min, number.max, number.default)?;
            return Ok(());
        }
        let given = Some(value).filter(|value| !value.is_empty());
        match name {
            "Policy" => self.policy = given.map(|policy| parse_policy(name, policy)).transpose()?,
            "RedrivePolicy" => self.redrive = given.map(RedrivePolicy::parse).transpose()?,
            "RedriveAllowPolicy" => self.redrive_allow = given.map(RedriveAllowPolicy::parse).transpose()?,
            "KmsMasterKeyId" => self.set_kms_key(given),
            "KmsDataKeyReusePeriodSeconds" => {
                let seconds = given.map(|value| parse_number(name, value, 60, 86_400, 300)).transpose()?;
                self.encryption.kms_reuse_seconds = seconds;
            }
            "SqsManagedSseEnabled" => self.encryption.sqs_managed = parse_bool(name, value)?,
            _ => self.apply_fifo(name, value)?,
        }
        Ok(())
    }

    fn set_kms_key(&mut self, key: Option<&str>) {
        if key.is_some() {
            self.encryption.sqs_managed = false;
        }
        self.encryption.kms_key = key.map(str::to_owned);
    }

    fn apply_fifo(&mut self, name: &str, value: &str) -> Result<(), SqsError> {
        let Some(fifo) = &mut self.fifo else { return Err(not_on_standard(name)) };
        match (name, value) {
            ("FifoQueue", _) if parse_bool(name, value)? => {}
            ("FifoQueue", _) => {
                return Err(SqsError::new(
                    ErrorKind::InvalidAttributeValue,
                    "Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.",
                ));
            }
            ("ContentBasedDeduplication", _) => fifo.content_based_deduplication = parse_bool(name, value)?,
            ("DeduplicationScope", "queue" | "") => fifo.scope = DeduplicationScope::Queue,
            ("DeduplicationScope", "messageGroup") => fifo.scope = DeduplicationScope::MessageGroup,
            ("FifoThroughputLimit", "perQueue" | "") => fifo.throughput_per_group = false,
            ("FifoThroughputLimit", "perMessageGroupId") => fifo.throughput_per_group = true,
            ("DeduplicationScope" | "FifoThroughputLimit", _) => return Err(invalid_value(name)),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn check_encryption(&mut self, changes: &WireSettings) -> Result<(), SqsError> {
        let encryption = &mut self.encryption;
        if encryption.kms_key.is_none() {
            encryption.kms_reuse_seconds = None;
            return Ok(());
        }
        if encryption.sqs_managed {
            if changes.contains_key("KmsMasterKeyId") {
                return Err(SqsError::new(
                    ErrorKind::InvalidAttributeName,
                    "You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE \
                     or SQS SSE.",
                ));
            }
            encryption.kms_key = None;
            encryption.kms_reuse_seconds = None;
        }
        Ok(())
    }

    fn check_throughput(&self) -> Result<(), SqsError> {
        let Some(fifo) = &self.fifo else { return Ok(()) };
        if fifo.throughput_per_group && fifo.scope == DeduplicationScope::Queue {
            return Err(SqsError::new(
                ErrorKind::InvalidAttributeValue,
                "The perMessageGroupId value of FifoThroughputLimit is allowed only when DeduplicationScope is \
                 messageGroup.",
            ));
        }
        Ok(())
    }

    /// Every attribute that has a value, under its name on the wire.
    pub(crate) fn listing(&self) -> WireSettings {
        let mut copy = self.clone();
        let numbers = NUMBERS.iter().map(|n| (n.name, Some((n.field)(&mut copy).to_string())));
        let mut all: Vec<(&str, Option<String>)> = numbers.collect();
        let kms_reuse =
            self.encryption.kms_key.as_ref().map(|_| self.encryption.kms_reuse_seconds.unwrap_or(300));
        all.extend([
            ("Policy", self.policy.clone()),
            ("RedrivePolicy", self.redrive.as_ref().map(RedrivePolicy::to_json)),
            ("RedriveAllowPolicy", self.redrive_allow.as_ref().map(RedriveAllowPolicy::to_json)),
            ("KmsMasterKeyId", self.encryption.kms_key.clone()),
            ("KmsDataKeyReusePeriodSeconds", kms_reuse.map(|seconds| seconds.to_string())),
            ("SqsManagedSseEnabled", Some(self.encryption.sqs_managed.to_string())),
        ]);
        if let Some(fifo) = &self.fifo {
            all.extend(fifo.listing().map(|(name, value)| (name, Some(value))));
        }
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }
}

impl FifoSettings {
    fn listing(&self) -> [(&'static str, String); 4] {
        let scope = match self.scope {
            DeduplicationScope::Queue => "queue",
            DeduplicationScope::MessageGroup => "messageGroup",
        };
        let limit = if self.throughput_per_group { "perMessageGroupId" } else { "perQueue" };
        [
            ("FifoQueue", true.to_string()),
            ("ContentBasedDeduplication", self.content_based_deduplication.to_string()),
            ("DeduplicationScope", scope.to_owned()),
            ("FifoThroughputLimit", limit.to_owned()),
        ]
    }
}

pub(crate) fn unknown(name: &str) -> SqsError {
    SqsError::new(ErrorKind::InvalidAttributeName, format!("Unknown Attribute {name}."))
}

fn not_on_standard(name: &str) -> SqsError {
    match name {
        "DeduplicationScope" | "FifoThroughputLimit" => SqsError::new(
            ErrorKind::InvalidAttributeName,
            format!("You can specify the {name} only when FifoQueue is set to true."),
        ),
        _ => unknown(name),
    }
}

fn invalid_value(name: &str) -> SqsError {
    SqsError::new(ErrorKind::InvalidAttributeValue, format!("Invalid value for the parameter {name}."))
}

fn parse_number(name: &str, value: &str, min: u64, max: u64, default: u64) -> Result<u64, SqsError> {
    if value.is_empty() {
        return Ok(default);
    }
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| invalid_value(name))
}

/// The empty value is `false`.
fn parse_bool(name: &str, value: &str) -> Result<bool, SqsError> {
    match value {
        "true" => Ok(true),
        "false" | "" => Ok(false),
        _ => Err(invalid_value(name)),
    }
}

fn parse_policy(name: &str, value: &str) -> Result<String, SqsError> {
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(value) {
        Ok(_) => Ok(value.to_owned()),
        Err(_not_json) => Err(invalid_value(name)),
    }
}
