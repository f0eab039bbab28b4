//! A transport suite: every case runs against any SQS endpoint, here the in-process server and ministack.

use std::time::Duration;

use aws_sdk_sqs::{
    Client,
    config::{BehaviorVersion, Credentials, Region, retry::RetryConfig},
    error::{ProvideErrorMetadata, SdkError},
    operation::{receive_message::builders::ReceiveMessageFluentBuilder, send_message::SendMessageOutput},
    types::{Message, QueueAttributeName},
};
use sqsdb_testkit::sqs::SqsServer;
use uuid::Uuid;

use super::answers::Answer;

/// The variable that names a ministack endpoint; without it the ministack half of the suite is skipped.
const MINISTACK: &str = "SQSDB_MINISTACK_ENDPOINT";

/// What AWS does and an emulator may not. A case names what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capability {
    /// Time can be moved, so that hours pass in a test.
    VirtualTime,
    /// Errors have the status and text of AWS, not only its code.
    Texts,
    /// Parameters and attributes are checked as AWS checks them.
    ParameterRules,
    /// More than ten message attributes are refused.
    AttributeLimit,
    /// A visibility timeout over 43,200 s is refused.
    VisibilityLimit,
    /// System attributes of a send have a digest.
    SystemAttributes,
    /// `*` asks for all message attributes, and both lists of system attribute names count.
    Filters,
    /// A second purge within 60 s is refused.
    PurgeInterval,
    /// A purge forgets the deduplication ids.
    PurgeForgetsIds,
    /// A change of the deduplication scope leaves earlier ids in force.
    ScopeChange,
    /// `ReceiveRequestAttemptId` works.
    AttemptId,
    /// A handle that is stale or used still names its message on standard queues.
    StaleHandles,
    /// A FIFO handle ends with its visibility timeout.
    FifoHandleExpiry,
    /// A FIFO receive takes as much as it can of one group.
    GroupByGroup,
    /// A FIFO group is receivable up to its first message in flight.
    PartialGroupRelease,
    /// A FIFO batch fails as a whole when an entry lacks its group or deduplication id.
    WholeBatchRefused,
    /// Malformed queue URLs have an error of their own.
    InvalidAddress,
    /// ListDeadLetterSourceQueues exists.
    SourceListing,
    /// Message move tasks exist.
    MoveTasks,
}

/// What ministack 1.5 has: nothing beyond what the cases without needs check.
const MINISTACK_HAS: &[Capability] = &[];

/// What a case gets: an endpoint and what is known of it.
pub(crate) struct Ctx {
    pub(crate) client: Client,
    /// The in-process server, which has all capabilities.
    server: Option<SqsServer>,
}

impl Ctx {
    pub(crate) async fn in_process() -> Self {
        let server = SqsServer::builder().manual_clock(true).start().await.unwrap();
        Self { client: server.client(), server: Some(server) }
    }

    /// `None`, with a line printed, when there is no ministack or it lacks something.
    pub(crate) fn ministack(case: &str, needs: &[Capability]) -> Option<Self> {
        let Ok(endpoint) = std::env::var(MINISTACK) else {
            println!("{case} skipped: {MINISTACK} is not set");
            return None;
        };
        if let Some(lacking) = needs.iter().find(|need| !MINISTACK_HAS.contains(need)) {
            println!("{case} skipped: ministack lacks {lacking:?}");
            return None;
        }
        Some(Self { client: client(&endpoint), server: None })
    }

    pub(crate) fn has(&self, capability: Capability) -> bool {
        self.server.is_some() || MINISTACK_HAS.contains(&capability)
    }

    /// Lets time pass: at once on a virtual clock, by sleeping otherwise.
    pub(crate) async fn advance(&self, seconds: u64) {
        let by = Duration::from_secs(seconds);
        match &self.server {
            Some(server) => server.advance(by),
            None => tokio::time::sleep(by + Duration::from_millis(300)).await,
        }
    }

