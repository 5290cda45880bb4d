//! A server of skills and nothing else.

use std::{fmt, sync::Arc};

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CustomRequest, CustomResult, ErrorCode, GetSkillRequestParams, GetSkillResult,
        Implementation, ListResourcesResult, ListSkillsResult, PaginatedRequestParams,
        ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
        ReadResourceResponse, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};

use super::{
    answers::Answers,
    request::{cursor, refuse, view},
};
use crate::{Error, SkillsService};

/// Serves a catalog of skills, and nothing else, as a [`ServerHandler`].
///
/// It advertises `resources` and, unless the service is set up without skills, the extension
/// `io.modelcontextprotocol/skills` (D1). Cloning it copies a few pointers, as a transport does that makes a handler for
/// each request.
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
    answers: Answers,
    config: Arc<ServerConfig>,
}

impl SkillsServer {
    /// Serves what `service` serves, under its scope's name and this crate's version.
    pub fn new(service: SkillsService) -> Self {
        let config = ServerConfig::new(capabilities(&service)).with_server_info(
            Implementation::new(service.scope(), env!("CARGO_PKG_VERSION")),
        );
        Self {
            answers: Answers::new(service),
            config: Arc::new(config),
        }
    }

    /// The server's name and version.
    pub fn with_server_info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.config).server_info = Implementation::new(name, version);
        self
    }

    /// What clients are told about using the server.
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.config).instructions = Some(instructions.into());
        self
    }

    /// What is served.
    pub fn service(&self) -> &SkillsService {
        self.answers.service()
    }
}

impl ServerHandler for SkillsServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.config)
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        let cursor = cursor(request, &context)?;
        self.answers
            .skills(&view(&context), cursor.as_deref())
            .map_err(refuse)
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        self.answers
            .skill(&view(&context), &request.uri)
            .map_err(refuse)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = cursor(request, &context)?;
        self.answers
            .resources(&view(&context), cursor.as_deref())
            .map_err(refuse)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let result = self.answers.content(&view(&context), &request.uri);
        result.map(ReadResourceResponse::from).map_err(refuse)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        let (uri, cursor) = (request.uri, request.cursor);
        self.answers
            .children(&view(&context), &uri, cursor.as_deref())
            .map_err(refuse)
    }

    // The SDK brings a request here whose params it could not read as those of its method (D10).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if self.answers.owns(&request.method) {
            return Err(refuse(Error::PARAMS));
        }
        Err(ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            request.method,
            None,
        ))
    }
}

fn capabilities(service: &SkillsService) -> ServerCapabilities {
    let resources = ServerCapabilities::builder().enable_resources();
    match (service.serves_skills(), service.serves_directories()) {
        (false, _) => resources.build(),
        (true, false) => resources.enable_skills().build(),
        (true, true) => resources.enable_skills_with_directory_read().build(),
    }
}

impl fmt::Debug for SkillsServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsServer")
            .field("service", self.service())
            .field("server_info", &self.config.server_info)
            .finish_non_exhaustive()
    }
}
