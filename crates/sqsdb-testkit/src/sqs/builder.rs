//! The options a server starts with.

use std::{io, net::Ipv4Addr};

use tokio::net::TcpListener;

use super::{clock::Clock, model::state::Identity, server::SqsServer, shared::Shared};

/// Options of an [`SqsServer`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use sqsdb_testkit::sqs::SqsServer;
///
/// let server = SqsServer::builder().manual_clock(true).in_flight_limit_standard(10).start().await?;
/// server.advance(Duration::from_secs(1)); // nothing else moves the clock
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SqsServerBuilder {
    manual_clock: bool,
    account: String,
    region: String,
    port: u16,
    in_flight_standard: usize,
    in_flight_fifo: usize,
}

impl Default for SqsServerBuilder {
    fn default() -> Self {
        Self {
            manual_clock: false,
            account: "000000000000".to_owned(),
            region: "us-east-1".to_owned(),
            port: 0,
            in_flight_standard: 120_000,
            in_flight_fifo: 120_000,
        }
    }
}

impl SqsServerBuilder {
    /// Freezes the clock, so that only [`SqsServer::advance`] moves it. A long poll then waits for a message, an
    /// advance or the end of the server. Default: the clock runs.
    #[must_use]
    pub fn manual_clock(mut self, manual: bool) -> Self {
        self.manual_clock = manual;
        self
    }

    /// The account of all queues, in URLs and ARNs. Default: `000000000000`.
    #[must_use]
    pub fn account_id(mut self, account: impl Into<String>) -> Self {
        self.account = account.into();
        self
    }

    /// The region of all queues, in ARNs and for [`SqsServer::client`]. Default: `us-east-1`.
    #[must_use]
    pub fn region(mut self, region: impl Into<String>) -> Self {
        self.region = region.into();
        self
    }

    /// The TCP port on 127.0.0.1. Default: a free one.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// How many messages of a standard queue may be in flight before a short poll gets `OverLimit`.
    /// Default: 120,000, as on AWS.
    #[must_use]
    pub fn in_flight_limit_standard(mut self, limit: usize) -> Self {
        self.in_flight_standard = limit;
        self
    }

    /// How many messages of a FIFO queue may be in flight before receives stay empty. Default: 120,000, as on AWS.
    #[must_use]
    pub fn in_flight_limit_fifo(mut self, limit: usize) -> Self {
        self.in_flight_fifo = limit;
        self
    }

    /// Starts the server in the current Tokio runtime.
    ///
    /// # Errors
    /// When the port cannot be bound.
    pub async fn start(self) -> io::Result<SqsServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).await?;
        let identity = Identity {
            endpoint: format!("http://{}", listener.local_addr()?),
            account: self.account,
            region: self.region,
            in_flight_standard: self.in_flight_standard,
            in_flight_fifo: self.in_flight_fifo,
        };
        let shared = Shared::new(Clock::new(self.manual_clock), identity.clone());
        Ok(SqsServer::serve(listener, shared, &identity))
    }
}
