//! The service: one catalog, its bounds and its secret.

use std::{borrow::Cow, fmt, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    Body, CacheScope, Catalog, Entry, Error, Limits, RequestView, ResourceListing,
    SkillsServiceBuilder, Visible,
    body::Items,
    cache::CacheHints,
    cursor::{Binding, Keys},
    decide::Sight,
    envelope::{Envelope, Member},
    error::Cause,
    page::{Ids, Listing, Page, Sizes},
    policy::Policies,
};

/// Answers the methods of the skills extension over one catalog.
///
/// Each method takes a [`RequestView`] and its own params, and gives the `result` as a [`Body`] or an [`Error`] whose
/// code and text go to the client as they are. A service is a handle: cloning it copies a pointer.
///
/// Making a service for one embedded set does the same work whatever the set holds: it looks at a few numbers that the
/// build wrote down (C3).
#[derive(Clone)]
pub struct SkillsService(Arc<Parts>);

/// What a service is made of.
pub(crate) struct Parts {
    pub(crate) catalog: Catalog,
    pub(crate) scope: String,
    pub(crate) keys: Keys,
    pub(crate) policies: Policies,
    pub(crate) limits: Limits,
    pub(crate) envelope: Envelope,
    pub(crate) cache: CacheHints,
    pub(crate) meta: Map<String, Value>,
    pub(crate) resources: ResourceListing,
    pub(crate) skills: bool,
    pub(crate) directory_reads: bool,
}

impl SkillsService {
    /// Starts from the defaults.
    pub fn builder(catalog: impl Into<Catalog>) -> SkillsServiceBuilder {
        SkillsServiceBuilder::new(catalog.into())
    }

    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// What is served.
    pub fn catalog(&self) -> &Catalog {
        &self.0.catalog
    }

    /// The name that cursors are tied to.
    pub fn scope(&self) -> &str {
        &self.0.scope
    }

    /// The bounds.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Whether `skills/list` and `skills/get` are served, and so the extension is to be advertised (D1).
    pub fn serves_skills(&self) -> bool {
        self.0.skills
    }

    /// Whether `resources/directory/read` is served, and so `directoryRead` is to be advertised (D1).
    pub fn serves_directories(&self) -> bool {
        self.0.skills && self.0.directory_reads
    }

    /// How long a client may keep a result, in milliseconds (D4).
    pub fn ttl_ms(&self) -> u64 {
        self.0.cache.ttl_ms
    }

    /// Who may keep a result (D4).
    pub fn cache_scope(&self) -> CacheScope {
        self.0.cache.scope
    }

    /// The `_meta` object of every result; an empty one is left out.
    pub fn response_meta(&self) -> &Map<String, Value> {
        &self.0.meta
    }

