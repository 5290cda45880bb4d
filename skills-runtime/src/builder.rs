//! How a service is set up.

use std::{fmt, sync::OnceLock};

use serde_json::{Map, Value};

use crate::{
    CacheScope, Catalog, Limits, ResourceListing, SkillsService,
    cache::{CacheHints, MAX_TTL_MS},
    cursor::Key,
    envelope::{Envelope, Member},
    service::Parts,
};

const SECRET_LEN: std::ops::RangeInclusive<usize> = 32..=4096;
const SCOPE_LEN: std::ops::RangeInclusive<usize> = 1..=128;

/// Sets up a [`SkillsService`]; what is wrong is reported by [`build`](Self::build), the first problem first.
#[derive(Clone, Debug)]
pub struct SkillsServiceBuilder {
    catalog: Catalog,
    scope: String,
    key: Option<Key>,
    limits: Limits,
    cache: CacheHints,
    meta: Map<String, Value>,
    resources: ResourceListing,
    skills: bool,
    directory_reads: bool,
    problem: Option<BuildErrorKind>,
}

impl SkillsServiceBuilder {
    pub(crate) fn new(catalog: Catalog) -> Self {
        let builder = Self {
            scope: String::new(),
            key: None,
            limits: Limits::default(),
            cache: CacheHints::default(),
            meta: Map::new(),
            resources: ResourceListing::default(),
            skills: true,
            directory_reads: false,
            problem: None,
            catalog,
        };
        let scope = builder.catalog.scope();
        builder.scope(scope)
    }

    /// The name that cursors are tied to, 1–128 bytes; by default the name of the crate that embedded the first set.
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scope = scope.into();
        self
    }

    /// The secret that signs cursors (D5), 32–4,096 bytes.
    ///
    /// By default 32 random bytes that live as long as the process. Servers that share a load must share a secret, or a
    /// client that meets another replica on its second page is told that its cursor is stale.
    pub fn cursor_secret(mut self, secret: impl AsRef<[u8]>) -> Self {
        let secret = secret.as_ref();
        self.key = Some(secret)
            .filter(|secret| SECRET_LEN.contains(&secret.len()))
            .and_then(Key::new);
        if self.key.is_none() {
            self.report(BuildErrorKind::Secret(secret.len()));
        }
        self
    }

    /// The bounds (L).
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How long a result may be kept, in milliseconds, 0–9,007,199,254,740,991; 0 by default (D4).
    pub fn ttl_ms(mut self, ttl_ms: u64) -> Self {
        self.cache.ttl_ms = ttl_ms;
        if ttl_ms > MAX_TTL_MS {
            self.report(BuildErrorKind::Ttl(ttl_ms));
        }
        self
    }

    /// Who may keep a result; only the caller by default (D4).
    pub fn cache_scope(mut self, scope: CacheScope) -> Self {
        self.cache.scope = scope;
        self
    }

    /// A `_meta` object for every result, counted in the bounds; none by default.
    pub fn response_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    /// Which files `resources/list` shows; all of them by default (D7).
    pub fn resource_listing(mut self, resources: ResourceListing) -> Self {
        self.resources = resources;
        self
    }

    /// Whether `resources/directory/read` is served; it is not by default (D9).
    pub fn directory_reads(mut self, on: bool) -> Self {
        self.directory_reads = on;
        self
    }

    /// Whether `skills/list` and `skills/get` are served; they are by default.
    ///
    /// Without them the files are plain resources, and nothing of the extension is served or advertised (D1).
    pub fn skills(mut self, on: bool) -> Self {
        self.skills = on;
        self
    }

    /// The service.
    ///
    /// # Errors
    ///
    /// A scope, secret or time to live out of its range; a catalog with more skills or files than its bounds allow; a
    /// `_meta` object that leaves no room in a result; no random numbers from the operating system.
    pub fn build(mut self) -> Result<SkillsService, BuildError> {
        self.check_scope();
        self.check_catalog();
        let meta = encode_meta(&self.meta);
        let envelope = Envelope::new(self.cache, meta.as_deref());
        self.check_room(&envelope);
        if let Some(problem) = self.problem {
            return Err(BuildError(problem));
        }
        let key = self.key.map_or_else(process_key, Ok)?;
        Ok(SkillsService::new(Parts {
            catalog: self.catalog,
            scope: self.scope,
            key,
            limits: self.limits,
            envelope,
            cache: self.cache,
            meta: self.meta,
            resources: self.resources,
            skills: self.skills,
            directory_reads: self.directory_reads,
        }))
    }

    fn check_scope(&mut self) {
        if !SCOPE_LEN.contains(&self.scope.len()) {
            self.report(BuildErrorKind::Scope(self.scope.len()));
        }
    }

    fn check_catalog(&mut self) {
        let counts = [
            ("entries", self.catalog.len(), self.limits.entries()),
            ("files", self.catalog.file_count(), self.limits.files()),
        ];
        for (limit, got, allowed) in counts {
            let got = got as u64;
            if got > allowed {
                self.report(BuildErrorKind::Catalog {
                    limit,
                    got,
                    allowed,
                });
            }
        }
    }

    fn check_room(&mut self, envelope: &Envelope) {
        let lists = envelope.overhead(Member::RESOURCES, true) + Envelope::cursor_overhead();
        let reads = envelope.overhead(Member::CONTENTS, true);
        let needs = [
            ("result_bytes", lists, self.limits.result_bytes()),
            ("read_bytes", reads, self.limits.read_bytes()),
        ];
        for (limit, got, allowed) in needs {
            let got = got as u64;
            if got >= allowed {
                self.report(BuildErrorKind::Room {
                    limit,
                    got,
                    allowed,
                });
            }
        }
    }

    fn report(&mut self, problem: BuildErrorKind) {
        self.problem.get_or_insert(problem);
    }
}

