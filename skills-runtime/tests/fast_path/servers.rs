//! Servers that can be asked in both ways: through the SDK alone, and with the layer in front of it.

use std::{fmt, future::poll_fn, pin::Pin, sync::Arc, sync::LazyLock};

use http::{HeaderMap, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::BodyExt as _;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
        ServerConfig,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use skills_compiler::{Options, Source, compile};
use skills_runtime::{
    Entry, Limits, RequestView, SkillSet, SkillsLayer, SkillsResponseBody, SkillsServer,
    SkillsService, SkillsServiceBuilder, WithSkillsExt as _,
};
use tower_layer::Layer as _;
use tower_service::Service;

use crate::sent::Pieces;

/// What a middleware says about a caller.
#[derive(Clone)]
pub(crate) struct Staff;

pub(crate) static PACK: LazyLock<&'static [u8]> = LazyLock::new(|| {
    let skill = |name: &str, more: &str| {
        format!(
            "---\nname: {name}\ndescription: Does \"{name}\".\nversion: 1.10\n{more}---\n\n# {name}\n"
        )
    };
    let staff = "metadata:\n  audience: staff\n";
    let texts = [
        ("team/pdf/SKILL.md", skill("pdf", "")),
        (
            "team/pdf/scripts/fill.py",
            "print(\"\u{96ea}\\n\")\n".to_owned(),
        ),
        ("team/pdf/my notes.txt", String::new()),
        ("team/secret/SKILL.md", skill("secret", staff)),
        ("team/secret/plan.txt", "nobody knows\n".to_owned()),
        ("notes/SKILL.md", skill("notes", "")),
        ("zip/SKILL.md", skill("zip", "")),
        ("large/SKILL.md", skill("large", "")),
        ("large/book.txt", "line\t\u{1}\n".repeat(20_000)),
    ];
    let mut files: Vec<_> = texts.map(|(path, text)| (path, text.into_bytes())).into();
    files.push(("zip/logo.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec()));
    let compiled = compile(Source::files(files), &Options::new()).unwrap();
    compiled.into_pack().leak()
});

pub(crate) fn builder() -> SkillsServiceBuilder {
    let set = SkillSet::from_pack(*PACK, "fast").unwrap();
    let limits = Limits::builder().page_size(2).build().unwrap();
    SkillsService::builder(set)
        .cursor_secret([1; 32])
        .limits(limits)
        .directory_reads(true)
        .availability(is_available)
}

/// Staff is who the middleware or a header says; one header makes the policy fail.
fn is_available(entry: &Entry<'_>, request: &RequestView<'_>) -> Result<bool, std::fmt::Error> {
    let headers = &request.http_parts().ok_or(std::fmt::Error)?.headers;
    if headers.contains_key("x-fail") {
        return Err(std::fmt::Error);
    }
    let staff = headers.contains_key("authorization") || request.get::<Staff>().is_some();
    Ok(staff || entry.metadata_value("audience") != Some("staff"))
}

pub(crate) fn config() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default().with_json_response(true)
}

/// What came back.
pub(crate) struct Seen {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// Whether the layer answered.
    pub(crate) own: bool,
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body.escape_ascii();
        write!(
            f,
            "{} {:?} own: {}\n{body}",
            self.status, self.headers, self.own
        )
    }
}

type Future<T> = Pin<Box<dyn std::future::Future<Output = T>>>;
type Ask = Box<dyn Fn(Request<Pieces>) -> Future<Seen>>;

pub(crate) struct Server {
    pub(crate) name: &'static str,
    /// Whether the methods of skills are served.
    pub(crate) skills: bool,
    pub(crate) plain: Ask,
    pub(crate) layered: Ask,
}

impl Server {
    fn new<H>(
        name: &'static str,
        service: SkillsService,
        handler: H,
        config: StreamableHttpServerConfig,
        alone: bool,
    ) -> Self
    where
        H: ServerHandler + Clone,
    {
        let skills = service.serves_skills();
        let layer = SkillsLayer::new(service, &config);
        let layer = if alone {
            layer.without_other_resources()
        } else {
            layer
        };
        let sdk = StreamableHttpService::new(
            move || Ok(handler.clone()),
            Arc::new(LocalSessionManager::default()),
            config,
        );
        let layered = layer.layer(sdk.clone());
        let plain: Ask = Box::new(move |request| {
            let sdk = sdk.clone();
            Box::pin(async move { seen(sdk.handle(request).await, false).await })
        });
        let layered: Ask = Box::new(move |request| {
            let layered = layered.clone();
            Box::pin(async move {
                let response = oneshot(layered, request).await;
                let own = response.body().is_own();
                seen(response, own).await
            })
        });
        Self {
            name,
            skills,
            plain,
            layered,
        }
    }

    pub(crate) fn skills_only() -> Self {
        let service = builder().build().unwrap();
        let handler = SkillsServer::new(service.clone());
        Self::new("skills only", service, handler, config(), true)
    }

    pub(crate) fn configured(name: &'static str, config: StreamableHttpServerConfig) -> Self {
        let service = builder().build().unwrap();
        Self::new(
            name,
            service.clone(),
            SkillsServer::new(service),
            config,
            true,
        )
    }

    pub(crate) fn beside_a_library() -> Self {
        let service = builder().build().unwrap();
        let handler = Library.with_skills(service.clone()).unwrap();
        Self::new("beside a library", service, handler, config(), false)
    }

    pub(crate) fn beside_tools() -> Self {
        let service = builder().build().unwrap();
        let handler = Tools.with_skills(service.clone()).unwrap();
        Self::new("beside tools", service, handler, config(), true)
    }

    pub(crate) fn resources_only() -> Self {
        let service = builder().skills(false).build().unwrap();
        let handler = SkillsServer::new(service.clone());
        Self::new("resources only", service, handler, config(), true)
    }

    pub(crate) fn with_service(name: &'static str, service: SkillsService) -> Self {
        Self::new(
            name,
            service.clone(),
            SkillsServer::new(service),
            config(),
            true,
        )
    }
}

pub(crate) async fn oneshot<S, B, R>(
    mut service: S,
    request: Request<B>,
) -> Response<SkillsResponseBody<R>>
where
    S: Service<Request<B>, Response = Response<SkillsResponseBody<R>>>,
    S::Error: std::fmt::Debug,
{
    poll_fn(|context| service.poll_ready(context))
        .await
        .unwrap();
    service.call(request).await.unwrap()
}

async fn seen<B>(response: Response<B>, own: bool) -> Seen
where
    B: Body,
    B::Error: std::fmt::Debug,
{
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    Seen {
        status: parts.status,
        headers: parts.headers,
        body,
        own,
    }
}

/// A handler without resources.
#[derive(Clone)]
struct Tools;

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

/// A handler with resources of its own.
#[derive(Clone)]
struct Library;

impl ServerHandler for Library {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let book = Resource::new("book://one", "one");
        Ok(ListResourcesResult::with_all_items(vec![book]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != "book://one" {
            return Err(ErrorData::resource_not_found("no such book", None));
        }
        let text = ResourceContents::text("once", request.uri);
        Ok(ReadResourceResult::new(vec![text]).into())
    }
}
