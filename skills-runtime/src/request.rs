//! What an answer depends on beside the method's own params.

use std::{any::Any, borrow::Cow, fmt};

use crate::Visible;

/// The first protocol version whose results carry `resultType`, `ttlMs` and `cacheScope` (D4).
const FIRST_WITH_HINTS: &str = "2026-07-28";

/// One request, as far as its answer depends on it.
///
/// A service takes the protocol version from it; policies see all of it (A1): the method, and whatever the server's
/// middleware found out about the caller, by type. It borrows, so that a view costs next to nothing.
///
/// # Examples
///
/// ```
/// use skills_runtime::RequestView;
///
/// struct Caller {
///     is_staff: bool,
/// }
///
/// let caller = Caller { is_staff: true };
/// let request = RequestView::new("2026-07-28").with(&caller);
/// assert!(request.get::<Caller>().is_some_and(|caller| caller.is_staff));
/// assert!(request.get::<String>().is_none());
/// ```
#[derive(Clone)]
pub struct RequestView<'a> {
    protocol_version: Cow<'a, str>,
    method: Option<&'a str>,
    values: Vec<&'a (dyn Any + Send + Sync)>,
    #[cfg(feature = "rmcp")]
    extensions: Option<&'a ::rmcp::model::Extensions>,
    visible: Option<Visible>,
}

impl<'a> RequestView<'a> {
    /// A request on the given protocol version, about which nothing else is known.
    ///
    /// Results before `2026-07-28` carry neither `resultType` nor cache hints (D4). Versions are compared as the dates
    /// that they are.
    pub fn new(protocol_version: impl Into<Cow<'a, str>>) -> Self {
        Self {
            protocol_version: protocol_version.into(),
            method: None,
            values: Vec::new(),
            #[cfg(feature = "rmcp")]
            extensions: None,
            visible: None,
        }
    }

    /// The method that the client called, where it is not the one that the service answers: a tool, for example.
    ///
    /// Without it, policies see the method that the service was asked for.
    pub fn with_method(mut self, method: &'a str) -> Self {
        self.method = Some(method);
        self
    }

    /// Adds a value that policies can [`get`](Self::get) by its type; of two of one type, the later one.
    pub fn with<T: Send + Sync + 'static>(mut self, value: &'a T) -> Self {
        self.values.push(value);
        self
    }

    /// Adds what the `rmcp` SDK knows about the request.
    ///
    /// Over HTTP that includes the `http::request::Parts`, with the extensions that the server's middleware filled.
    #[cfg(feature = "rmcp")]
    pub fn with_extensions(mut self, extensions: &'a ::rmcp::model::Extensions) -> Self {
        self.extensions = Some(extensions);
        self
    }

    /// Says what the caller may see, so that no policy is asked (A3).
    ///
    /// For a request that needs several answers: ask [`SkillsService::visible`](crate::SkillsService::visible) once, and
    /// they are all of one piece. The decisions are those of the catalog that they were taken for; with another one,
    /// every method fails with -32603.
    pub fn with_visible(mut self, visible: Visible) -> Self {
        self.visible = Some(visible);
        self
    }

    /// The protocol version.
    pub fn protocol_version(&self) -> &str {
        &self.protocol_version
    }

    /// The method that the client called; empty where nobody said so yet, which no policy sees.
    pub fn method(&self) -> &'a str {
        self.method.unwrap_or_default()
    }

    /// The value of a type, as the server's middleware left it.
    ///
    /// Values that were added one by one come first, then the extensions of the `rmcp` SDK, then (with the feature
    /// `http`) those of the request's `http::request::Parts`.
    #[cfg(feature = "http")]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        self.find().or_else(|| self.http_parts()?.extensions.get())
    }

    /// The value of a type, as the server's middleware left it.
    ///
    /// Values that were added one by one come first, then the extensions of the `rmcp` SDK. Those of the request's
    /// `http::request::Parts` are searched too where the feature `http` is on.
    #[cfg(not(feature = "http"))]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        self.find()
    }

    /// The HTTP request that carried this one, without its body, where there was one.
    #[cfg(feature = "http")]
    pub fn http_parts(&self) -> Option<&'a ::http::request::Parts> {
        self.find()
    }

    fn find<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        let mut values = self.values.iter().rev();
        let value = values.find_map(|value| value.downcast_ref());
        #[cfg(feature = "rmcp")]
        let value = value.or_else(|| self.extensions?.get());
        value
    }

    pub(crate) fn carries_hints(&self) -> bool {
        *self.protocol_version >= *FIRST_WITH_HINTS
    }

    /// What was decided before.
    pub(crate) fn visible(&self) -> Option<&Visible> {
        self.visible.as_ref()
    }

    /// The view that a policy gets, which always has a method.
    pub(crate) fn about<'b>(&'b self, method: &'static str) -> Cow<'b, RequestView<'b>> {
        match self.method {
            Some(_) => Cow::Borrowed(self),
            None => Cow::Owned(self.clone().with_method(method)),
        }
    }
}

