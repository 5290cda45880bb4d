//! nginx before the servers.

use std::{fs, net::SocketAddr, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, ensure};
use skills_journeys::Server;
use tempfile::TempDir;
use tokio::{
    net::{TcpListener, TcpStream},
    process::{Child, Command},
    time::sleep,
};

/// nginx, which is killed when this is dropped, and the directory that everything of its own lies in.
pub(crate) struct Proxy {
    address: SocketAddr,
    directory: TempDir,
    child: Child,
}

impl Proxy {
    /// Starts nginx on a free port and waits until it listens.
    pub(crate) async fn start(replicas: &[Server; 2]) -> Result<Self> {
        let directory = tempfile::tempdir()?;
        let address = free_address().await?;
        let path = directory.path().join("nginx.conf");
        fs::write(
            &path,
            configuration(address, &replicas.each_ref().map(host)),
        )?;
        let child = Command::new("nginx")
            .arg("-p")
            .arg(directory.path())
            .arg("-c")
            .arg(&path)
            .args(["-e", "error.log"])
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()
            .context("cannot run nginx")?;
        let mut proxy = Self {
            address,
            directory,
            child,
        };
        proxy.wait().await?;
        Ok(proxy)
    }

    async fn wait(&mut self) -> Result<()> {
        while TcpStream::connect(self.address).await.is_err() {
            let ended = self.child.try_wait()?;
            ensure!(ended.is_none(), "nginx ended: {}", self.errors());
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    fn errors(&self) -> String {
        fs::read_to_string(self.directory.path().join("error.log")).unwrap_or_default()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// How many requests each of the servers got.
    pub(crate) fn shares(&self, replicas: &[Server; 2]) -> Result<[usize; 2]> {
        let log = fs::read_to_string(self.directory.path().join("access.log"))?;
        Ok(replicas.each_ref().map(|replica| {
            let host = host(replica);
            log.lines().filter(|line| *line == host).count()
        }))
    }
}

/// The part of a server's URL that says where it listens.
fn host(server: &Server) -> &str {
    let url = server.url();
    let rest = url.strip_prefix("http://").unwrap_or(url);
    rest.split('/').next().unwrap_or(rest)
}

/// An address that nobody listens on, at least now: nginx does not choose one.
async fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?)
}

/// One process in the foreground, which is whoever started it; a log line for each request says who answered it. What a
/// reverse proxy has to do for an MCP server is in `location`: the `Host` that the client named stays, since the server
/// checks it, and an answer is not held back.
fn configuration(address: SocketAddr, [first, second]: &[&str; 2]) -> String {
    format!(
        "daemon off;
master_process off;
pid nginx.pid;
events {{ worker_connections 256; }}
http {{
    log_format upstream $upstream_addr;
    access_log access.log upstream;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    upstream replicas {{
        server {first};
        server {second};
    }}
    server {{
        listen {address};
        location / {{
            proxy_pass http://replicas;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_buffering off;
        }}
    }}
}}
"
    )
}
