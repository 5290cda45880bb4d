//! Who may see what: skills for staff are concealed from everybody else.
//!
//! A middleware finds out who is calling and leaves the answer in the request; the policy only looks at it.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::header::AUTHORIZATION,
    middleware::Next,
    response::Response,
};
use skills_runtime::{Entry, RequestView};

/// What the middleware leaves in the request of a member of staff.
#[derive(Clone, Copy, Debug)]
struct Staff;

/// Whether the caller may see the skill: the policy of a server with a staff token.
pub(crate) fn may_see(entry: &Entry<'_>, request: &RequestView<'_>) -> bool {
    entry.metadata_value("audience") != Some("staff") || request.get::<Staff>().is_some()
}

/// Marks requests that carry the token as `Authorization: Bearer TOKEN`.
pub(crate) async fn identify(
    State(token): State<Arc<str>>,
    mut request: Request,
    next: Next,
) -> Response {
    let header = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    if header
        .and_then(bearer)
        .is_some_and(|presented| is_same(presented, &token))
    {
        request.extensions_mut().insert(Staff);
    }
    next.run(request).await
}

/// The token in an `Authorization` header. The name of the scheme may be written in any case.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}

/// Compares every byte, so that the time it takes does not tell how much of a guess was right.
fn is_same(presented: &str, token: &str) -> bool {
    let differences = presented
        .bytes()
        .zip(token.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    presented.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_follows_its_scheme() {
        for header in ["Bearer abc", "bearer abc", "BEARER abc"] {
            assert_eq!(bearer(header), Some("abc"), "{header}");
        }
        for header in ["", "abc", "Bearer", "Basic abc", "Bearerabc"] {
            assert_eq!(bearer(header), None, "{header}");
        }
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        assert!(is_same("secret", "secret"));
        for guess in ["", "secre", "secrets", "Secret"] {
            assert!(!is_same(guess, "secret"), "{guess}");
        }
    }
}