    /// Awaits something that ends by itself once enough time has passed.
    pub(crate) async fn while_time_passes<T>(&self, future: impl Future<Output = T>) -> T {
        let Some(server) = &self.server else { return future.await };
        let mut future = std::pin::pin!(future);
        loop {
            tokio::select! {
                biased;
                output = &mut future => return output,
                () = tokio::task::yield_now() => server.advance(Duration::from_millis(100)),
            }
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("case-{}", Uuid::new_v4().simple())
    }

    pub(crate) async fn queue(&self) -> String {
        self.queue_with(&[]).await
    }

    pub(crate) async fn queue_with(&self, attributes: &[(&str, &str)]) -> String {
        self.create(&self.name(), attributes).await.unwrap()
    }

    pub(crate) async fn fifo(&self) -> String {
        self.fifo_with(&[]).await
    }

    pub(crate) async fn fifo_with(&self, attributes: &[(&str, &str)]) -> String {
        let attributes = [&[("FifoQueue", "true")], attributes].concat();
        self.create(&format!("{}.fifo", self.name()), &attributes).await.unwrap()
    }

    pub(crate) async fn create(&self, name: &str, attributes: &[(&str, &str)]) -> Result<String, Refusal> {
        let mut call = self.client.create_queue().queue_name(name);
        for (name, value) in attributes {
            call = call.attributes(QueueAttributeName::from(*name), *value);
        }
        let created = call.send().await.map_err(Refusal::from)?;
        Ok(created.queue_url().unwrap().to_owned())
    }

    pub(crate) async fn set(&self, url: &str, attributes: &[(&str, &str)]) -> Result<(), Refusal> {
        let mut call = self.client.set_queue_attributes().queue_url(url);
        for (name, value) in attributes {
            call = call.attributes(QueueAttributeName::from(*name), *value);
        }
        call.send().await.map_err(Refusal::from)?;
        Ok(())
    }

    /// The value of one attribute, if the queue has it.
    pub(crate) async fn attribute(&self, url: &str, name: &str) -> Option<String> {
        let name = QueueAttributeName::from(name);
        let call = self.client.get_queue_attributes().queue_url(url).attribute_names(name.clone());
        call.send().await.unwrap().attributes()?.get(&name).cloned()
    }

    pub(crate) async fn arn(&self, url: &str) -> String {
        self.attribute(url, "QueueArn").await.unwrap()
    }

    /// Visible, in flight and delayed.
    pub(crate) async fn counts(&self, url: &str) -> [usize; 3] {
        let mut counts = [0; 3];
        for (count, suffix) in counts.iter_mut().zip(["", "NotVisible", "Delayed"]) {
            let name = format!("ApproximateNumberOfMessages{suffix}");
            *count = self.attribute(url, &name).await.unwrap().parse().unwrap();
        }
        counts
    }

    /// Sends a body and returns the message id.
    pub(crate) async fn send(&self, url: &str, body: &str) -> String {
        let sent = self.client.send_message().queue_url(url).message_body(body).send().await.unwrap();
        sent.message_id().unwrap().to_owned()
    }

    pub(crate) async fn send_fifo(
        &self,
        url: &str,
        group: &str,
        dedup: &str,
        body: &str,
    ) -> SendMessageOutput {
        let call = self.client.send_message().queue_url(url).message_body(body);
        call.message_group_id(group).message_deduplication_id(dedup).send().await.unwrap()
    }

    /// Up to ten messages, at once.
    pub(crate) async fn receive(&self, url: &str) -> Vec<Message> {
        self.receive_with(url, |call| call).await
    }

    pub(crate) async fn receive_with(
        &self,
        url: &str,
        change: impl FnOnce(ReceiveMessageFluentBuilder) -> ReceiveMessageFluentBuilder,
    ) -> Vec<Message> {
        let call = self.client.receive_message().queue_url(url).max_number_of_messages(10);
        change(call).send().await.unwrap().messages.unwrap_or_default()
    }

    /// Exactly one message.
    pub(crate) async fn receive_one(&self, url: &str) -> Message {
        let [message] = self.receive(url).await.try_into().expect("exactly one message");
        message
    }

    pub(crate) async fn delete(&self, url: &str, message: &Message) -> Result<(), Refusal> {
        let handle = message.receipt_handle().unwrap();
        self.client.delete_message().queue_url(url).receipt_handle(handle).send().await?;
        Ok(())
    }

    pub(crate) async fn change(&self, url: &str, message: &Message, seconds: i32) -> Result<(), Refusal> {
        let call = self.client.change_message_visibility().queue_url(url);
        call.receipt_handle(message.receipt_handle().unwrap()).visibility_timeout(seconds).send().await?;
        Ok(())
    }

    /// Checks a refusal: the status and code always, the text where the endpoint has the texts of AWS.
    pub(crate) fn refused<T: std::fmt::Debug>(&self, result: Result<T, impl Into<Refusal>>, answer: &Answer) {
        let refusal = result.expect_err(answer.code).into();
        assert_eq!(refusal.code, answer.code, "{refusal:?}");
        if self.has(Capability::Texts) {
            assert_eq!(refusal.status, answer.status, "{refusal:?}");
            if let Some(text) = &answer.text {
                assert_eq!(&refusal.text, text);
            }
        }
    }
}

/// An error answer as the SDK saw it.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) code: String,
    pub(crate) text: String,
}

impl<E: ProvideErrorMetadata + std::fmt::Debug> From<SdkError<E>> for Refusal {
    fn from(error: SdkError<E>) -> Self {
        let status = error.raw_response().unwrap_or_else(|| panic!("no answer: {error:?}")).status().as_u16();
        Self {
            status,
            code: error.code().unwrap_or_default().to_owned(),
            text: error.message().unwrap_or_default().to_owned(),
        }
    }
}

pub(crate) fn bodies(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.body().unwrap()).collect()
}

fn client(endpoint: &str) -> Client {
    let config = aws_sdk_sqs::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .endpoint_url(endpoint)
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "suite"))
        .retry_config(RetryConfig::disabled());
    Client::from_conf(config.build())
}

/// Runs each case against both endpoints.
macro_rules! conformance {
    ($($case:ident $(needs $($need:ident)|+)?;)*) => {
        mod in_process {
            $(#[tokio::test]
            async fn $case() {
                let ctx = crate::sqs::suite::Ctx::in_process().await;
                super::$case(&ctx).await;
            })*
        }
        mod ministack {
            $(#[tokio::test]
            async fn $case() {
                let needs = &[$($(crate::sqs::suite::Capability::$need),+)?];
                if let Some(ctx) = crate::sqs::suite::Ctx::ministack(stringify!($case), needs) {
                    super::$case(&ctx).await;
                }
            })*
        }
    };
}
