//! A process that owns a server and is killed.

use std::{
    env,
    io::{BufRead, BufReader, stdin},
    process::{Child, Command, Stdio},
};

use sqlx::{Connection, Executor, PgConnection};

use super::installed;

const ROLE: &str = "SQSDB_TEST_VICTIM";
const MARK: &str = "server at ";

#[tokio::test]
async fn a_killed_process_leaves_no_server() {
    if installed().await.is_none() {
        return;
    }
    let mut victim = Command::new(env::current_exe().unwrap())
        .args(["--exact", "postgres::victim::owns_a_server_until_killed", "--nocapture"])
        .env(ROLE, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut session = PgConnection::connect(&url_of(&mut victim)).await.unwrap();
    victim.kill().unwrap();
    victim.wait().unwrap();
    // ends when the server does
    let error = session.execute("SELECT pg_sleep(300)").await.unwrap_err();
    let code = error.as_database_error().and_then(|error| error.code().map(String::from));
    assert!(matches!(code.as_deref(), None | Some("57P01" | "57P02")), "{error}");
}

fn url_of(victim: &mut Child) -> String {
    let output = BufReader::new(victim.stdout.take().unwrap());
    let line = output.lines().map_while(Result::ok).find(|line| line.contains(MARK)).unwrap();
    line.split_once(MARK).unwrap().1.to_owned()
}

/// Does nothing unless the test above runs it.
#[tokio::test]
async fn owns_a_server_until_killed() {
    if env::var_os(ROLE).is_some() {
        let postgres = installed().await.unwrap();
        println!("{MARK}{}", postgres.url().unwrap());
        stdin().read_line(&mut String::new()).unwrap();
        drop(postgres);
    }
}