fn encode_meta(meta: &Map<String, Value>) -> Option<String> {
    // A map of strings and values always has a JSON form; `Value` writes it without a failure to report.
    (!meta.is_empty()).then(|| Value::Object(meta.clone()).to_string())
}

/// One random secret for the whole process, so that services made one after another accept each other's cursors.
fn process_key() -> Result<Key, BuildError> {
    static KEY: OnceLock<Key> = OnceLock::new();
    if let Some(key) = KEY.get() {
        return Ok(key.clone());
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| BuildError(BuildErrorKind::Random(error)))?;
    let key = Key::new(&secret).ok_or(BuildError(BuildErrorKind::Secret(secret.len())))?;
    Ok(KEY.get_or_init(|| key).clone())
}

/// Why a service cannot be made.
#[derive(Clone, Debug)]
pub struct BuildError(BuildErrorKind);

#[derive(Clone, Debug)]
enum BuildErrorKind {
    Scope(usize),
    Secret(usize),
    Ttl(u64),
    Catalog {
        limit: &'static str,
        got: u64,
        allowed: u64,
    },
    Room {
        limit: &'static str,
        got: u64,
        allowed: u64,
    },
    Random(getrandom::Error),
}

impl BuildError {
    /// Whether the catalog holds more than its bounds allow.
    pub fn is_catalog_too_large(&self) -> bool {
        matches!(self.0, BuildErrorKind::Catalog { .. })
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            BuildErrorKind::Scope(len) => write!(
                f,
                "`scope` has the wrong length (got {len} bytes, allowed 1 to 128)"
            ),
            BuildErrorKind::Secret(len) => write!(
                f,
                "`cursor_secret` has the wrong length (got {len} bytes, allowed 32 to 4096)"
            ),
            BuildErrorKind::Ttl(ttl_ms) => write!(
                f,
                "`ttl_ms` is out of range (got {ttl_ms}, allowed 0 to {MAX_TTL_MS})"
            ),
            BuildErrorKind::Catalog {
                limit,
                got,
                allowed,
            } => write!(
                f,
                "the catalog does not fit limit `{limit}` (got {got}, allowed {allowed})"
            ),
            BuildErrorKind::Room {
                limit,
                got,
                allowed,
            } => write!(
                f,
                "limit `{limit}` leaves no room beside `response_meta` (got {got} bytes without an item, allowed \
                 {allowed})"
            ),
            BuildErrorKind::Random(error) => {
                write!(f, "failed to get a random cursor secret: {error}")
            }
        }
    }
}