    /// What the caller may see, decided now and once (A3): each policy is asked about everything.
    ///
    /// For a request that needs several answers. Put it into the request's view with
    /// [`RequestView::with_visible`], and no policy is asked again.
    ///
    /// # Errors
    ///
    /// -32603 where a policy fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use skills_runtime::{RequestView, SkillSet, SkillsService};
    ///
    /// static SKILLS: SkillSet = SkillSet::EMPTY;
    /// let service = SkillsService::builder(&SKILLS).build()?;
    ///
    /// let request = RequestView::new("2026-07-28").with_method("tools/call");
    /// let request = request.clone().with_visible(service.visible(&request)?);
    /// let names: Vec<_> = service.entries(&request)?.iter().map(|entry| entry.name()).collect();
    /// assert!(names.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visible(&self, request: &RequestView<'_>) -> Result<Visible, Error> {
        let sight = self.sight(request, "skills/list")?;
        sight.into_complete().map(Cow::into_owned)
    }

    /// The entries that the caller may see, bytewise by root URI (D3), whether or not `skills/list` is served.
    ///
    /// # Errors
    ///
    /// -32603 where a policy fails.
    pub fn entries(&self, request: &RequestView<'_>) -> Result<Vec<Entry<'_>>, Error> {
        let visible = self.visible(request)?;
        let entries = self.catalog().entries();
        Ok(entries.filter(|entry| visible.entry(entry)).collect())
    }

    /// What the caller of `method` may see.
    pub(crate) fn sight<'a>(
        &'a self,
        request: &'a RequestView<'_>,
        method: &'static str,
    ) -> Result<Sight<'a>, Error> {
        Sight::new(self.catalog(), &self.0.policies, request, method)
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0
    }

    /// Whether a URI is short enough to be looked at (L).
    pub(crate) fn takes_uri(&self, uri: &str) -> bool {
        uri.len() as u64 <= self.0.limits.uri_bytes()
    }

    /// Holds an item of a list to the bounds that requests are held to, too: what could not be asked for is not offered (L).
    pub(crate) fn check_served(
        &self,
        uri_len: usize,
        uri: impl FnOnce() -> &'static str,
    ) -> Result<(), Error> {
        check_bound("uri_bytes", uri, uri_len, self.0.limits.uri_bytes())
    }

    /// The page of a list at a cursor.
    pub(crate) fn page<'a>(
        &'a self,
        request: &RequestView<'_>,
        list: List<'a>,
        sizes: impl Sizes,
        visible: impl FnOnce() -> Result<[u8; 32], Error>,
        cursor: Option<&str>,
    ) -> Result<Page, Error> {
        let List {
            name,
            directory,
            member,
            ids,
        } = list;
        let listing = self.listing(member, request.carries_hints(), ids, sizes);
        let binding = || Ok(self.binding(name, directory, visible()?));
        listing.page(&self.0.keys, binding, cursor)
    }

    /// A list with the room that its pages have.
    pub(crate) fn listing<'a, S>(
        &self,
        member: Member,
        hints: bool,
        ids: Ids<'a>,
        sizes: S,
    ) -> Listing<'a, S> {
        let Parts {
            limits, envelope, ..
        } = self.parts();
        let overhead = envelope.overhead(member, hints) + Envelope::cursor_overhead();
        let space = usize::try_from(limits.result_bytes()).unwrap_or(usize::MAX);
        Listing {
            ids,
            sizes,
            space: space.saturating_sub(overhead),
            page_size: limits.page_size(),
        }
    }

    /// What the cursors of a list are tied to (D5).
    pub(crate) fn binding<'a>(
        &'a self,
        listing: &'static str,
        directory: &'a str,
        visible: [u8; 32],
    ) -> Binding<'a> {
        let Parts { limits, scope, .. } = self.parts();
        Binding {
            listing,
            directory,
            scope,
            page_size: limits.page_size(),
            result_bytes: limits.result_bytes(),
            visible,
        }
    }

    /// The result of a list: the items of one page.
    pub(crate) fn list_body(
        &self,
        request: &RequestView<'_>,
        member: Member,
        items: Items,
        next_cursor: Option<String>,
    ) -> Result<Body, Error> {
        let hints = request.carries_hints();
        let body = self.0.envelope.wrap(member, hints, items, next_cursor);
        guard(body, "result_bytes", self.0.limits.result_bytes())
    }
}

/// What tells one list from another.
pub(crate) struct List<'a> {
    /// The method, and where a setting narrows what it lists, that too.
    pub(crate) name: &'static str,
    /// The directory that is read, empty for other methods.
    pub(crate) directory: &'a str,
    pub(crate) member: Member,
    pub(crate) ids: Ids<'a>,
}

/// The last look at a finished result, whatever was computed before (L).
pub(crate) fn guard(body: Body, limit: &'static str, allowed: u64) -> Result<Body, Error> {
    check_bound(limit, || "a result", body.len(), allowed)?;
    Ok(body)
}

pub(crate) fn check_bound(
    limit: &'static str,
    uri: impl FnOnce() -> &'static str,
    got: usize,
    allowed: u64,
) -> Result<(), Error> {
    let got = got as u64;
    if got <= allowed {
        return Ok(());
    }
    Err(Cause::Oversized {
        limit,
        uri: uri(),
        got,
        allowed,
    }
    .into())
}

