//! A pooled connection that goes back to the pool only when its state is known.

use std::ops::{Deref, DerefMut};

use sqlx::{
    Connection, PgConnection, Postgres, SqlStr, pool::PoolConnection, postgres::PgTransactionManager,
};
use sqlx_core::transaction::TransactionManager;

/// Named, since the inbox's logic needs each statement to see what was committed before it, and a server may default
/// to a stricter level.
const BEGIN: SqlStr = SqlStr::from_static("BEGIN ISOLATION LEVEL READ COMMITTED");

/// A connection taken from the pool. Closed when dropped, unless [`release`](Self::release) was called: no future that
/// is dropped halfway leaves a connection in doubt in the pool.
pub(crate) struct Checkout {
    conn: PoolConnection<Postgres>,
    sound: bool,
}

impl Checkout {
    /// Wraps a connection before its first statement.
    pub(crate) fn new(conn: PoolConnection<Postgres>) -> Self {
        Self { conn, sound: false }
    }

    /// Gives it back to the pool: the server confirmed that nothing is open on it.
    pub(crate) fn release(mut self) {
        self.sound = true;
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        if !self.sound {
            // says goodbye rather than breaking off, and keeps the place in the pool until the connection is gone
            self.conn.close_on_drop();
        }
    }
}

impl Deref for Checkout {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for Checkout {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

/// The first thing sent on a connection: it changes nothing, so it may be repeated on another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// Begins a transaction.
    Begin,
    /// Asks whether the server is there, before a statement that must not be sent twice.
    Ping,
}

impl Opening {
    pub(crate) async fn send(self, conn: &mut PgConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Begin => PgTransactionManager::begin(conn, Some(BEGIN)).await,
            Self::Ping => conn.ping().await,
        }
    }
}
