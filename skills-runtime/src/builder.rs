//! How a service is set up.

mod error;
mod find;
mod keys;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

pub use error::BuildError;

use error::BuildErrorKind;
use keys::{MAX_SECRETS, keys, process_keys};

use crate::{
    Availability, CacheScope, Catalog, Limits, ResourceListing, ResourcePolicy, SkillsService,
    body::FileItem,
    cache::{CacheHints, MAX_TTL_MS},
    cursor::Keys,
    envelope::{Envelope, Member},
    policy::Policies,
    service::Parts,
};

const SCOPE_LEN: RangeInclusive<usize> = 1..=128;

/// Sets up a [`SkillsService`]; what is wrong is reported by [`build`](Self::build), the first problem first.
#[derive(Clone, Debug)]
pub struct SkillsServiceBuilder {
    catalog: Catalog,
    scope: String,
    keys: Option<Keys>,
    policies: Policies,
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
            keys: None,
            policies: Policies::default(),
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

    /// Decides which skills a caller may see (A1); everybody sees everything by default.
    pub fn availability(mut self, policy: impl Availability) -> Self {
        self.policies.set_availability(policy);
        self
    }

    /// Decides which files a caller may see, one by one (A2); everybody sees everything by default.
    pub fn resource_policy(mut self, policy: impl ResourcePolicy) -> Self {
        self.policies.set_resource(policy);
        self
    }

    /// The secret that signs cursors (D5), 32–4,096 bytes.
    ///
    /// By default 32 random bytes that live as long as the process. That is right for one process and wrong for several
    /// behind one address: each would have a secret of its own, and a client that meets another replica on its second page, or
    /// the same one after a restart, is told that its cursor is stale (-32602). It then starts anew, and may never get to
    /// the end. Replicas share a secret, a scope, limits and a catalog.
    ///
    /// The secret is neither kept nor shown. What is computed from it is wiped when the last service that uses it is
    /// dropped. The caller's own copy is the caller's to wipe, which the crate `zeroize` does for a `Zeroizing<Vec<u8>>`.
    pub fn cursor_secret(self, secret: impl AsRef<[u8]>) -> Self {
        self.cursor_secrets([secret])
    }

    /// The secret that signs cursors, and behind it retired ones that are still accepted; 1–16 of them.
    ///
    /// To change the secret of several replicas without a cursor that breaks: first give all of them `[old, new]`, then
    /// `[new, old]`, and when no client can still hold an old cursor, `[new]`.
    pub fn cursor_secrets<S: AsRef<[u8]>>(mut self, secrets: impl IntoIterator<Item = S>) -> Self {
        let secrets: Vec<S> = secrets.into_iter().take(MAX_SECRETS + 1).collect();
        match keys(&secrets) {
            Ok(keys) => self.keys = Some(keys),
            Err(problem) => self.report(problem),
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
    /// A scope, secret or time to live out of its range; a catalog with more skills or files than its bounds allow, or with
    /// a skill, file, descriptor or URI over a bound, `_meta` counted; a `_meta` object that leaves no room in a result; no
    /// random numbers from the operating system.
    pub fn build(mut self) -> Result<SkillsService, BuildError> {
        self.check_scope();
        self.check_catalog();
        let meta = encode_meta(&self.meta);
        let envelope = Envelope::new(self.cache, meta.as_deref());
        self.check_room(&envelope);
        self.check_items(&envelope);
        if let Some(problem) = self.problem {
            return Err(BuildError(problem));
        }
        let keys = self.keys.map_or_else(process_keys, Ok);
        let keys = keys.map_err(BuildError)?;
        Ok(SkillsService::new(Parts {
            catalog: self.catalog,
            scope: self.scope,
            keys,
            policies: self.policies,
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
                    uri: None,
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

    /// Holds the largest of each kind to its bound. The build wrote down how large it is, so no skill is looked at (C3).
    fn check_items(&mut self, envelope: &Envelope) {
        let largest = self.catalog.maxima();
        let page = Envelope::cursor_overhead();
        let entry = envelope.overhead(Member::SKILLS, true) + page;
        let resource = envelope.overhead(Member::RESOURCES, true) + page;
        let read = envelope.overhead(Member::CONTENTS, true) + FileItem::overhead(0, 0);
        let limits = self.limits;
        let [uris, entries] = [limits.uri_bytes(), limits.entry_bytes()];
        let [results, reads] = [limits.result_bytes(), limits.read_bytes()];
        self.check_item("uri_bytes", largest.uri, 0, uris, find::uri);
        self.check_item("entry_bytes", largest.entry, 0, entries, find::entry);
        self.check_item("result_bytes", largest.entry, entry, results, find::entry);
        let descriptor = largest.descriptor;
        self.check_item(
            "result_bytes",
            descriptor,
            resource,
            results,
            find::descriptor,
        );
        self.check_item("read_bytes", largest.read, read, reads, find::read);
    }

    fn check_item(
        &mut self,
        limit: &'static str,
        largest: u32,
        overhead: usize,
        allowed: u64,
        find: impl Fn(&Catalog, usize) -> Option<&'static str>,
    ) {
        let got = u64::from(largest) + overhead as u64;
        // Of nothing, nothing is too large.
        if largest > 0 && got > allowed {
            self.report(BuildErrorKind::Catalog {
                uri: find(&self.catalog, largest as usize),
                limit,
                got,
                allowed,
            });
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
