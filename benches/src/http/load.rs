//! A client that asks the same thing again and again, on one thread, over connections that stay open.
//!
//! It does as little as a client can, so that what is measured is the server's core and not its own: no HTTP library, no
//! look at a body beyond its length.

use std::{
    cell::Cell,
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    runtime,
    task::{JoinSet, LocalSet},
};

use super::request::Request;

const CONNECTIONS: usize = 8;

/// More than any head of a response has.
const BUFFER: usize = 256 << 10;

/// The body of one answer.
pub(super) fn once(address: SocketAddr, request: &Request) -> anyhow::Result<Vec<u8>> {
    runtime()?.block_on(async {
        let mut connection = Connection::open(address).await?;
        connection.ask(request.as_bytes()).await?;
        let (head, len) = connection.head().await?;
        let mut body = connection.buffer[head..connection.filled].to_vec();
        let missing = len.checked_sub(body.len()).context("too long a body")?;
        let mut rest = vec![0; missing];
        connection.stream.read_exact(&mut rest).await?;
        body.append(&mut rest);
        Ok(body)
    })
}

/// How many answers came within a time.
pub(super) fn count(address: SocketAddr, request: &Request, time: Duration) -> anyhow::Result<u64> {
    let (request, count) = (Rc::<[u8]>::from(request.as_bytes()), Rc::new(Cell::new(0)));
    runtime()?.block_on(LocalSet::new().run_until(async {
        let mut connections = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let connection = Connection::open(address).await?;
            let (request, count) = (Rc::clone(&request), Rc::clone(&count));
            connections.spawn_local(connection.repeat(request, count, Instant::now() + time));
        }
        while let Some(ended) = connections.join_next().await {
            ended??;
        }
        Ok(count.get())
    }))
}

fn runtime() -> anyhow::Result<runtime::Runtime> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("no runtime")
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    filled: usize,
}

impl Connection {
    async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: vec![0; BUFFER],
            filled: 0,
        })
    }

    async fn repeat(
        mut self,
        request: Rc<[u8]>,
        count: Rc<Cell<u64>>,
        end: Instant,
    ) -> anyhow::Result<()> {
        while Instant::now() < end {
            self.ask(&request).await?;
            let (head, len) = self.head().await?;
            let mut left = (head + len)
                .checked_sub(self.filled)
                .context("too long a body")?;
            while left > 0 {
                let read = self.stream.read(&mut self.buffer).await?;
                ensure!(read > 0, "the connection ended within a body");
                left = left.checked_sub(read).context("too long a body")?;
            }
            count.set(count.get() + 1);
        }
        Ok(())
    }

    async fn ask(&mut self, request: &[u8]) -> anyhow::Result<()> {
        self.filled = 0;
        self.stream.write_all(request).await?;
        Ok(())
    }

    /// Reads until a head is complete: where it ends, and how long the body is.
    async fn head(&mut self) -> anyhow::Result<(usize, usize)> {
        loop {
            let free = self.buffer.get_mut(self.filled..).unwrap_or_default();
            let read = self.stream.read(free).await?;
            ensure!(read > 0, "the connection ended before a head did");
            self.filled += read;
            let read = &self.buffer[..self.filled];
            // A head of a few hundred bytes: nothing is gained by searching more.
            let head = read
                .windows(4)
                .take(4 << 10)
                .position(|end| end == b"\r\n\r\n");
            if let Some(head) = head {
                return Ok((head + 4, body_len(&read[..head])?));
            }
        }
    }
}

fn body_len(head: &[u8]) -> anyhow::Result<usize> {
    let head = std::str::from_utf8(head)?;
    let mut lines = head.split("\r\n");
    ensure!(
        lines.next() == Some("HTTP/1.1 200 OK"),
        "not 200 OK: {head}"
    );
    for line in lines {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            return Ok(value.trim().parse()?);
        }
    }
    bail!("no content-length: {head}")
}
