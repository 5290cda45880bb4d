//! Skills beside what a handler serves already (C1).

mod announce;
mod error;
mod handler;
mod resources;
mod subscriptions;
mod tools;

use std::{fmt, sync::Arc};

use ::rmcp::{ServerHandler, model::ServerCapabilities};

pub use error::WithSkillsError;

use super::{answers::Answers, namespace::Namespaces, skill_tools::SkillTool};
use crate::SkillsService;

/// Adds skills to any [`ServerHandler`]; everything else that the handler does stays as it was (C1).
///
/// [`WithSkillsExt::with_skills`] makes one. Cloning it copies a few pointers, whatever the inner handler is, as a
/// transport does that makes a handler for each request.
///
/// # Who answers what
///
/// - `skills/list`, `skills/get` and `resources/directory/read` are answered from the catalog. In a service that is set up
///   without skills they stay what they were, and only the files join the inner handler's resources (D1).
/// - `resources/list` shows the files of skills, then the inner handler's pages, in one chain of cursors. Each page of the
///   inner handler is checked against the whole catalog, concealed skills too: one that holds a skill's URI, or one below
///   a skill's directory, fails that request with -32603, and the log says why (C2).
/// - `resources/read` of such a URI never reaches the inner handler; every other URI does, and what it answers is what
///   the client gets. One exception: where it does not know a URI in a namespace of skills, that is a scheme such as
///   `skill:` or a web host, the client gets the answer that an unknown skill gets. Otherwise the two texts would tell a
///   concealed skill from none (D10).
/// - Subscriptions to URIs in those namespaces are not accepted (C5); all others are the inner handler's.
/// - `initialize`, `server/discover` and [`get_info`](ServerHandler::get_info) are the inner handler's, with `resources` and
///   the extension `io.modelcontextprotocol/skills` added to its capabilities.
/// - Params of `resources/list`, `resources/read` and the three methods above that cannot be read are -32602 (D10).
/// - An inner handler that answers -32601 to the resource methods, as one without resources does, has an empty list, no
///   templates and knows no URI, now that the server as a whole has resources.
///
/// Everything else goes to the inner handler and comes back untouched: tools, prompts, completions, templates, tasks,
/// notifications and requests of its own.
///
/// # Examples
///
/// ```
/// use rmcp::{ServerHandler, model::{ServerCapabilities, ServerConfig}};
/// use skills_runtime::{SkillSet, SkillsService, WithSkillsExt as _};
///
/// struct MyTools;
///
/// impl ServerHandler for MyTools {
///     fn get_info(&self) -> ServerConfig {
///         ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
///     }
/// }
///
/// // What `embed_skills!("skills")` yields.
/// static SKILLS: SkillSet = SkillSet::EMPTY;
///
/// let service = SkillsService::builder(&SKILLS).build()?;
/// let server = MyTools.with_skills(service)?;
///
/// let capabilities = server.get_info().capabilities;
/// assert!(capabilities.tools.is_some() && capabilities.supports_skills());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WithSkills<H> {
    inner: Arc<H>,
    answers: Answers,
    /// What is added to the inner handler's capabilities.
    declared: Arc<ServerCapabilities>,
    namespaces: Namespaces,
    tools: bool,
    instructions: bool,
}

impl<H: ServerHandler> WithSkills<H> {
    /// Puts skills beside `inner`.
    ///
    /// # Errors
    ///
    /// Where `inner` declares the skills extension itself (C1).
    pub fn new(inner: H, service: SkillsService) -> Result<Self, WithSkillsError> {
        if inner.get_info().capabilities.supports_skills() {
            return Err(WithSkillsError::DECLARED);
        }
        Ok(Self::beside(inner, service))
    }

    /// Puts skills beside a handler that is known to serve none.
    pub(super) fn beside(inner: H, service: SkillsService) -> Self {
        Self {
            inner: Arc::new(inner),
            declared: Arc::new(announce::capabilities(&service)),
            answers: Answers::new(service),
            namespaces: Namespaces::default(),
            tools: false,
            instructions: false,
        }
    }

