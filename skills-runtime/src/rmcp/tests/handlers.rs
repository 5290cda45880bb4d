//! Small handlers and policies.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ErrorCode, ListResourcesResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};

use crate::{Entry, RequestView, SkillsServiceBuilder};

/// A handler that serves nothing, whatever it declares.
#[derive(Clone, Default)]
pub(super) struct Mute(pub(super) ServerCapabilities);

impl Mute {
    /// It declares resources.
    pub(super) fn declaring() -> Self {
        Self(ServerCapabilities::builder().enable_resources().build())
    }
}

impl ServerHandler for Mute {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(self.0.clone())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            "nothing here",
            None,
        ))
    }
}

/// The names of the skills that callers may see, changed at will.
#[derive(Clone)]
pub(super) struct Seen(Arc<Mutex<BTreeSet<&'static str>>>);

impl Seen {
    pub(super) fn new(names: &[&'static str]) -> Self {
        Self(Arc::new(Mutex::new(names.iter().copied().collect())))
    }

    pub(super) fn set(&self, names: &[&'static str]) {
        *self.0.lock().unwrap() = names.iter().copied().collect();
    }
}

/// The service of callers who see only what `seen` names.
pub(super) fn seen_by(builder: SkillsServiceBuilder, seen: &Seen) -> SkillsServiceBuilder {
    let seen = seen.clone();
    builder.availability(move |entry: &Entry<'_>, _: &RequestView<'_>| {
        seen.0.lock().unwrap().contains(entry.name())
    })
}

/// The service of a server whose policy is broken.
pub(super) fn failing(builder: SkillsServiceBuilder) -> SkillsServiceBuilder {
    builder
        .availability(|_: &Entry<'_>, _: &RequestView<'_>| Err::<bool, _>("the database is away"))
}
