//! The wrapper as a handler: each method of the trait, ours or passed on.

#![expect(
    deprecated,
    reason = "methods of earlier protocol versions are passed on too"
)]

use std::borrow::Cow;

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
        CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
        DiscoverResult, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams,
        GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
        ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
        ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
        ReadResourceResponse, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
        SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};

use super::WithSkills;
use crate::{
    Error,
    rmcp::{
        forward::forward,
        request::{cursor, refuse, view},
    },
};

type Answer<T> = Result<T, ErrorData>;
type Context = RequestContext<RoleServer>;
type Note = NotificationContext<RoleServer>;

// A method that a later release of the SDK adds would otherwise fall to its default, without a word.
#[deny(clippy::missing_trait_methods)]
impl<H: ServerHandler> ServerHandler for WithSkills<H> {
    fn get_info(&self) -> ServerConfig {
        self.info()
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Answer<InitializeResult> {
        self.negotiated(request)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Answer<InitializeResult> {
        self.initialized(request, context).await
    }

    async fn discover(&self, context: Context) -> Answer<DiscoverResult> {
        self.discovered(context).await
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListSkillsResult> {
        let cursor = cursor(request.as_ref(), &context)?;
        self.answers.skills(&view(&context), cursor).map_err(refuse)
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: Context,
    ) -> Answer<GetSkillResult> {
        self.answers
            .skill(&view(&context), &request.uri)
            .map_err(refuse)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Context,
    ) -> Answer<ReadResourceDirectoryResult> {
        let cursor = request.cursor.as_deref();
        self.answers
            .children(&view(&context), &request.uri, cursor)
            .map_err(refuse)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListResourcesResult> {
        self.resources(request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Answer<ReadResourceResponse> {
        self.resource(request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        self.templates(request, context).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.accepted(requested)
    }

    async fn subscribe(&self, request: SubscribeRequestParams, context: Context) -> Answer<()> {
        self.subscribed(request, context).await
    }

    async fn unsubscribe(&self, request: UnsubscribeRequestParams, context: Context) -> Answer<()> {
        self.unsubscribed(request, context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Answer<ListToolsResult> {
        self.tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Answer<CallToolResponse> {
        self.called(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool(name)
    }

    // The SDK brings a request here whose params it could not read as those of its method (D10).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Context,
    ) -> Answer<CustomResult> {
        if self.answers.owns(&request.method) {
            return Err(refuse(Error::PARAMS));
        }
        self.inner.on_custom_request(request, context).await
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    forward! {
        ping(context: Context) -> Answer<()>;
        complete(request: CompleteRequestParams, context: Context) -> Answer<CompleteResult>;
        set_level(request: SetLevelRequestParams, context: Context) -> Answer<()>;
        get_prompt(request: GetPromptRequestParams, context: Context) -> Answer<GetPromptResponse>;
        list_prompts(request: Option<PaginatedRequestParams>, context: Context) -> Answer<ListPromptsResult>;
        listen(context: SubscriptionContext) -> Answer<()>;
        get_task(request: GetTaskParams, context: Context) -> Answer<GetTaskResult>;
        update_task(request: UpdateTaskParams, context: Context) -> Answer<()>;
        cancel_task(request: CancelTaskParams, context: Context) -> Answer<()>;
        on_cancelled(notification: CancelledNotificationParam, context: Note) -> ();
        on_progress(notification: ProgressNotificationParam, context: Note) -> ();
        on_initialized(context: Note) -> ();
        on_roots_list_changed(context: Note) -> ();
        on_custom_notification(notification: CustomNotification, context: Note) -> ();
    }
}
