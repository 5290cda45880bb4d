//! A client that speaks raw JSON over a pipe, so that what is seen is what goes out.

use ::rmcp::{ServerHandler, serve_server};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, split};
use tokio::io::{ReadHalf, WriteHalf};

use crate::{SkillsServer, SkillsService};

pub(super) const CURRENT: &str = "2026-07-28";
pub(super) const OLDER: &str = "2025-11-25";

pub(super) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    pub(super) version: &'static str,
    next_id: u32,
    /// What came between the answers.
    pub(super) notifications: Vec<Value>,
}

impl Client {
    pub(super) async fn new(service: SkillsService, version: &'static str) -> Self {
        Self::of(SkillsServer::new(service), version).await
    }

    /// A session with any handler, opened as clients of this version open it.
    pub(super) async fn of(server: impl ServerHandler, version: &'static str) -> Self {
        let mut client = Self::dial(server, version);
        if version != CURRENT {
            client.initialize().await;
            let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            client.send(&initialized).await;
        }
        client
    }

    /// What a handler answers to `initialize`.
    pub(super) async fn opened(server: impl ServerHandler, version: &'static str) -> Value {
        Self::dial(server, version).initialize().await
    }

    fn dial(server: impl ServerHandler, version: &'static str) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            // A server that refuses to open a session has said so to the client.
            if let Ok(running) = serve_server(server, split(theirs)).await {
                running.waiting().await.unwrap();
            }
        });
        let (reader, writer) = split(ours);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            version,
            next_id: 0,
            notifications: Vec::new(),
        }
    }

    async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": self.version,
            "capabilities": capabilities(),
            "clientInfo": {"name": "test", "version": "1"},
        });
        self.raw("initialize", Some(params)).await
    }

    /// A request as a client of this version sends it.
    pub(super) async fn call(&mut self, method: &str, mut params: Value) -> Value {
        if self.version == CURRENT {
            params["_meta"] = meta();
        }
        self.raw(method, Some(params)).await
    }

    pub(super) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.call(method, params).await;
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    pub(super) async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        error(&self.call(method, params).await)
    }

    pub(super) async fn raw(&mut self, method: &str, params: Option<Value>) -> Value {
        self.next_id += 1;
        let mut request = json!({"jsonrpc": "2.0", "id": self.next_id, "method": method});
        if let Some(params) = params {
            request["params"] = params;
        }
        self.send(&request).await;
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer.get("id").is_some() {
                assert_eq!(answer["id"], self.next_id, "{answer}");
                return answer;
            }
            self.notifications.push(answer);
        }
    }

    pub(super) async fn send(&mut self, message: &Value) {
        self.writer
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
    }
}

/// Tasks are answered only where the client knows them.
fn capabilities() -> Value {
    json!({"extensions": {"io.modelcontextprotocol/tasks": {}}})
}

pub(super) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": CURRENT,
        "io.modelcontextprotocol/clientCapabilities": capabilities(),
    })
}

pub(super) fn error(answer: &Value) -> (i64, String) {
    let error = answer["error"].as_object().unwrap();
    assert!(error.get("data").is_none(), "{answer}");
    (
        error["code"].as_i64().unwrap(),
        error["message"].as_str().unwrap().to_owned(),
    )
}
