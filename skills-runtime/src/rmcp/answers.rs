//! The SDK's own results for what a service answers.

use std::{ops::Range, sync::Arc};

use ::rmcp::model::{
    CacheScope, GetSkillResult, ListResourcesResult, ListSkillsResult, MetaObject,
    ReadResourceResult, Resource, ResourceContents, ResultType,
};

use super::typed::Typed;
use crate::{Error, File, RequestView, SkillsService, error::Cause, page::Page, read};

/// A result with what every result carries: the SDK's types share the fields, but no trait.
macro_rules! stamped {
    ($result:expr, $stamp:expr) => {{
        let (mut result, stamp) = ($result, $stamp);
        result.result_type = stamp.result_type;
        result.ttl_ms = stamp.ttl_ms;
        result.cache_scope = stamp.cache_scope;
        result.meta = stamp.meta;
        result
    }};
}

/// A service that answers in the SDK's types, with the pages, bounds and errors of the encoded results.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    service: SkillsService,
    typed: Arc<Typed>,
}

impl Answers {
    pub(super) fn new(service: SkillsService) -> Self {
        Self {
            service,
            typed: Arc::default(),
        }
    }

    pub(super) fn service(&self) -> &SkillsService {
        &self.service
    }

    pub(super) fn skills(
        &self,
        view: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<ListSkillsResult, Error> {
        let page = self.service.skill_page(view, cursor)?;
        let skills = ids(page.runs).map(|id| self.typed.skill(self.service.catalog(), id));
        let skills = skills.collect::<Result<_, _>>()?;
        let mut result = ListSkillsResult::with_all_items(skills);
        result.next_cursor = page.next_cursor;
        Ok(stamped!(result, self.stamp(view)))
    }

    pub(super) fn skill(&self, view: &RequestView<'_>, uri: &str) -> Result<GetSkillResult, Error> {
        let entry = self.service.visible_entry(view, uri)?;
        let id = entry.id().ok_or(Cause::Damaged)?;
        let skill = self.typed.skill(self.service.catalog(), id)?;
        Ok(stamped!(GetSkillResult::new(skill), self.stamp(view)))
    }

    pub(super) fn resources(
        &self,
        view: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, Error> {
        let page = self.service.resource_page(view, cursor)?;
        self.resources_on(view, page)
    }

    pub(super) fn resources_on(
        &self,
        view: &RequestView<'_>,
        page: Page,
    ) -> Result<ListResourcesResult, Error> {
        let resources = ids(page.runs).map(|id| self.typed.resource(self.service.catalog(), id));
        let resources = resources.collect::<Result<_, _>>()?;
        Ok(self.resource_list(view, resources, page.next_cursor))
    }

    pub(super) fn children(
        &self,
        view: &RequestView<'_>,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, Error> {
        let (directory, page) = self.service.directory_page(view, uri, cursor)?;
        let catalog = self.service.catalog();
        let children = ids(page.runs).map(|child| self.typed.child(catalog, &directory, child));
        let children = children.collect::<Result<_, _>>()?;
        Ok(self.resource_list(view, children, page.next_cursor))
    }

    pub(super) fn content(
        &self,
        view: &RequestView<'_>,
        uri: &str,
    ) -> Result<ReadResourceResult, Error> {
        let file = self.service.visible_file(view, uri)?;
        let contents = vec![contents(&file)?];
        Ok(stamped!(
            ReadResourceResult::new(contents),
            self.stamp(view)
        ))
    }

    fn resource_list(
        &self,
        view: &RequestView<'_>,
        resources: Vec<Resource>,
        next_cursor: Option<String>,
    ) -> ListResourcesResult {
        let mut result = ListResourcesResult::with_all_items(resources);
        result.next_cursor = next_cursor;
        stamped!(result, self.stamp(view))
    }

    /// A list of ours that has nothing in it.
    pub(super) fn no_resources(&self, view: &RequestView<'_>) -> ListResourcesResult {
        self.resource_list(view, Vec::new(), None)
    }

    /// Holds a result that depends on the caller to the hints of the results that depend on the caller (D4).
    pub(super) fn tighten(&self, ttl_ms: Option<&mut u64>, scope: Option<&mut CacheScope>) {
        if let Some(ttl_ms) = ttl_ms {
            *ttl_ms = self.service.ttl_ms().min(*ttl_ms);
        }
        if let Some(scope) = scope
            && self.cache_scope() == CacheScope::Private
        {
            *scope = CacheScope::Private;
        }
    }

    fn cache_scope(&self) -> CacheScope {
        match self.service.cache_scope() {
            crate::CacheScope::Private => CacheScope::Private,
            crate::CacheScope::Public => CacheScope::Public,
        }
    }

    /// The `_meta` of every result.
    pub(super) fn meta(&self) -> Option<MetaObject> {
        let meta = self.service.response_meta();
        (!meta.is_empty()).then(|| MetaObject::from(meta.clone()))
    }

    /// What every result carries (D4). The SDK would send cache hints to older peers too.
    fn stamp(&self, view: &RequestView<'_>) -> Stamp {
        let hints = view.carries_hints();
        Stamp {
            result_type: hints.then_some(ResultType::COMPLETE),
            ttl_ms: hints.then_some(self.service.ttl_ms()),
            cache_scope: hints.then(|| self.cache_scope()),
            meta: self.meta(),
        }
    }

    /// Whether a method is ours, so that it can only have come here because its params are malformed.
    pub(super) fn owns(&self, method: &str) -> bool {
        match method {
            "resources/list" | "resources/read" => true,
            "skills/list" | "skills/get" => self.service.serves_skills(),
            "resources/directory/read" => self.service.serves_directories(),
            _ => false,
        }
    }
}

struct Stamp {
    result_type: Option<ResultType>,
    ttl_ms: Option<u64>,
    cache_scope: Option<CacheScope>,
    meta: Option<MetaObject>,
}

pub(super) fn contents(file: &File<'_>) -> Result<ResourceContents, Error> {
    let contents = if file.is_text() {
        ResourceContents::text(read::text(file)?, file.uri())
    } else {
        ResourceContents::blob(read::base64(file), file.uri())
    };
    Ok(contents.with_mime_type(file.mime_type()))
}

fn ids(runs: Vec<Range<u32>>) -> impl Iterator<Item = u32> {
    runs.into_iter().flatten()
}