impl fmt::Debug for SkillsService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsService")
            .field("catalog", &self.0.catalog)
            .field("scope", &self.0.scope)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        SkillSet, Visible,
        testing::{current, many, text, uris},
    };

    type Call = fn(&SkillsService, &RequestView, Option<&str>) -> Result<Body, Error>;

    /// Every way to use a cursor.
    const LISTS: [(&str, Call); 4] = [
        ("skills", |service, request, cursor| {
            service.list(request, cursor)
        }),
        ("resources", |service, request, cursor| {
            service.list_resources(request, cursor)
        }),
        ("directory", |service, request, cursor| {
            service.read_directory(request, "skill://acme", cursor)
        }),
        ("subdirectory", |service, request, cursor| {
            service.read_directory(request, "skill://acme/s00", cursor)
        }),
    ];

    fn limits(page_size: u64, result_bytes: u64) -> Limits {
        let builder = Limits::builder().page_size(page_size);
        builder.result_bytes(result_bytes).build().unwrap()
    }

    fn builder(set: SkillSet) -> SkillsServiceBuilder {
        SkillsService::builder(set)
            .scope("acme")
            .cursor_secret([1; 32])
            .limits(limits(1, 8 << 20))
            .directory_reads(true)
    }

    fn cursor(service: &SkillsService, request: &RequestView, call: Call) -> String {
        uris(call(service, request, None).unwrap()).1.unwrap()
    }

    fn refused(service: &SkillsService, request: &RequestView, call: Call, cursor: &str) {
        let error = call(service, request, Some(cursor)).unwrap_err();
        let answer = (error.code(), error.message());
        assert_eq!(answer, (-32602, "invalid or stale cursor"), "{cursor:.80}");
    }

    // D5
    #[test]
    fn a_changed_cursor_is_refused() {
        let service = builder(many(3).set()).build().unwrap();
        for (_, call) in LISTS {
            let cursor = cursor(&service, &current(), call);
            assert!(call(&service, &current(), Some(&cursor)).is_ok());
            for index in 0..cursor.len() {
                for bit in 0..7 {
                    let mut bytes = cursor.clone().into_bytes();
                    bytes[index] ^= 1 << bit;
                    refused(
                        &service,
                        &current(),
                        call,
                        &String::from_utf8(bytes).unwrap(),
                    );
                }
                refused(
                    &service,
                    &current(),
                    call,
                    &format!("{}é", &cursor[..index]),
                );
                if index > 0 {
                    refused(&service, &current(), call, &cursor[..index]);
                }
            }
            for longer in [
                format!("{cursor}A"),
                format!("{cursor}.{cursor}"),
                cursor.repeat(20_000),
            ] {
                refused(&service, &current(), call, &longer);
            }
            for nonsense in [
                " ",
                "0",
                "null",
                "garbage",
                "雪",
                &"é".repeat(24),
                &"\0".repeat(48),
            ] {
                refused(&service, &current(), call, nonsense);
            }
        }
    }

    // D5: a cursor of one list is none of another, nor of another directory.
    #[test]
    fn a_cursor_belongs_to_its_list() {
        let service = builder(many(3).set()).build().unwrap();
        for (name, call) in LISTS {
            let cursor = cursor(&service, &current(), call);
            for (other, other_call) in LISTS {
                if name != other {
                    refused(&service, &current(), other_call, &cursor);
                }
            }
        }
        let roots = builder(many(3).set())
            .resource_listing(ResourceListing::Roots)
            .build()
            .unwrap();
        let (_, resources) = LISTS[1];
        refused(
            &roots,
            &current(),
            resources,
            &cursor(&service, &current(), resources),
        );
        refused(
            &service,
            &current(),
            resources,
            &cursor(&roots, &current(), resources),
        );
    }

    // D5
    #[test]
    fn a_cursor_belongs_to_its_scope_sizes_and_key() {
        let set = many(3).set();
        let service = builder(set).build().unwrap();
        for (_, call) in LISTS {
            let cursor = cursor(&service, &current(), call);
            for other in [
                builder(set).scope("acme2"),
                builder(set).limits(limits(2, 8 << 20)),
                builder(set).limits(limits(1, (8 << 20) - 1)),
                builder(set).cursor_secret([2; 32]),
                builder(set).cursor_secret([1; 33]),
            ] {
                refused(&other.build().unwrap(), &current(), call, &cursor);
            }
            // What is no part of it: another handle, hints, the protocol version.
            let same = builder(set).ttl_ms(5).build().unwrap();
            assert!(call(&same, &RequestView::new("2025-11-25"), Some(&cursor)).is_ok());
        }
    }

    // D5
    #[test]
    fn a_cursor_belongs_to_what_was_visible() {
        let service = builder(many(4).set()).build().unwrap();
        let see = |names: &'static [&str]| {
            let allow = |entry: &crate::Entry<'_>| names.contains(&entry.name());
            current().with_visible(Visible::select(service.catalog(), allow, |_| true))
        };
        let [few, more] = [see(&["s00", "s02"]), see(&["s00", "s01", "s02"])];
        for (_, call) in LISTS {
            let cursors = [&current(), &few, &more].map(|request| cursor(&service, request, call));
            for (index, request) in [&current(), &few, &more].into_iter().enumerate() {
                for (other, cursor) in cursors.iter().enumerate() {
                    if index == other {
                        assert!(call(&service, request, Some(cursor)).is_ok());
                    } else {
                        refused(&service, request, call, cursor);
                    }
                }
            }
        }
    }

    // D5: a change among concealed entries does not break a chain of pages; one among visible entries does.
    #[test]
    fn a_cursor_outlives_changes_that_its_caller_cannot_see() {
        let see = |service: &SkillsService| {
            let allow = |entry: &crate::Entry<'_>| matches!(entry.name(), "s00" | "s02");
            current().with_visible(Visible::select(service.catalog(), allow, |_| true))
        };
        let before = builder(many(3).set()).build().unwrap();
        let concealed = builder(many(9).set()).build().unwrap();
        let changed = many(3).skill("skill://acme/s02", &[("new.txt", b"")]);
        let changed = builder(changed.set()).build().unwrap();
        for (_, call) in LISTS {
            let cursor = cursor(&before, &see(&before), call);
            let page = |service| call(service, &see(service), Some(&cursor)).map(text);
            assert_eq!(page(&before), page(&concealed));
            assert_eq!(page(&changed), Err(Error::CURSOR));
        }
    }

    // D5: the precomputed fingerprint and the one of a selection of everything are the same.
    #[test]
    fn a_cursor_holds_for_everybody_who_sees_the_same() {
        let service = builder(many(3).set()).build().unwrap();
        let everything = Visible::select(service.catalog(), |_| true, |_| true);
        let selected = current().with_visible(everything);
        for (_, call) in LISTS {
            let cursor = cursor(&service, &current(), call);
            let page = |request| text(call(&service, request, Some(&cursor)).unwrap());
            assert_eq!(page(&selected), page(&current()));
        }
    }

    /// Asks for everything that the pack still knows about, and for what it knew when it was whole.
    fn ask_everything(catalog: &Catalog, whole: &Catalog) {
        let builder = SkillsService::builder(catalog.clone()).scope("test");
        let builder = builder.limits(limits(3, 8 << 20)).directory_reads(true);
        // A header may claim that everything is too large.
        let Ok(service) = builder.build() else { return };
        let some = Visible::select(
            catalog,
            |entry| !entry.name().is_empty(),
            |file| file.size() > 0,
        );
        for request in [current(), current().with_visible(some)] {
            for (_, call) in LISTS {
                let body = call(&service, &request, None);
                let cursor = body.ok().and_then(|body| {
                    let value: Value = serde_json::from_slice(&body.into_vec()).ok()?;
                    Some(value["nextCursor"].as_str()?.to_owned())
                });
                let _ = call(&service, &request, cursor.as_deref());
            }
            for known in [catalog, whole] {
                for entry in known.entries() {
                    let _ = service.get(&request, entry.uri());
                }
                for file in known.files() {
                    let _ = service.read(&request, file.uri());
                }
            }
        }
        let _ = catalog.verify();
    }

    // A4: whatever a pack holds, an answer or an error, never a panic.
    #[test]
    fn a_damaged_pack_never_panics() {
        let inner = many(2).skill("skill://acme/s00/inner", &[("x.bin", &[1, 2, 3])]);
        let whole = inner.pack(|_| {});
        let other = crate::testing::Fixture::default()
            .skill("skill://acme/other", &[])
            .set();
        let open = |pack: Vec<u8>| {
            let pack = skills_pack::Pack::new(Vec::leak(pack)).ok()?;
            Some(SkillSet::new(pack, "test"))
        };
        let intact = Catalog::from(open(whole.clone()).unwrap());
        for (at, mask) in (0..whole.len()).zip([0xff, 1, 0x80].into_iter().cycle()) {
            let mut pack = whole.clone();
            pack[at] ^= mask;
            let Some(set) = open(pack) else { continue };
            ask_everything(&Catalog::from(set), &intact);
            if let Ok(merged) = Catalog::new([&set, &other]) {
                ask_everything(&merged, &intact);
            }
        }
    }

    #[test]
    fn a_service_is_a_handle() {
        let service = builder(many(1).set()).build().unwrap();
        assert_eq!(
            std::mem::size_of::<SkillsService>(),
            std::mem::size_of::<usize>()
        );
        assert!(Arc::ptr_eq(&service.0, &service.clone().0));
    }
}
