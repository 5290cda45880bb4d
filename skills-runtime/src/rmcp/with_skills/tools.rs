//! The inner handler's tools, and the two of ours in front of them.

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, ErrorCode, ListToolsResult,
        PaginatedRequestParams, Tool,
    },
    service::RequestContext,
};

use super::WithSkills;
use crate::{
    Error,
    rmcp::{
        request::{internal, refuse, view},
        skill_tools::SkillTool,
    },
};

impl<H: ServerHandler> WithSkills<H> {
    pub(super) async fn tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if !self.tools {
            return self.inner.list_tools(request, context).await;
        }
        let cursor = request
            .as_ref()
            .and_then(|request| request.cursor.as_deref());
        let starts = cursor.is_none_or(str::is_empty);
        let mut page = match self.inner.list_tools(request, context).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND && starts => {
                ListToolsResult::default()
            }
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                return Err(refuse(Error::CURSOR));
            }
            page => page?,
        };
        check(&page)?;
        if starts {
            page.tools
                .splice(0..0, SkillTool::ALL.map(SkillTool::definition));
        }
        Ok(page)
    }

    pub(super) async fn called(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match self.skill_tool(&request.name) {
            None => self.inner.call_tool(request, context).await,
            Some(tool) => {
                let view = view(&context).with_method("tools/call");
                let result = tool.call(&self.answers, &view, request.arguments);
                result.map(CallToolResponse::from).map_err(refuse)
            }
        }
    }

    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        match self.skill_tool(name) {
            None => self.inner.get_tool(name),
            Some(tool) => Some(tool.definition()),
        }
    }

    fn skill_tool(&self, name: &str) -> Option<SkillTool> {
        SkillTool::named(name).filter(|_| self.tools)
    }
}

/// Refuses a page that has a tool of the same name as one of ours: calling it would call ours.
fn check(page: &ListToolsResult) -> Result<(), ErrorData> {
    let clash = page
        .tools
        .iter()
        .find(|tool| SkillTool::named(&tool.name).is_some());
    match clash {
        None => Ok(()),
        Some(tool) => {
            let name = tool.name.as_ref();
            tracing::error!(
                name,
                "the inner handler has a tool of the same name as a skill tool"
            );
            Err(internal())
        }
    }
}
