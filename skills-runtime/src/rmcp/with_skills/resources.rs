//! Files of skills and the inner handler's resources, under the same methods (C2).

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ErrorCode, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse,
    },
    service::RequestContext,
};

use super::WithSkills;
use crate::{
    Error,
    resources::{ChainPage, ResourceChain},
    rmcp::request::{cursor, internal, refuse, view},
};

impl<H: ServerHandler> WithSkills<H> {
    /// Ours, then the inner handler's pages.
    pub(super) async fn resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let at = cursor(request.as_ref(), &context)?;
        if self.inner.get_info().capabilities.resources.is_none() {
            return self.answers.resources(&view(&context), at).map_err(refuse);
        }
        let chain = self
            .service()
            .resource_chain(&view(&context))
            .map_err(refuse)?;
        match chain.page(at).map_err(refuse)? {
            ChainPage::Own(page) => self
                .answers
                .resources_on(&view(&context), page)
                .map_err(refuse),
            ChainPage::Inner(inner) => {
                let starts = at.is_none_or(str::is_empty);
                let request = at_cursor(request, inner);
                let mut page = self.inner_resources(&chain, request, context).await?;
                // Without a cursor in the request, nothing tells a cache that other callers have other pages.
                if starts {
                    let (ttl_ms, scope) = (page.ttl_ms.as_mut(), page.cache_scope.as_mut());
                    self.answers.tighten(ttl_ms, scope);
                }
                Ok(page)
            }
        }
    }

    async fn inner_resources(
        &self,
        chain: &ResourceChain,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let empty = self.answers.no_resources(&view(&context));
        let mut page = match self.inner.list_resources(request, context).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => return Ok(empty),
            page => page?,
        };
        self.check(&page)?;
        if let Some(inner) = page.next_cursor.take() {
            page.next_cursor = Some(chain.next(&inner).map_err(refuse)?);
        }
        Ok(page)
    }

    /// Refuses a page of the inner handler that holds what is ours (C2).
    fn check(&self, page: &ListResourcesResult) -> Result<(), ErrorData> {
        let catalog = self.service().catalog();
        let claimed = page
            .resources
            .iter()
            .find(|resource| catalog.claims(&resource.uri));
        match claimed {
            None => Ok(()),
            Some(resource) => {
                let uri = &resource.uri;
                tracing::error!(uri, "the inner handler lists a resource that is a skill's");
                Err(internal())
            }
        }
    }

    /// What is ours never reaches the inner handler, whether the caller may see it or not (C2).
    pub(super) async fn resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if self.service().catalog().claims(&request.uri) {
            let result = self.answers.content(&view(&context), &request.uri);
            return result.map(ReadResourceResponse::from).map_err(refuse);
        }
        let uri = request.uri.clone();
        let result = self.inner.read_resource(request, context).await;
        result.map_err(|error| self.unknown(&uri, error))
    }

    /// What a client is told about a URI that the inner handler does not know.
    fn unknown(&self, uri: &str, error: ErrorData) -> ErrorData {
        let ours = match error.code {
            ErrorCode::METHOD_NOT_FOUND => true,
            ErrorCode::RESOURCE_NOT_FOUND | ErrorCode::INVALID_PARAMS => self.shares_namespace(uri),
            _ => false,
        };
        if ours {
            refuse(Error::UNKNOWN_RESOURCE)
        } else {
            error
        }
    }

    /// The inner handler's templates; none where it has no resources.
    pub(super) async fn templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        match self.inner.list_resource_templates(request, context).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                Ok(ListResourceTemplatesResult::default())
            }
            templates => templates,
        }
    }
}

/// The client's request as the inner handler is asked it: with its own cursor.
fn at_cursor(
    request: Option<PaginatedRequestParams>,
    cursor: Option<String>,
) -> Option<PaginatedRequestParams> {
    if request.is_none() && cursor.is_none() {
        return None;
    }
    Some(request.unwrap_or_default().with_cursor(cursor))
}
