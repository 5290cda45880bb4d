//! Requests, and policies that know what they were asked.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};

use crate::{
    Body, Entry, Error, File, Limits, RequestView, SkillsService, SkillsServiceBuilder,
    testing::{Fixture, uris},
};

/// A request as a client would send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    List(Option<String>),
    Get(String),
    Resources(Option<String>),
    Read(String),
    Directory(String, Option<String>),
}

impl Request {
    pub(super) fn send(
        &self,
        service: &SkillsService,
        view: &RequestView<'_>,
    ) -> Result<Body, Error> {
        match self {
            Self::List(cursor) => service.list(view, cursor.as_deref()),
            Self::Get(uri) => service.get(view, uri),
            Self::Resources(cursor) => service.list_resources(view, cursor.as_deref()),
            Self::Read(uri) => service.read(view, uri),
            Self::Directory(uri, cursor) => service.read_directory(view, uri, cursor.as_deref()),
        }
    }

    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::List(_) => "skills/list",
            Self::Get(_) => "skills/get",
            Self::Resources(_) => "resources/list",
            Self::Read(_) => "resources/read",
            Self::Directory(..) => "resources/directory/read",
        }
    }

    /// The same list at another place.
    pub(super) fn at(&self, cursor: Option<&str>) -> Self {
        let cursor = cursor.map(str::to_owned);
        match self {
            Self::List(_) => Self::List(cursor),
            Self::Resources(_) => Self::Resources(cursor),
            Self::Directory(uri, _) => Self::Directory(uri.clone(), cursor),
            other => other.clone(),
        }
    }

    /// Every request about one URI.
    pub(super) fn about(uri: &str) -> [Self; 3] {
        [
            Self::Get(uri.to_owned()),
            Self::Read(uri.to_owned()),
            Self::Directory(uri.to_owned(), None),
        ]
    }
}

/// The first page of every list of a service, and everything that can be asked for by URI, whoever may see it.
pub(super) fn everything(service: &SkillsService) -> Vec<Request> {
    let mut requests = vec![Request::List(None), Request::Resources(None)];
    let catalog = service.catalog();
    requests.extend(
        catalog
            .entries()
            .map(|entry| Request::Get(entry.uri().to_owned())),
    );
    requests.extend(
        catalog
            .files()
            .map(|file| Request::Read(file.uri().to_owned())),
    );
    requests.extend(
        directories(service)
            .into_iter()
            .map(|uri| Request::Directory(uri, None)),
    );
    requests
}

pub(super) fn directories(service: &SkillsService) -> Vec<String> {
    let mut found: Vec<String> = service
        .catalog()
        .files()
        .flat_map(|file| {
            let slashes = file.uri().match_indices('/').map(|(at, _)| at);
            let levels = slashes.filter(|at| *at > "skill://".len());
            levels
                .map(|at| file.uri()[..at].to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The pages of a list until it ends or a page is refused.
pub(super) fn pages(
    service: &SkillsService,
    view: &RequestView<'_>,
    list: &Request,
) -> Result<Vec<Vec<String>>, Error> {
    let mut pages = Vec::new();
    let mut request = list.at(None);
    loop {
        let (page, cursor) = uris(request.send(service, view)?);
        pages.push(page);
        let Some(cursor) = cursor else {
            return Ok(pages);
        };
        request = list.at(Some(&cursor));
    }
}

/// What policies were asked, in order: the method, and `entry` or `file` with its URI.
#[derive(Clone, Default)]
pub(super) struct Asked(Arc<Mutex<Vec<(String, String)>>>);

impl Asked {
    fn note(&self, view: &RequestView<'_>, what: String) {
        let note = (view.method().to_owned(), what);
        self.0.lock().unwrap().push(note);
    }

    pub(super) fn take(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// A policy that notes what it is asked before it decides.
    pub(super) fn availability(
        &self,
        builder: SkillsServiceBuilder,
        allow: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> SkillsServiceBuilder {
        let asked = self.clone();
        builder.availability(move |entry: &Entry<'_>, view: &RequestView<'_>| {
            asked.note(view, format!("entry {}", entry.uri()));
            allow(entry.uri())
        })
    }

    /// Both policies, likewise.
    pub(super) fn policies(
        &self,
        builder: SkillsServiceBuilder,
        allow: impl Fn(&str) -> bool + Send + Sync + 'static,
        permit: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> SkillsServiceBuilder {
        let asked = self.clone();
        let builder = self.availability(builder, allow);
        builder.resource_policy(move |file: &File<'_>, view: &RequestView<'_>| {
            asked.note(view, format!("file {}", file.uri()));
            permit(file.uri())
        })
    }
}

pub(super) fn builder(fixture: &Fixture, page_size: u64) -> SkillsServiceBuilder {
    let limits = Limits::builder().page_size(page_size).build().unwrap();
    SkillsService::builder(fixture.set())
        .limits(limits)
        .directory_reads(true)
        .scope("acme")
        .cursor_secret([1; 32])
}
