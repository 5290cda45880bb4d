//! What the server says about itself: the inner handler's words, and ours beside them.

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        DiscoverResult, InitializeRequestParams, InitializeResult, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};

use super::WithSkills;
use crate::{
    SkillsService,
    rmcp::{
        request::{refuse, view},
        skill_tools::SkillTool,
    },
};

impl<H: ServerHandler> WithSkills<H> {
    pub(super) fn info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        merge(&mut info.capabilities, &self.declared);
        info
    }

    pub(super) fn negotiated(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        merge(&mut result.capabilities, &self.declared);
        Ok(result)
    }

    pub(super) async fn initialized(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let skills = self.skills_for(&context)?;
        let mut result = self.inner.initialize(request, context).await?;
        merge(&mut result.capabilities, &self.declared);
        append(&mut result.instructions, skills);
        Ok(result)
    }

    pub(super) async fn discovered(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let skills = self.skills_for(&context)?;
        let mut result = self.inner.discover(context).await?;
        merge(&mut result.capabilities, &self.declared);
        append(&mut result.instructions, skills);
        if self.instructions {
            let (ttl_ms, scope) = (&mut result.ttl_ms, &mut result.cache_scope);
            self.answers.tighten(Some(ttl_ms), Some(scope));
        }
        Ok(result)
    }

    /// What the instructions gain for the caller of a request; decided before the inner handler does anything.
    fn skills_for(&self, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
        if !self.instructions {
            return Ok(String::new());
        }
        let tool = self.tools.then(|| SkillTool::Read.name());
        let text = self.service().instructions_naming(&view(context), tool);
        text.map_err(refuse)
    }
}

/// What a server of skills declares (D1).
pub(super) fn capabilities(service: &SkillsService) -> ServerCapabilities {
    let resources = ServerCapabilities::builder().enable_resources();
    match (service.serves_skills(), service.serves_directories()) {
        (false, _) => resources.build(),
        (true, false) => resources.enable_skills().build(),
        (true, true) => resources.enable_skills_with_directory_read().build(),
    }
}

/// Adds what is missing; what the inner handler declares stays, its settings too.
fn merge(theirs: &mut ServerCapabilities, ours: &ServerCapabilities) {
    if theirs.resources.is_none() {
        theirs.resources.clone_from(&ours.resources);
    }
    if theirs.tools.is_none() {
        theirs.tools.clone_from(&ours.tools);
    }
    if let Some(extensions) = &ours.extensions {
        let ours = extensions
            .iter()
            .map(|(id, settings)| (id.clone(), settings.clone()));
        theirs.extensions.get_or_insert_default().extend(ours);
    }
}

/// Appends a paragraph.
fn append(instructions: &mut Option<String>, skills: String) {
    if skills.is_empty() {
        return;
    }
    match instructions {
        Some(text) if !text.is_empty() => {
            text.push_str("\n\n");
            text.push_str(&skills);
        }
        none => *none = Some(skills),
    }
}
