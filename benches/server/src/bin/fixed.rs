//! The floor: `fixed http FILE` answers every request with the bytes of a file, and looks at nothing.

use std::{env, fs};

use anyhow::{Context as _, bail};
use axum::{
    Router, body::Bytes, http::header::CONTENT_TYPE, response::IntoResponse as _, routing::post,
};
use skills_bench_server::{http, run};

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args().skip(1);
    let transport = arguments.next();
    let answer = fs::read(arguments.next().context("no file")?)?;
    // Taken from the program's own data, as ours are.
    let answer = Bytes::from_static(Vec::leak(answer));
    let handler = async move || ([(CONTENT_TYPE, "application/json")], answer).into_response();
    match transport.as_deref() {
        Some("http") => run(http(Router::new().route("/mcp", post(handler)))),
        other => bail!("no way to serve: {other:?}"),
    }
}
