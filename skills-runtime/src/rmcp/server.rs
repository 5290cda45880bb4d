//! A server of skills and nothing else.

use std::fmt;

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult,
        GetSkillRequestParams, GetSkillResult, Implementation, InitializeRequestParams,
        InitializeResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceDirectoryRequestParams,
        ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};

use super::{forward::forward, with_skills::WithSkills};
use crate::SkillsService;

/// Serves a catalog of skills, and nothing else, as a [`ServerHandler`].
///
/// It advertises `resources` and, unless the service is set up without skills, the extension
/// `io.modelcontextprotocol/skills` (D1). Cloning it copies a few pointers, as a transport does that makes a handler for
/// each request. For skills beside a handler's own tools and resources see [`WithSkills`].
///
/// The SDK's types keep the members of a frontmatter in an order of their own; their values are the author's.
///
/// # Examples
///
/// ```
/// use skills_runtime::{SkillSet, SkillsServer, SkillsService};
///
/// // What `embed_skills!("skills")` yields.
/// static SKILLS: SkillSet = SkillSet::EMPTY;
///
/// let service = SkillsService::builder(&SKILLS).build()?;
/// let server = SkillsServer::new(service)
///     .with_server_info("acme-skills", "1.0.0")
///     .with_instructions("Read a skill before you use it.");
/// # let _ = server;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SkillsServer {
    inner: WithSkills<Nameplate>,
}

impl SkillsServer {
    /// Serves what `service` serves, under its scope's name and this crate's version.
    pub fn new(service: SkillsService) -> Self {
        let name = Implementation::new(service.scope(), env!("CARGO_PKG_VERSION"));
        let config = ServerConfig::new(ServerCapabilities::default()).with_server_info(name);
        Self {
            inner: WithSkills::beside(Nameplate(config), service),
        }
    }

    /// The server's name and version.
    pub fn with_server_info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.inner.inner_mut().0.server_info = Implementation::new(name, version);
        self
    }

    /// What clients are told about using the server.
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.inner.inner_mut().0.instructions = Some(instructions.into());
        self
    }

    /// Adds the tools `list_skills` and `read_skill_file`, for hosts that know only tools; see
    /// [`WithSkills::with_skill_tools`].
    pub fn with_skill_tools(mut self) -> Self {
        self.inner = self.inner.beside_tools();
        self
    }

    /// Names the skills that the caller may see in the server's instructions; see
    /// [`WithSkills::with_skill_instructions`].
    pub fn with_skill_instructions(mut self) -> Self {
        self.inner = self.inner.with_skill_instructions();
        self
    }

    /// What is served.
    pub fn service(&self) -> &SkillsService {
        self.inner.service()
    }
}

/// A handler that has a name and nothing to serve.
#[derive(Clone)]
struct Nameplate(ServerConfig);

impl ServerHandler for Nameplate {
    fn get_info(&self) -> ServerConfig {
        self.0.clone()
    }
}

type Answer<T> = Result<T, ErrorData>;
type Context = RequestContext<RoleServer>;

impl ServerHandler for SkillsServer {
    fn get_info(&self) -> ServerConfig {
        self.inner.get_info()
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Answer<InitializeResult> {
        self.inner.negotiate_initialize(request)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name)
    }

    // What is not here would come back from the inner handler as the trait's default.
    forward! {
        initialize(request: InitializeRequestParams, context: Context) -> Answer<InitializeResult>;
        discover(context: Context) -> Answer<DiscoverResult>;
        list_skills(request: Option<PaginatedRequestParams>, context: Context) -> Answer<ListSkillsResult>;
        get_skill(request: GetSkillRequestParams, context: Context) -> Answer<GetSkillResult>;
        read_resource_directory(request: ReadResourceDirectoryRequestParams, context: Context) -> Answer<ReadResourceDirectoryResult>;
        list_resources(request: Option<PaginatedRequestParams>, context: Context) -> Answer<ListResourcesResult>;
        list_resource_templates(request: Option<PaginatedRequestParams>, context: Context) -> Answer<ListResourceTemplatesResult>;
        read_resource(request: ReadResourceRequestParams, context: Context) -> Answer<ReadResourceResponse>;
        list_tools(request: Option<PaginatedRequestParams>, context: Context) -> Answer<ListToolsResult>;
        call_tool(request: CallToolRequestParams, context: Context) -> Answer<CallToolResponse>;
        on_custom_request(request: CustomRequest, context: Context) -> Answer<CustomResult>;
    }
}

impl fmt::Debug for SkillsServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsServer")
            .field("service", self.service())
            .field("server_info", &self.inner.inner().0.server_info)
            .finish_non_exhaustive()
    }
}
