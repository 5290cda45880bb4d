//! A client that writes and shows plain JSON.

use std::process::{ExitStatus, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use crate::{CURRENT, program};

/// One client of one server, in one version of the protocol.
#[derive(Debug)]
pub struct Raw {
    transport: Transport,
    version: &'static str,
    token: Option<String>,
    next_id: u64,
}

#[derive(Debug)]
enum Transport {
    Stdio(Box<Streams>),
    Http {
        client: reqwest::Client,
        url: String,
    },
}

/// A server that is spoken to by way of its standard streams.
#[derive(Debug)]
struct Streams {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// What a server says when it refuses a request: everything that an error can hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The code of JSON-RPC.
    pub code: i64,
    /// The text.
    pub message: String,
    /// More about it, where there is more.
    pub data: Option<Value>,
}

impl Raw {
    /// Starts the example as a host does, and speaks to it over its standard streams.
    ///
    /// # Errors
    ///
    /// When it cannot be built or started.
    pub fn stdio(version: &'static str) -> Result<Self> {
        let mut child = Command::new(program()?)
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().context("no standard input")?;
        let output = child.stdout.take().context("no standard output")?;
        let output = BufReader::new(output).lines();
        Ok(Self::new(
            Transport::Stdio(Box::new(Streams {
                child,
                input,
                output,
            })),
            version,
        ))
    }

    /// Speaks to a server at a URL.
    ///
    /// # Errors
    ///
    /// When no HTTP client can be made.
    pub fn http(url: &str, version: &'static str) -> Result<Self> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let url = url.to_owned();
        Ok(Self::new(Transport::Http { client, url }, version))
    }

    fn new(transport: Transport, version: &'static str) -> Self {
        Self {
            transport,
            version,
            token: None,
            next_id: 0,
        }
    }

    /// Sends a bearer token with every request, over HTTP.
    pub fn with_token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// The version of the protocol.
    pub fn version(&self) -> &'static str {
        self.version
    }

    /// What the server says about itself: the result of `server/discover`, or before it existed of the handshake.
    ///
    /// # Errors
    ///
    /// As [`result`](Self::result).
    pub async fn open(&mut self) -> Result<Value> {
        if self.version == CURRENT {
            return self.result("server/discover", json!({})).await;
        }
        let params = json!({
            "protocolVersion": self.version,
            "capabilities": {},
            "clientInfo": {"name": "journeys", "version": "0"},
        });
        let result = self.result("initialize", params).await?;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await?;
        Ok(result)
    }

    /// The result of a request.
    ///
    /// # Errors
    ///
    /// When the server refuses it, or does not answer.
    pub async fn result(&mut self, method: &str, params: Value) -> Result<Value> {
        match self.ask(method, params).await? {
            Ok(result) => Ok(result),
            Err(refusal) => bail!("{method} was refused: {refusal:?}"),
        }
    }

    /// The error that a request is refused with.
    ///
    /// # Errors
    ///
    /// When the server does not refuse it, or does not answer.
    pub async fn refusal(&mut self, method: &str, params: Value) -> Result<Refusal> {
        match self.ask(method, params).await? {
            Ok(result) => bail!("{method} was answered: {result}"),
            Err(refusal) => Ok(refusal),
        }
    }

    /// What comes of a request, whatever it is.
    ///
    /// # Errors
    ///
    /// When the server does not answer.
    pub async fn ask(&mut self, method: &str, params: Value) -> Result<Result<Value, Refusal>> {
        let mut answer = self.answer(method, params).await?;
        let Some(error) = answer.get("error") else {
            return Ok(Ok(answer["result"].take()));
        };
        Ok(Err(Refusal {
            code: error["code"].as_i64().context("an error without a code")?,
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        }))
    }

    /// The whole answer to a request, and to no other one.
    async fn answer(&mut self, method: &str, mut params: Value) -> Result<Value> {
        if self.version == CURRENT {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": CURRENT,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        self.next_id += 1;
        let id = self.next_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let answer = self.send(&request).await?;
        let answer = answer.with_context(|| format!("no answer to {method}"))?;
        ensure!(answer["id"] == id, "the answer to another request");
        Ok(answer)
    }

    /// Sends a message and waits for the answer, if it is one that has an answer.
    async fn send(&mut self, message: &Value) -> Result<Option<Value>> {
        match &mut self.transport {
            Transport::Stdio(streams) => streams.send(message).await,
            Transport::Http { client, url } => {
                let mut request = post(client, url, self.version, message);
                if let Some(token) = &self.token {
                    request = request.bearer_auth(token);
                }
                body(request.send().await?).await
            }
        }
    }

    /// Closes the connection. A server on standard streams has to end then; how, is what this says.
    ///
    /// # Errors
    ///
    /// When the server cannot be waited for.
    pub async fn close(self) -> Result<Option<ExitStatus>> {
        let Transport::Stdio(streams) = self.transport else {
            return Ok(None);
        };
        let Streams {
            mut child, input, ..
        } = *streams;
        drop(input);
        Ok(Some(child.wait().await?))
    }
}

impl Streams {
    async fn send(&mut self, message: &Value) -> Result<Option<Value>> {
        let line = format!("{message}\n");
        self.input.write_all(line.as_bytes()).await?;
        if message.get("id").is_none() {
            return Ok(None);
        }
        let line = self.output.next_line().await?;
        let line = line.context("the server has ended")?;
        Ok(Some(serde_json::from_str(&line)?))
    }
}

/// A request with the headers that mirror its body (C5).
fn post(
    client: &reqwest::Client,
    url: &str,
    version: &str,
    message: &Value,
) -> reqwest::RequestBuilder {
    let mut request = client
        .post(url)
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", version);
    if version == CURRENT {
        let method = message["method"].as_str().unwrap_or_default();
        request = request.header("Mcp-Method", method);
        if method == "resources/read"
            && let Some(uri) = message["params"]["uri"].as_str()
        {
            request = request.header("Mcp-Name", uri);
        }
    }
    request.json(message)
}

async fn body(response: reqwest::Response) -> Result<Option<Value>> {
    let status = response.status();
    let body = response.bytes().await?;
    if body.is_empty() && status == reqwest::StatusCode::ACCEPTED {
        return Ok(None);
    }
    let answer = serde_json::from_slice(&body);
    let Ok(answer) = answer else {
        bail!("{status}: {}", String::from_utf8_lossy(&body));
    };
    Ok(Some(answer))
}
