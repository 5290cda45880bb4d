//! Who may see what: the two policies of a service (A1, A2).

mod ask;

use std::{fmt, sync::Arc};

use crate::{Entry, Error, File, RequestView};

/// Why a policy could not decide. It goes to the log, never to a client (A4).
pub type PolicyError = Box<dyn std::error::Error + Send + Sync>;

/// Decides which skills a caller may see (A1).
///
/// It sees the complete entry and the request. Its decision covers the whole skill: its entry, its files, its
/// directories. A caller who may not see a skill gets the answer for one that does not exist (D10).
///
/// Closures are policies: `Fn(&Entry<'_>, &RequestView<'_>)`, with both parameter types written out, that gives a
/// `bool` or a `Result<bool, _>`.
///
/// # Rules
///
/// - It is asked at most once for each entry and request, and only about what the request needs (A3). Nothing is kept
///   for the next request.
/// - It decides now: it is called on the thread that answers, for a listing once for each skill. Find out who the
///   caller is in the server's middleware, which may wait, and leave it in the request's extensions.
/// - An error or a panic fails the request with -32603 and a fixed text (A4). The cause is logged through `tracing`, with
///   the target `skills_runtime::policy` and the level error. A program that is built with `panic = "abort"` ends
///   instead.
/// - Nothing is asked about a URI that does not exist. Whoever can measure how long a policy takes can tell such a URI
///   from a denied one, so a policy should be quick, or equally slow.
///
/// # Examples
///
/// ```
/// use skills_runtime::{Entry, RequestView, SkillSet, SkillsService};
///
/// struct Staff;
///
/// static SKILLS: SkillSet = SkillSet::EMPTY;
/// let service = SkillsService::builder(&SKILLS)
///     .availability(|entry: &Entry<'_>, request: &RequestView<'_>| {
///         entry.metadata_value("audience") != Some("staff") || request.get::<Staff>().is_some()
///     })
///     .build()?;
/// # let _ = service;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Availability: Send + Sync + 'static {
    /// Whether the caller may see a skill.
    ///
    /// # Errors
    ///
    /// Whatever kept it from deciding.
    fn is_available(
        &self,
        entry: &Entry<'_>,
        request: &RequestView<'_>,
    ) -> Result<bool, PolicyError>;
}

/// Decides which files a caller may see, one by one (A2).
///
/// It is the general policy of a server, the one that resources which are no skills are held to as well. A file needs
/// both policies. A skill is complete or it is nothing: where this policy conceals any of its files, the entry is
/// concealed; the other files stay resources that can be listed and read.
///
/// Closures are policies: `Fn(&File<'_>, &RequestView<'_>)`, with both parameter types written out, that gives a `bool`
/// or a `Result<bool, _>`. The rules are those of [`Availability`].
///
/// What a policy is shown has no bytes, so that no decision depends on what a file holds (A1):
///
/// ```compile_fail,E0624
/// use skills_runtime::{File, RequestView};
///
/// let is_empty = |file: &File<'_>, _: &RequestView<'_>| file.content().is_empty();
/// ```
///
/// # Examples
///
/// ```
/// use skills_runtime::{File, PolicyError, RequestView, ResourcePolicy, SkillSet, SkillsService};
///
/// struct NoScripts;
///
/// impl ResourcePolicy for NoScripts {
///     fn is_permitted(&self, file: &File<'_>, _: &RequestView<'_>) -> Result<bool, PolicyError> {
///         Ok(!file.path().starts_with("scripts/"))
///     }
/// }
///
/// static SKILLS: SkillSet = SkillSet::EMPTY;
/// let service = SkillsService::builder(&SKILLS).resource_policy(NoScripts).build()?;
/// # let _ = service;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ResourcePolicy: Send + Sync + 'static {
    /// Whether the caller may see a file.
    ///
    /// # Errors
    ///
    /// Whatever kept it from deciding.
    fn is_permitted(&self, file: &File<'_>, request: &RequestView<'_>)
    -> Result<bool, PolicyError>;
}

impl<F, D> Availability for F
where
    F: Fn(&Entry<'_>, &RequestView<'_>) -> D + Send + Sync + 'static,
    D: Decision,
{
    fn is_available(
        &self,
        entry: &Entry<'_>,
        request: &RequestView<'_>,
    ) -> Result<bool, PolicyError> {
        self(entry, request).into_result()
    }
}

impl<F, D> ResourcePolicy for F
where
    F: Fn(&File<'_>, &RequestView<'_>) -> D + Send + Sync + 'static,
    D: Decision,
{
    fn is_permitted(
        &self,
        file: &File<'_>,
        request: &RequestView<'_>,
    ) -> Result<bool, PolicyError> {
        self(file, request).into_result()
    }
}

/// What a closure may decide with: `bool`, or `Result<bool, E>` with any error.
pub trait Decision: sealed::Sealed {}

impl Decision for bool {}
impl<E: Into<PolicyError>> Decision for Result<bool, E> {}

// The method is here and not in `Decision`, so that nobody can call or implement it.
mod sealed {
    use super::PolicyError;

    pub trait Sealed {
        fn into_result(self) -> Result<bool, PolicyError>;
    }

    impl Sealed for bool {
        fn into_result(self) -> Result<bool, PolicyError> {
            Ok(self)
        }
    }

    impl<E: Into<PolicyError>> Sealed for Result<bool, E> {
        fn into_result(self) -> Result<bool, PolicyError> {
            self.map_err(Into::into)
        }
    }
}

/// The policies of a service; without one, everything is allowed.
#[derive(Clone, Default)]
pub(crate) struct Policies {
    availability: Option<Arc<dyn Availability>>,
    resource: Option<Arc<dyn ResourcePolicy>>,
}

impl Policies {
    pub(crate) fn set_availability(&mut self, policy: impl Availability) {
        self.availability = Some(Arc::new(policy));
    }

    pub(crate) fn set_resource(&mut self, policy: impl ResourcePolicy) {
        self.resource = Some(Arc::new(policy));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.availability.is_none() && self.resource.is_none()
    }

    /// Whether files are decided about one by one.
    pub(crate) fn ask_about_files(&self) -> bool {
        self.resource.is_some()
    }

    pub(crate) fn allow(
        &self,
        entry: &Entry<'_>,
        request: &RequestView<'_>,
    ) -> Result<bool, Error> {
        let Some(policy) = &self.availability else {
            return Ok(true);
        };
        ask::ask(
            "availability",
            || entry.uri(),
            request.method(),
            || policy.is_available(entry, request),
        )
    }

    pub(crate) fn permit(&self, file: &File<'_>, request: &RequestView<'_>) -> Result<bool, Error> {
        let Some(policy) = &self.resource else {
            return Ok(true);
        };
        ask::ask(
            "resource_policy",
            || file.uri(),
            request.method(),
            || policy.is_permitted(file, request),
        )
    }
}

impl fmt::Debug for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policies")
            .field("availability", &self.availability.is_some())
            .field("resource", &self.resource.is_some())
            .finish()
    }
}
