//! A proxy in front of PostgreSQL that notes what is sent and can lose a commit or its answer.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use sqlx::postgres::PgSslMode;
use sqsdb_postgres::PgStore;
use sqsdb_testkit::postgres::TestDatabase;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf},
    sync::{Notify, oneshot},
};

/// What becomes of a COMMIT after the client's connection was cut.
#[derive(Debug)]
pub(crate) enum Fate {
    /// The server gets it.
    Deliver,
    /// The server sees the connection end instead.
    Lose,
}

#[derive(Debug, Default)]
struct State {
    flights: Mutex<Vec<String>>,
    /// Armed: the next COMMIT is held back, the client cut, and the fate awaited.
    held: Mutex<Option<oneshot::Receiver<Fate>>>,
    settled: Notify,
}

pub(crate) struct Proxy {
    address: SocketAddr,
    options: sqlx::postgres::PgConnectOptions,
    state: Arc<State>,
}

impl Proxy {
    pub(crate) async fn start(db: &TestDatabase) -> Self {
        let options = db.connect_options();
        let server = (options.get_host().to_owned(), options.get_port());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect((server.0.as_str(), server.1)).await.unwrap();
                tokio::spawn(relay(client, server, Arc::clone(&shared)));
            }
        });
        Self { address, options, state }
    }

    /// A store whose connections go through the proxy.
    pub(crate) async fn store(&self, max: u32) -> PgStore {
        let options =
            self.options.clone().host("127.0.0.1").port(self.address.port()).ssl_mode(PgSslMode::Disable);
        PgStore::builder().max_connections(max).connect_with(options).await.unwrap()
    }

    /// Holds the next COMMIT back and cuts its client off; the sender decides what becomes of it.
    pub(crate) fn hold_commit(&self) -> oneshot::Sender<Fate> {
        let (sender, receiver) = oneshot::channel();
        *self.state.held.lock().unwrap() = Some(receiver);
        sender
    }

    /// Waits until a held COMMIT has met its fate, the server's answer included.
    pub(crate) async fn settled(&self) {
        self.state.settled.notified().await;
    }

    /// What was sent since the last [`forget_flights`](Self::forget_flights): one entry for each answer awaited.
    pub(crate) fn flights(&self) -> Vec<String> {
        self.state.flights.lock().unwrap().clone()
    }

    pub(crate) fn forget_flights(&self) {
        self.state.flights.lock().unwrap().clear();
    }
}

async fn relay(client: TcpStream, server: TcpStream, state: Arc<State>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let answers = tokio::spawn(async move {
        // ends when the server closes, or the client is gone
        tokio::io::copy(&mut from_server, &mut to_client).await.ok();
        (from_server, to_client)
    });
    let Some(startup) = untyped(&mut from_client).await else { return };
    to_server.write_all(&startup).await.unwrap();
    let mut executed = false;
    while let Some((kind, message)) = typed(&mut from_client).await {
        let text = String::from_utf8_lossy(&message[5..]).trim_end_matches('\0').to_owned();
        if kind == b'Q' && text.contains("COMMIT AND CHAIN") {
            let held = state.held.lock().unwrap().take();
            if let Some(fate) = held {
                answers.abort();
                drop((from_client, answers.await));
                if let Ok(Fate::Deliver) = fate.await {
                    to_server.write_all(&message).await.unwrap();
                }
                // the server answers, sees the end of the connection, and closes it
                drop(to_server);
                return state.settled.notify_one();
            }
        }
        match kind {
            b'Q' => state.flights.lock().unwrap().push(text),
            b'E' => executed = true,
            b'S' => {
                let flight = if std::mem::take(&mut executed) { "Execute" } else { "Sync" };
                state.flights.lock().unwrap().push(flight.to_owned());
            }
            _ => {}
        }
        if to_server.write_all(&message).await.is_err() {
            break;
        }
    }
}

/// The startup message: length and content.
async fn untyped(from: &mut OwnedReadHalf) -> Option<Vec<u8>> {
    let length = from.read_u32().await.ok()?;
    with_body(from, length.to_be_bytes().to_vec(), length).await
}

/// Any later message: type, length and content.
async fn typed(from: &mut OwnedReadHalf) -> Option<(u8, Vec<u8>)> {
    let kind = from.read_u8().await.ok()?;
    let length = from.read_u32().await.ok()?;
    let head = [&[kind], length.to_be_bytes().as_slice()].concat();
    Some((kind, with_body(from, head, length).await?))
}

async fn with_body(from: &mut OwnedReadHalf, mut message: Vec<u8>, length: u32) -> Option<Vec<u8>> {
    let head = message.len();
    message.resize(head + length as usize - 4, 0);
    from.read_exact(&mut message[head..]).await.ok()?;
    Some(message)
}
