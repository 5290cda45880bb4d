//! Ours: `embedded stdio`, `embedded http`, and `embedded typed` over HTTP without the shorter way.

use anyhow::bail;
use axum::Router;
use skills_bench_server::{config, http, mcp, run, stdio};
use skills_runtime::{Limits, SkillSet, SkillsLayer, SkillsServer, SkillsService, include_skills};
use tower_layer::Layer as _;

static SKILLS: SkillSet = include_skills!();

fn main() -> anyhow::Result<()> {
    let limits = Limits::builder().files(1_000_000).build()?;
    let service = SkillsService::builder(SKILLS).limits(limits).build()?;
    let server = SkillsServer::new(service.clone());
    match std::env::args().nth(1).as_deref() {
        Some("stdio") => run(stdio(server)),
        Some("http") => {
            let layer = SkillsLayer::new(service, &config()).without_other_resources();
            run(http(
                Router::new().route_service("/mcp", layer.layer(mcp(server))),
            ))
        }
        Some("typed") => run(http(Router::new().route_service("/mcp", mcp(server)))),
        other => bail!("no way to serve: {other:?}"),
    }
}
