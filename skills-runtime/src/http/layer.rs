//! The layer, and the service that it makes.

use std::{
    fmt::{self, Display},
    future::poll_fn,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use ::http::{Request, Response};
use ::http_body::Body;
use ::rmcp::transport::streamable_http_server::StreamableHttpServerConfig;
use tower_layer::Layer;
use tower_service::Service;

use super::{
    answer::respond,
    call::{Call, Method},
    gate::Gate,
    request_body::{SkillsRequestBody, Upload},
    response_body::SkillsResponseBody,
};
use crate::SkillsService;

/// Puts a shorter way to the catalog in front of the SDK's `StreamableHttpService`.
///
/// Perfectly formed requests for the methods of skills are answered right here, from slices of the program's own data;
/// **everything else goes on untouched**, body included, and the SDK answers it as if this layer were not there. Both ways
/// give the same status, the same headers and, as JSON values, the same answers. Only the order of JSON members may
/// differ: here a frontmatter keeps its author's.
///
/// # What is answered here
///
/// `skills/list`, `skills/get`, `resources/directory/read`, `resources/read` of what the catalog
/// [claims](crate::Catalog::claims), and, [`without_other_resources`](Self::without_other_resources), `resources/list` and
/// every `resources/read`. `Mcp-Method` decides before the body is touched. The rest must be so, too:
///
/// - JSON responses are on ([`json_response`](StreamableHttpServerConfig::json_response)), and the SDK's service is not
///   being shut down.
/// - `POST`, `MCP-Protocol-Version: 2026-07-28`, an allowed `Host`, `Content-Type: application/json`, an `Accept` that
///   names `application/json` and `text/event-stream` without parameters. No `Origin`, `Content-Encoding`,
///   `Mcp-Session-Id` or `Last-Event-ID`. Each header once.
/// - `Mcp-Name` is the URI of the body; it may be missing except for `resources/read`, as the SDK has it.
/// - The body is no longer than the SDK allows and arrives in at most 64 pieces. It is one JSON-RPC request, its id an
///   integer or a string, with complete `_meta`, and without duplicate, unknown or null members.
///
/// # What it takes for granted
///
/// - The handler behind the SDK's service serves the same [`SkillsService`] and supports protocol 2026-07-28; it is
///   [`SkillsServer`](crate::SkillsServer) or [`WithSkills`](crate::WithSkills), with nothing around it that changes its
///   answers. No handler is made for what is answered here.
/// - The configuration is the one that the SDK's service was made with.
/// - Middleware that identifies callers lies outside. Policies see the request's parts, with the extensions that the
///   middleware left in them, as they do behind the SDK (A1).
///
/// # Examples
///
/// With axum:
///
/// ```no_run
/// use std::sync::Arc;
///
/// use rmcp::transport::streamable_http_server::{
///     StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
/// };
/// use skills_runtime::{SkillSet, SkillsLayer, SkillsServer, SkillsService};
/// use tower_layer::Layer as _;
///
/// // What `embed_skills!("skills")` yields.
/// static SKILLS: SkillSet = SkillSet::EMPTY;
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let skills = SkillsService::builder(&SKILLS).scope("acme").build()?;
/// let config = StreamableHttpServerConfig::default().with_json_response(true);
///
/// let layer = SkillsLayer::new(skills.clone(), &config).without_other_resources();
/// let server = SkillsServer::new(skills);
/// let mcp = StreamableHttpService::new(
///     move || Ok(server.clone()),
///     Arc::new(LocalSessionManager::default()),
///     config,
/// );
/// let app = axum::Router::new().route_service("/mcp", layer.layer(mcp));
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
/// axum::serve(listener, app).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SkillsLayer {
    service: SkillsService,
    gate: Arc<Gate>,
}

impl SkillsLayer {
    /// Answers from `service`, under the configuration of the SDK's service.
    pub fn new(service: SkillsService, config: &StreamableHttpServerConfig) -> Self {
        let gate = Arc::new(Gate::new(&service, config));
        Self { service, gate }
    }

    /// Says that the server's only resources are those of skills, so that `resources/list` and every `resources/read` are
    /// answered here.
    ///
    /// That is so for [`SkillsServer`](crate::SkillsServer), and for [`WithSkills`](crate::WithSkills) over a handler that
    /// neither declares the capability `resources` nor implements its methods.
    pub fn without_other_resources(mut self) -> Self {
        Arc::make_mut(&mut self.gate).owns_resources();
        self
    }
}

impl<S> Layer<S> for SkillsLayer {
    type Service = SkillsHttpService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        SkillsHttpService {
            layer: self.clone(),
            inner: Arc::new(inner),
        }
    }
}

impl fmt::Debug for SkillsLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsLayer")
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}

/// The SDK's HTTP service with [`SkillsLayer`] in front of it.
///
/// Routers clone a service for each request. Cloning this one copies a few pointers; the service behind, whose
/// configuration is full of strings, is cloned for the requests that are handed on.
pub struct SkillsHttpService<S> {
    layer: SkillsLayer,
    inner: Arc<S>,
}

impl<S> SkillsHttpService<S> {
    /// The service behind the layer.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S> Clone for SkillsHttpService<S> {
    fn clone(&self) -> Self {
        Self {
            layer: self.layer.clone(),
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<S> fmt::Debug for SkillsHttpService<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsHttpService")
            .field("layer", &self.layer)
            .finish_non_exhaustive()
    }
}

type Answer<R, E> = Result<Response<SkillsResponseBody<R>>, E>;

impl<S, B, R: 'static> Service<Request<B>> for SkillsHttpService<S>
where
    S: Service<Request<SkillsRequestBody<B>>, Response = Response<R>>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    S::Error: Send,
    B: Body + Send + Unpin + 'static,
    B::Error: Display + Send,
{
    type Response = Response<SkillsResponseBody<R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Answer<R, S::Error>> + Send>>;

    /// Always: what is answered here waits for nobody, and what is handed on waits for the service behind.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let inner = Arc::clone(&self.inner);
        match self.layer.gate.admits(&request) {
            Some(method) => Box::pin(answer(self.layer.clone(), method, inner, request)),
            None => Box::pin(hand_on(inner, request.map(SkillsRequestBody::untouched))),
        }
    }
}

async fn hand_on<S, B: Body, R>(
    inner: Arc<S>,
    request: Request<SkillsRequestBody<B>>,
) -> Answer<R, S::Error>
where
    S: Service<Request<SkillsRequestBody<B>>, Response = Response<R>> + Clone,
{
    let mut inner = Arc::unwrap_or_clone(inner);
    poll_fn(|context| inner.poll_ready(context)).await?;
    Ok(inner.call(request).await?.map(SkillsResponseBody::inner))
}

async fn answer<S, B, R>(
    layer: SkillsLayer,
    method: Method,
    inner: Arc<S>,
    request: Request<B>,
) -> Answer<R, S::Error>
where
    S: Service<Request<SkillsRequestBody<B>>, Response = Response<R>> + Clone,
    B: Body + Unpin,
{
    let (parts, body) = request.into_parts();
    let upload = Upload::read(body, layer.gate.max_body_bytes()).await;
    let text = upload.whole();
    let call = text
        .as_deref()
        .and_then(|text| Call::parse(method, &parts.headers, text));
    if let Some(call) = call.filter(|call| layer.gate.takes(&layer.service, call)) {
        return Ok(respond(&layer.service, &call, parts));
    }
    hand_on(inner, Request::from_parts(parts, upload.into_body())).await
}
