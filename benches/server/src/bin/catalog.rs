//! The peer: the SDK's own catalog, as its documentation uses it. `catalog stdio DIRECTORY` or `catalog http DIRECTORY`.

use std::{env, sync::Arc};

use anyhow::{Context as _, bail};
use axum::Router;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::skill_catalog::SkillCatalog,
    model::{
        GetSkillRequestParams, GetSkillResult, ListResourcesResult, ListSkillsResult,
        PaginatedRequestParams, ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
use skills_bench_server::{http, mcp, run, stdio};

#[derive(Clone)]
struct Server(Arc<SkillCatalog>);

type Context = RequestContext<RoleServer>;

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_resources()
            .enable_skills_with_directory_read()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_skills(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListSkillsResult, ErrorData> {
        Ok(self.0.list_skills())
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: Context,
    ) -> Result<GetSkillResult, ErrorData> {
        self.0.get_skill(&request.uri)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        _: Context,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        self.0.read_resource_directory(&request.uri)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.0.resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let result = self.0.read_resource(&request.uri);
        let result = result.map(Into::into);
        result.ok_or_else(|| ErrorData::resource_not_found(request.uri, None))
    }
}

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args().skip(1);
    let transport = arguments.next();
    let directory = arguments.next().context("no directory")?;
    let server = Server(Arc::new(SkillCatalog::from_dir(directory)?));
    match transport.as_deref() {
        Some("stdio") => run(stdio(server)),
        Some("http") => run(http(Router::new().route_service("/mcp", mcp(server)))),
        other => bail!("no way to serve: {other:?}"),
    }
}