// Values may be tokens and names, so they are left out.
impl fmt::Debug for RequestView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestView")
            .field("protocol_version", &self.protocol_version)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Caller(&'static str);

    // D4
    #[test]
    fn versions_compare_as_dates() {
        for (version, hints) in [
            ("2026-07-28", true),
            ("2026-08-01", true),
            ("2027-01-01", true),
            ("2026-07-27", false),
            ("2025-11-25", false),
            ("", false),
        ] {
            assert_eq!(
                RequestView::new(version).carries_hints(),
                hints,
                "{version}"
            );
        }
    }

    // A1
    #[test]
    fn values_are_found_by_their_type_and_the_later_one_counts() {
        let (first, second, text) = (Caller("first"), Caller("second"), "text".to_owned());
        let request = RequestView::new("2026-07-28").with(&first).with(&text);
        assert_eq!(request.get(), Some(&first));
        assert_eq!(request.get(), Some(&text));
        assert_eq!(request.get::<u32>(), None);
        let request = request.with(&second);
        assert_eq!(request.get(), Some(&second));
        assert_eq!(request.clone().get(), Some(&second));
    }

    // A1
    #[test]
    fn a_policy_sees_the_method_that_was_called() {
        let request = RequestView::new("2025-11-25");
        assert_eq!(
            (request.method(), request.protocol_version()),
            ("", "2025-11-25")
        );
        assert_eq!(request.about("skills/list").method(), "skills/list");
        let request = request.with_method("tools/call");
        assert_eq!(request.about("skills/list").method(), "tools/call");
    }

    // A1
    #[cfg(feature = "rmcp")]
    #[test]
    fn extensions_of_the_sdk_are_found() {
        let mut extensions = ::rmcp::model::Extensions::new();
        extensions.insert("session".to_owned());
        let request = RequestView::new("2026-07-28").with_extensions(&extensions);
        assert_eq!(request.get::<String>().unwrap(), "session");
        let own = "own".to_owned();
        assert_eq!(request.with(&own).get::<String>().unwrap(), "own");
    }

    // A1
    #[cfg(feature = "http")]
    #[test]
    fn http_parts_and_what_the_middleware_put_into_them_are_found() {
        let request = ::http::Request::builder()
            .header("authorization", "Bearer x")
            .extension(7_u32)
            .body(())
            .unwrap();
        let (parts, ()) = request.into_parts();
        let request = RequestView::new("2026-07-28").with(&parts);
        assert_eq!(
            request.http_parts().unwrap().headers["authorization"],
            "Bearer x"
        );
        assert_eq!(request.get::<u32>(), Some(&7));
        assert_eq!(request.with(&8_u32).get::<u32>(), Some(&8));
    }

    // A1
    #[cfg(all(feature = "http", feature = "rmcp"))]
    #[test]
    fn http_parts_of_the_sdk_are_found() {
        let (parts, ()) = ::http::Request::builder()
            .extension(7_u32)
            .body(())
            .unwrap()
            .into_parts();
        let mut extensions = ::rmcp::model::Extensions::new();
        extensions.insert(parts);
        let request = RequestView::new("2026-07-28").with_extensions(&extensions);
        assert!(request.http_parts().is_some());
        assert_eq!(request.get::<u32>(), Some(&7));
    }

    #[test]
    fn debug_does_not_show_values() {
        let token = "hunter2".to_owned();
        let request = RequestView::new("2026-07-28")
            .with_method("skills/get")
            .with(&token);
        assert_eq!(
            format!("{request:?}"),
            r#"RequestView { protocol_version: "2026-07-28", method: Some("skills/get"), .. }"#
        );
    }

    // An async handler may keep a view while it waits.
    #[test]
    fn a_view_may_go_to_another_thread() {
        fn check<T: Send + Sync>() {}
        check::<RequestView<'_>>();
    }
}
