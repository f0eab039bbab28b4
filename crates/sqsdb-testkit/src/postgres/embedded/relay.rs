//! Stands between clients and the engine, which ends for good when a client's connection is reset.
//!
//! Towards the engine every session ends in order, whatever its client did: it is read to its end, so that the engine
//! rolls back what is open and takes the next one. A client that finds the session taken waits a while and is then
//! told so, where the engine would leave it waiting.

use std::{
    collections::HashMap,
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::{
    refusal,
    turn::{Turn, Turns},
};

/// Longer than any session that is about to close.
const PATIENCE: Duration = Duration::from_secs(5);

/// A listening relay; dropping it ends all sessions.
#[derive(Debug)]
pub(super) struct Relay {
    address: SocketAddr,
    state: Arc<State>,
    acceptor: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct State {
    engine: SocketAddr,
    turns: Arc<Turns>,
    stopping: AtomicBool,
    next: AtomicU64,
    clients: Mutex<HashMap<u64, TcpStream>>,
}

impl Relay {
    pub(super) fn start(engine: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            engine,
            turns: Arc::default(),
            stopping: AtomicBool::new(false),
            next: AtomicU64::new(0),
            clients: Mutex::default(),
        });
        let accepting = Arc::clone(&state);
        let acceptor = thread::Builder::new()
            .name("embedded postgres".into())
            .spawn(move || accepting.accept(&listener))?;
        Ok(Self { address, state, acceptor: Some(acceptor) })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.state.stopping.store(true, Ordering::SeqCst);
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(acceptor) = self.acceptor.take().filter(|_| woken) {
            // joins the sessions' threads, too; a panic in there was reported when it happened
            acceptor.join().ok();
        }
    }
}

impl State {
    fn accept(self: Arc<Self>, listener: &TcpListener) {
        thread::scope(|sessions| {
            for client in listener.incoming() {
                if self.stopping.load(Ordering::SeqCst) {
                    break;
                }
                match client {
                    Ok(client) => drop(sessions.spawn(|| self.serve(client))),
                    Err(error) => tracing::warn!(%error, "embedded postgres: cannot accept"),
                }
            }
            self.hang_up();
        });
    }

    /// Ends the sessions that are open, so that their threads end.
    fn hang_up(&self) {
        for client in self.clients().values() {
            // already closed by the client: just as well
            client.shutdown(Shutdown::Both).ok();
        }
    }

    fn serve(&self, client: TcpStream) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let relayed = client.try_clone().and_then(|copy| {
            self.clients().insert(id, copy);
            self.relay(client)
        });
        self.clients().remove(&id);
        if let Err(error) = relayed {
            tracing::debug!(%error, "embedded postgres: session cut");
        }
    }

    fn relay(&self, mut client: TcpStream) -> io::Result<()> {
        let Some(turn) = Arc::clone(&self.turns).take(PATIENCE) else {
            return client.write_all(&refusal::message());
        };
        session(&client, self.engine, turn)
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<u64, TcpStream>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Copies both ways until the engine has closed its side.
fn session(client: &TcpStream, engine: SocketAddr, _turn: Turn) -> io::Result<()> {
    let engine = TcpStream::connect(engine)?;
    client.set_nodelay(true)?;
    engine.set_nodelay(true)?;
    thread::scope(|scope| {
        scope.spawn(|| {
            // any end of the client, in order or not, is an orderly end for the engine
            io::copy(&mut &*client, &mut &engine).ok();
            engine.shutdown(Shutdown::Write).ok();
        });
        let answered = forward_all(&engine, client);
        client.shutdown(Shutdown::Both).ok();
        answered
    })
}

/// Reads the engine to its end even when the client takes no more.
fn forward_all(mut engine: &TcpStream, mut client: &TcpStream) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    let mut delivered = Ok(());
    loop {
        match engine.read(&mut buffer)? {
            0 => return delivered,
            read if delivered.is_ok() => delivered = client.write_all(&buffer[..read]),
            _ => {}
        }
    }
}
