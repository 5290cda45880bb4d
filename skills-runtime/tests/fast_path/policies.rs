//! Policies see the same request in both ways.

use std::sync::{Arc, Mutex};

use fastrand::Rng;
use rmcp::model::RequestMetaObject;
use skills_runtime::{Entry, RequestView};

use crate::{
    compare,
    draft::{Draft, METHODS},
    servers::{Server, Staff, builder},
};

/// Everything that a policy can find out about a request.
fn describe(entry: &Entry<'_>, request: &RequestView<'_>) -> String {
    let parts = request.http_parts().unwrap();
    format!(
        "{} {} {} {:?} {:?} {:?} {:?} {:?} {}",
        entry.uri(),
        request.method(),
        request.protocol_version(),
        parts.method,
        parts.uri,
        parts.version,
        parts.headers,
        request.get::<RequestMetaObject>(),
        request.get::<Staff>().is_some() && parts.extensions.get::<Staff>().is_some(),
    )
}

// A1, A3: the same view, and each question once.
#[tokio::test]
async fn a_policy_is_asked_the_same() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let service = builder().availability(move |entry: &Entry<'_>, request: &RequestView<'_>| {
        log.lock().unwrap().push(describe(entry, request));
        true
    });
    let server = Server::with_service("asked", service.build().unwrap());
    let mut rng = Rng::with_seed(8);
    for method in METHODS {
        for _ in 0..20 {
            let uri = match method {
                "skills/get" | "resources/read" => Some("skill://team/pdf/SKILL.md"),
                "resources/directory/read" => Some("skill://team"),
                _ => None,
            };
            let draft = Draft::about(&mut rng, method, uri.map(str::to_owned), &[]);
            assert!(compare(&server, &draft.finish(&mut rng)).await);
            let asked = std::mem::take(&mut *asked.lock().unwrap());
            let (plain, layered) = asked.split_at(asked.len() / 2);
            assert_eq!(layered, plain);
            assert!(!plain.is_empty());
        }
    }
}
