//! A handler that answers every method of the SDK, each in a way that shows what it was asked.

#![expect(
    deprecated,
    reason = "methods of earlier protocol versions are answered too"
)]

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
};

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams,
        CancelledNotificationParam, CompleteRequestParams, CompleteResult, CompletionInfo,
        ContentBlock, CreateTaskResult, CustomNotification, CustomRequest, CustomResult,
        DetailedTask, DiscoverResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
        GetPromptResult, GetTaskParams, GetTaskResult, Implementation, InitializeRequestParams,
        InitializeResult, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
        Prompt, PromptMessage, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role, ServerCapabilities,
        ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Task,
        TaskPayload, TaskStatus, Tool, UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::{Value, json};

type Answer<T> = Result<T, ErrorData>;
type Context = RequestContext<RoleServer>;

/// Tools, prompts, completions, tasks, subscriptions, requests of its own, and pages of resources.
#[derive(Clone, Default)]
pub(super) struct Rich {
    /// The URIs on each page of `resources/list`.
    pub(super) pages: Arc<Vec<Vec<String>>>,
    /// Everything that was heard and has no answer to show it in.
    pub(super) heard: Arc<Mutex<Vec<String>>>,
}

impl Rich {
    pub(super) fn new(pages: &[&[&str]]) -> Self {
        let pages = pages
            .iter()
            .map(|page| page.iter().map(ToString::to_string).collect());
        Self {
            pages: Arc::new(pages.collect()),
            heard: Arc::default(),
        }
    }

    fn hear(&self, what: impl Into<String>) {
        self.heard.lock().unwrap().push(what.into());
    }

    pub(super) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

/// The cursor of a page, hard to carry: blanks, a dot, more than ASCII.
pub(super) fn cursor_of(page: usize) -> String {
    format!("page {page}. é/+=\u{96ea}")
}

fn page_at(request: Option<&PaginatedRequestParams>, pages: usize) -> Answer<usize> {
    let Some(cursor) = request.and_then(|request| request.cursor.as_deref()) else {
        return Ok(0);
    };
    (1..pages)
        .find(|page| cursor_of(*page) == cursor)
        .ok_or_else(|| ErrorData::invalid_params(format!("no page at {cursor}"), None))
}

fn next(page: usize, pages: usize) -> Option<String> {
    (page + 1 < pages).then(|| cursor_of(page + 1))
}

fn object(value: &Value) -> JsonObject {
    value.as_object().unwrap().clone()
}

fn tool(name: &'static str) -> Tool {
    Tool::new(
        name,
        format!("The tool {name}."),
        object(&json!({"type": "object"})),
    )
}

fn task(id: &str) -> Task {
    Task::new(
        id,
        TaskStatus::Working,
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00Z",
    )
}

impl ServerHandler for Rich {
    fn get_info(&self) -> ServerConfig {
        let extensions = [(
            "test.example/other".to_owned(),
            object(&json!({"deep": {"a": [1]}})),
        )];
        let mut capabilities = ServerCapabilities::builder()
            .enable_experimental_with([("trial".to_owned(), object(&json!({"x": 1})))].into())
            .enable_extensions_with(extensions.into())
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_tasks()
            .build();
        capabilities.logging = Some(JsonObject::new());
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("rich", "7.0"))
            .with_instructions("Inner words.")
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Answer<InitializeResult> {
        self.hear(format!("initialize {}", request.client_info.name));
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Owned(vec![
            ProtocolVersion::V_2025_06_18,
            ProtocolVersion::V_2025_11_25,
            ProtocolVersion::V_2026_07_28,
        ])
    }

    async fn discover(&self, _: Context) -> Answer<DiscoverResult> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.ttl_ms = 5_000;
        result.cache_scope = ::rmcp::model::CacheScope::Public;
        Ok(result)
    }

    async fn ping(&self, _: Context) -> Answer<()> {
        self.hear("ping");
        Ok(())
    }