    /// Adds the tools `list_skills` and `read_skill_file`, for hosts that know only tools.
    ///
    /// They show what `skills/list` and `resources/read` show the same caller, under the same policies and bounds. A URI
    /// that is unknown or denied is an error of the tool with one fixed text; a policy that fails is -32603 (A4). They
    /// stand in front of the inner handler's tools on its first page, and its cursors stay as they are. Where a page of it
    /// has a tool of one of these names, `tools/list` fails with -32603, and the log says why.
    ///
    /// # Errors
    ///
    /// Where the inner handler's [`get_tool`](ServerHandler::get_tool) knows a tool of one of these names.
    pub fn with_skill_tools(self) -> Result<Self, WithSkillsError> {
        let names = SkillTool::ALL.map(SkillTool::name);
        if let Some(name) = names
            .into_iter()
            .find(|name| self.inner.get_tool(name).is_some())
        {
            return Err(WithSkillsError::tool(name));
        }
        Ok(self.beside_tools())
    }

    /// Appends [`SkillsService::instructions`] to the inner handler's instructions, for hosts that show a model nothing
    /// else of a server.
    ///
    /// Instructions are sent in answer to `initialize` and `server/discover`. The skills that they name are those that the
    /// caller of that request may see, so the answer to `server/discover` is then never kept longer or shared wider than
    /// the service's own results (D4). A policy that fails makes it -32603 (A4). Over a transport with sessions the text
    /// is as old as the session.
    pub fn with_skill_instructions(mut self) -> Self {
        self.instructions = true;
        self
    }
}

impl<H> WithSkills<H> {
    /// The handler that skills were added to.
    pub fn inner(&self) -> &H {
        &self.inner
    }

    /// What is served beside it.
    pub fn service(&self) -> &SkillsService {
        self.answers.service()
    }

    /// Adds the tools beside those of a handler that is known to have none of these names.
    pub(super) fn beside_tools(mut self) -> Self {
        self.tools = true;
        Arc::make_mut(&mut self.declared)
            .tools
            .get_or_insert_default();
        self
    }

    pub(super) fn inner_mut(&mut self) -> &mut H
    where
        H: Clone,
    {
        Arc::make_mut(&mut self.inner)
    }

    fn shares_namespace(&self, uri: &str) -> bool {
        self.namespaces.contain(self.service().catalog(), uri)
    }
}

/// Adds skills to a handler.
pub trait WithSkillsExt: ServerHandler {
    /// Puts the skills of `service` beside what this handler serves.
    ///
    /// # Errors
    ///
    /// Where the handler declares the skills extension itself (C1).
    ///
    /// # Examples
    ///
    /// One line between a handler and its transport:
    ///
    /// ```no_run
    /// use rmcp::{ServerHandler, ServiceExt as _};
    /// use skills_runtime::{SkillSet, SkillsService, WithSkillsExt as _};
    ///
    /// # struct MyTools;
    /// # impl ServerHandler for MyTools {}
    /// # static SKILLS: SkillSet = SkillSet::EMPTY;
    /// # async fn serve(stdio: tokio::io::DuplexStream) -> Result<(), Box<dyn std::error::Error>> {
    /// let skills = SkillsService::builder(&SKILLS).scope("acme").build()?;
    /// MyTools.with_skills(skills)?.serve(stdio).await?.waiting().await?;
    /// # Ok(())
    /// # }
    /// ```
    fn with_skills(self, service: SkillsService) -> Result<WithSkills<Self>, WithSkillsError> {
        WithSkills::new(self, service)
    }
}

impl<H: ServerHandler> WithSkillsExt for H {}

impl<H> Clone for WithSkills<H> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            answers: self.answers.clone(),
            declared: Arc::clone(&self.declared),
            namespaces: self.namespaces.clone(),
            tools: self.tools,
            instructions: self.instructions,
        }
    }
}

impl<H> fmt::Debug for WithSkills<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithSkills")
            .field("service", self.service())
            .field("tools", &self.tools)
            .field("instructions", &self.instructions)
            .finish_non_exhaustive()
    }
}