impl std::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;

    use super::*;
    use crate::{
        LimitsBuilder,
        testing::{current, many, uris},
    };

    fn builder() -> SkillsServiceBuilder {
        SkillsService::builder(many(3).set())
    }

    fn message(builder: SkillsServiceBuilder) -> String {
        builder.build().unwrap_err().to_string()
    }

    #[test]
    fn defaults() {
        let service = builder().build().unwrap();
        assert_eq!(service.scope(), "fixture");
        assert_eq!(service.limits(), &Limits::default());
        assert_eq!(
            (service.ttl_ms(), service.cache_scope()),
            (0, CacheScope::Private)
        );
        assert!(service.response_meta().is_empty());
        assert!(service.serves_skills() && !service.serves_directories());
        assert_eq!(service.catalog().len(), 3);
    }

    // L
    #[test]
    fn a_scope_has_1_to_128_bytes() {
        for len in [1, 128] {
            assert_eq!(
                builder()
                    .scope("s".repeat(len))
                    .build()
                    .unwrap()
                    .scope()
                    .len(),
                len
            );
        }
        for len in [0, 129] {
            let expected =
                format!("`scope` has the wrong length (got {len} bytes, allowed 1 to 128)");
            assert_eq!(message(builder().scope("s".repeat(len))), expected);
        }
    }

    // L
    #[test]
    fn a_secret_has_32_to_4096_bytes() {
        for len in [32, 4096] {
            assert!(builder().cursor_secret(vec![1; len]).build().is_ok());
        }
        for len in [0, 31, 4097] {
            let expected = format!(
                "`cursor_secret` has the wrong length (got {len} bytes, allowed 32 to 4096)"
            );
            assert_eq!(message(builder().cursor_secret(vec![1; len])), expected);
        }
    }

    // D4
    #[test]
    fn a_time_to_live_is_a_safe_integer() {
        assert!(builder().ttl_ms(MAX_TTL_MS).build().is_ok());
        assert_eq!(
            message(builder().ttl_ms(MAX_TTL_MS + 1)),
            "`ttl_ms` is out of range (got 9007199254740992, allowed 0 to 9007199254740991)"
        );
    }

    // L
    #[test]
    fn a_catalog_over_its_bounds_is_refused_at_the_start() {
        let limits = |entries, files| {
            Limits::builder()
                .entries(entries)
                .files(files)
                .build()
                .unwrap()
        };
        assert!(builder().limits(limits(3, 6)).build().is_ok());
        let error = builder().limits(limits(2, 6)).build().unwrap_err();
        assert!(error.is_catalog_too_large());
        assert_eq!(
            error.to_string(),
            "the catalog does not fit limit `entries` (got 3, allowed 2)"
        );
        assert_eq!(
            message(builder().limits(limits(3, 5))),
            "the catalog does not fit limit `files` (got 6, allowed 5)"
        );
    }

    // L
    #[test]
    fn meta_that_leaves_no_room_is_refused_at_the_start() {
        let meta = json!({"filler": "y".repeat(500)})
            .as_object()
            .unwrap()
            .clone();
        let with = |limits: LimitsBuilder| {
            builder()
                .limits(limits.build().unwrap())
                .response_meta(meta.clone())
        };
        assert_eq!(
            message(with(Limits::builder().entry_bytes(1).result_bytes(600))),
            "limit `result_bytes` leaves no room beside `response_meta` (got 659 bytes without an item, allowed 600)"
        );
        assert_eq!(
            message(with(Limits::builder().read_bytes(100))),
            "limit `read_bytes` leaves no room beside `response_meta` (got 594 bytes without an item, allowed 100)"
        );
    }

    #[test]
    fn the_first_problem_is_reported() {
        assert!(
            message(builder().ttl_ms(u64::MAX).cursor_secret("short").scope(""))
                .starts_with("`ttl_ms`")
        );
    }

    // L: servers are often made anew for each request.
    #[test]
    fn services_of_one_process_accept_each_others_cursors() {
        let limits = Limits::builder().page_size(1).build().unwrap();
        let make = || builder().limits(limits).build().unwrap();
        let (_, cursor) = uris(make().list(&current(), None).unwrap());
        assert!(make().list(&current(), cursor.as_deref()).is_ok());
        let other = builder()
            .limits(limits)
            .cursor_secret([1; 32])
            .build()
            .unwrap();
        assert!(other.list(&current(), cursor.as_deref()).is_err());
    }

    // A secret never shows.
    #[test]
    fn debug_says_nothing_about_the_secret() {
        let builder = builder().cursor_secret("the secret that nobody may ever see");
        let shown = format!("{builder:?} {:?}", builder.clone().build().unwrap());
        assert!(!shown.contains("secret that"), "{shown}");
        assert!(shown.contains("Key(..)"), "{shown}");
    }
}