    async fn complete(&self, request: CompleteRequestParams, _: Context) -> Answer<CompleteResult> {
        let values = vec![format!("{}!", request.argument.value)];
        Ok(CompleteResult::new(CompletionInfo::new(values).unwrap()))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: Context) -> Answer<()> {
        self.hear(format!("level {:?}", request.level));
        Ok(())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Answer<GetPromptResponse> {
        let text = format!("{} {:?}", request.name, request.arguments);
        let messages = vec![PromptMessage::new_text(Role::User, text)];
        Ok(GetPromptResult::new(messages).into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListPromptsResult> {
        let page = page_at(request.as_ref(), 2)?;
        let prompt = Prompt::new(format!("p{page}"), Some("A prompt."), None);
        let mut result = ListPromptsResult::with_all_items(vec![prompt]);
        result.next_cursor = next(page, 2);
        Ok(result)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourcesResult> {
        self.hear("resources/list");
        if self.pages.is_empty() {
            return Err(ErrorData::internal_error("no pages", None));
        }
        let page = page_at(request.as_ref(), self.pages.len())?;
        let mut result = ListResourcesResult::default();
        let uris = self.pages.get(page).into_iter().flatten();
        result.resources = uris.map(|uri| Resource::new(uri, "inner")).collect();
        result.next_cursor = next(page, self.pages.len());
        result.ttl_ms = Some(7_000);
        result.cache_scope = Some(::rmcp::model::CacheScope::Public);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        let page = page_at(request.as_ref(), 2)?;
        let mut result = ListResourceTemplatesResult::default();
        let template = format!("file:///{page}/{{path}}");
        result.resource_templates = vec![ResourceTemplate::new(template, "files")];
        result.next_cursor = next(page, 2);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Answer<ReadResourceResponse> {
        self.hear(format!("read {}", request.uri));
        if self.pages.iter().flatten().any(|uri| *uri == request.uri) {
            let text = format!("content of {}", request.uri);
            let contents = vec![ResourceContents::text(text, request.uri)];
            return Ok(ReadResourceResult::new(contents).into());
        }
        let data = json!({"uri": request.uri});
        Err(ErrorData::resource_not_found(
            format!("nothing at {}", request.uri),
            Some(data),
        ))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Answer<()> {
        context.sink().notify_resource_list_changed().await.unwrap();
        for uri in context.accepted().resource_subscriptions.iter().flatten() {
            context.sink().notify_resource_updated(uri).await.unwrap();
        }
        Ok(())
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: Context) -> Answer<()> {
        self.hear(format!("subscribe {}", request.uri));
        Ok(())
    }

    async fn unsubscribe(&self, request: UnsubscribeRequestParams, _: Context) -> Answer<()> {
        self.hear(format!("unsubscribe {}", request.uri));
        Ok(())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: Context,
    ) -> Answer<CallToolResponse> {
        match request.name.as_ref() {
            "echo" => {
                let text = format!("{:?}", request.arguments);
                Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
            }
            "slow" => Ok(CreateTaskResult::new(task("t1")).into()),
            name => Err(ErrorData::invalid_params(format!("no tool {name}"), None)),
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListToolsResult> {
        let page = page_at(request.as_ref(), 2)?;
        let mut result = ListToolsResult::with_all_items(vec![tool(["echo", "slow"][page])]);
        result.next_cursor = next(page, 2);
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        ["echo", "slow"]
            .into_iter()
            .find(|tool| *tool == name)
            .map(tool)
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Context) -> Answer<CustomResult> {
        if request.method == "test/echo" {
            return Ok(CustomResult::new(json!({"echo": request.method})));
        }
        let message = format!("no method {}", request.method);
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }

    async fn on_cancelled(
        &self,
        notification: CancelledNotificationParam,
        _: NotificationContext<RoleServer>,
    ) {
        self.hear(format!("cancelled {:?}", notification.reason));
    }

    async fn on_progress(
        &self,
        notification: ProgressNotificationParam,
        _: NotificationContext<RoleServer>,
    ) {
        self.hear(format!("progress {}", notification.progress));
    }

    async fn on_initialized(&self, _: NotificationContext<RoleServer>) {
        self.hear("initialized");
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        self.hear("roots");
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _: NotificationContext<RoleServer>,
    ) {
        self.hear(format!("custom {}", notification.method));
    }

    async fn get_task(&self, request: GetTaskParams, _: Context) -> Answer<GetTaskResult> {
        let task = DetailedTask::new(task(&request.task_id), TaskPayload::Working);
        Ok(GetTaskResult::new(task))
    }

    async fn update_task(&self, request: UpdateTaskParams, _: Context) -> Answer<()> {
        self.hear(format!("update {}", request.task_id));
        Ok(())
    }

    async fn cancel_task(&self, request: CancelTaskParams, _: Context) -> Answer<()> {
        self.hear(format!("cancel {}", request.task_id));
        Ok(())
    }
}
