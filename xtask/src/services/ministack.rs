//! MiniStack, an AWS emulator in Python, in a virtual environment below `target/`.

use std::{
    fs::File,
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use super::{
    held::Held,
    python::{bin, make_environment, pip_install},
};
use crate::{
    command::{output, run},
    workspace::Workspace,
};

const VERSION: &str = "1.5.33";
const START_LIMIT: Duration = Duration::from_secs(60);

/// Installs it if need be, starts it and returns its endpoint.
pub(super) fn start(workspace: &Workspace) -> Result<(Held, String)> {
    let home = workspace.target.join("ministack");
    install(&home)?;
    let port = free_port()?;
    let log = workspace.target.join("ministack.log");
    let server = spawn(&home, port, &log)?;
    wait_until_ready(port).with_context(|| format!("MiniStack is not ready; see {}", log.display()))?;
    let endpoint = format!("http://127.0.0.1:{port}");
    eprintln!("MiniStack {VERSION}: {endpoint}");
    Ok((server, endpoint))
}

fn install(home: &Path) -> Result<()> {
    let version = "import importlib.metadata as m; print(m.version('ministack'))";
    let installed = output(Command::new(bin(home, "python")).args(["-c", version]));
    if installed.is_ok_and(|installed| installed.trim() == VERSION) {
        return Ok(());
    }
    make_environment(home)?;
    run(pip_install(home).arg(format!("ministack=={VERSION}")))
}

fn spawn(home: &Path, port: u16, log: &Path) -> Result<Held> {
    let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut command = Held::wrap(&bin(home, "ministack"));
    command.env("BIND_HOST", "127.0.0.1").env("MINISTACK_HOST", "127.0.0.1");
    command.env("GATEWAY_PORT", port.to_string()).current_dir(home);
    Held::spawn(command.stdout(output.try_clone()?).stderr(output))
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn wait_until_ready(port: u16) -> Result<()> {
    let begun = Instant::now();
    while !is_healthy(port) {
        if begun.elapsed() > START_LIMIT {
            bail!("no answer after {} s", START_LIMIT.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn is_healthy(port: u16) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream
            .write_all(b"GET /_ministack/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        Ok::<_, std::io::Error>(status.ends_with(b" 200"))
    };
    ask().unwrap_or(false)
}
