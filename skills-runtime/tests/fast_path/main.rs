//! The layer in front of the SDK answers as the SDK does.

#![cfg(all(feature = "http", feature = "rmcp"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod draft;
mod handed_on;
mod policies;
mod sent;
mod servers;

use fastrand::Rng;
use http::StatusCode;
use serde_json::Value;
use skills_runtime::{Entry, RequestView};

use draft::{Draft, METHODS, change_text};
use sent::Sent;
use servers::{PACK, Seen, Server, builder, config, oneshot};

/// Asks in both ways and compares what comes back; says whether the layer answered.
async fn compare(server: &Server, sent: &Sent) -> bool {
    let plain = (server.plain)(sent.request()).await;
    let layered = (server.layered)(sent.request()).await;
    let what = || format!("{}\n{sent:?}\n{plain:?}\n{layered:?}", server.name);
    assert_eq!(layered.status, plain.status, "{}", what());
    assert_eq!(layered.headers, plain.headers, "{}", what());
    match (json(&plain), json(&layered)) {
        (Some(plain), Some(layered)) => assert_eq!(layered, plain, "{}", what()),
        _ => assert!(layered.body == plain.body, "{}", what()),
    }
    layered.own
}

fn json(seen: &Seen) -> Option<Value> {
    serde_json::from_slice(&seen.body).ok()
}

/// The cursors of first pages, each good for one list of one caller.
async fn cursors(server: &Server) -> Vec<String> {
    let mut rng = Rng::with_seed(0);
    let mut cursors = Vec::new();
    for (method, uri) in [
        ("skills/list", None),
        ("resources/list", None),
        ("resources/directory/read", Some("skill://team/pdf")),
    ] {
        for staff in [false, true] {
            let mut draft = Draft::about(&mut rng, method, uri.map(str::to_owned), &[]);
            draft.params.retain(|(name, _)| name != "cursor");
            draft.sent.remove("x-fail");
            draft.sent.remove("authorization");
            draft.sent.staff = staff;
            let seen = (server.plain)(draft.finish(&mut rng).request()).await;
            let cursor = json(&seen)
                .and_then(|json| Some(json["result"]["nextCursor"].as_str()?.to_owned()));
            cursors.extend(cursor);
        }
    }
    cursors
}

fn servers() -> Vec<Server> {
    vec![
        Server::skills_only(),
        Server::beside_a_library(),
        Server::beside_tools(),
        Server::resources_only(),
        Server::configured("sessions off", config().with_legacy_session_mode(false)),
        Server::configured("events", config().with_json_response(false)),
        Server::configured(
            "strict",
            config()
                .with_allowed_hosts(["localhost:8080", "::1", "evil.test"])
                .enforce_origin_validation()
                .with_stateless_protocol_metadata_required(true)
                .with_max_request_body_bytes(600),
        ),
    ]
}

// C5, D4, D10: equal answers to requests of every kind, well-formed or not.
#[tokio::test]
async fn both_ways_give_the_same_answer() {
    let (mut all, mut own) = (0, 0);
    for (index, server) in servers().iter().enumerate() {
        let cursors = cursors(server).await;
        let mut rng = Rng::with_seed(index as u64);
        for _ in 0..800 {
            let mut draft = Draft::new(&mut rng, &cursors);
            let changes = [0, 0, 0, 1, 1, 2, 3][rng.usize(..7)];
            (0..changes).for_each(|_| draft.change(&mut rng));
            let mut sent = draft.finish(&mut rng);
            if changes > 0 && rng.u8(..4) == 0 {
                change_text(&mut rng, &mut sent);
            }
            all += 1;
            own += usize::from(compare(server, &sent).await);
        }
    }
    assert!(own * 5 >= all, "{own} of {all} took the short way");
}

// D2, D8, D9, D10: what is well-formed and ours takes the short way, whatever the answer is.
#[tokio::test]
async fn well_formed_requests_take_the_short_way() {
    for server in [
        Server::skills_only(),
        Server::beside_tools(),
        Server::resources_only(),
    ] {
        let cursors = cursors(&server).await;
        assert!(!cursors.is_empty());
        let mut rng = Rng::with_seed(7);
        let mut answered = [0; METHODS.len()];
        for _ in 0..600 {
            let draft = Draft::new(&mut rng, &cursors);
            let method = METHODS
                .iter()
                .position(|method| *method == draft.method)
                .unwrap();
            let served =
                server.skills || matches!(draft.method, "resources/list" | "resources/read");
            let expected = served && draft.is_answerable();
            let sent = draft.finish(&mut rng);
            assert_eq!(
                compare(&server, &sent).await,
                expected,
                "{}: {sent:?}",
                server.name
            );
            answered[method] += usize::from(expected);
        }
        assert!(answered[2] > 50 && answered[3] > 50, "{answered:?}");
        assert!(
            !server.skills || answered.iter().all(|count| *count > 20),
            "{answered:?}"
        );
    }
}

// C2: beside an inner handler with resources, only what the catalog claims is answered from it.
#[tokio::test]
async fn an_inner_handler_keeps_its_resources() {
    let server = Server::beside_a_library();
    let mut rng = Rng::with_seed(1);
    for (method, uri, expected) in [
        ("resources/list", None, false),
        ("resources/read", Some("book://one"), false),
        ("resources/read", Some("book://two"), false),
        ("resources/read", Some("skill://other/SKILL.md"), false),
        ("resources/read", Some("skill://zip/logo.png"), true),
        ("resources/read", Some("skill://team/secret/plan.txt"), true),
        ("skills/list", None, true),
    ] {
        let draft = Draft::about(&mut rng, method, uri.map(str::to_owned), &[]);
        let sent = draft.finish(&mut rng);
        assert_eq!(compare(&server, &sent).await, expected, "{method} {uri:?}");
    }
}

// C5: nothing is answered where the SDK would send events, or is being shut down.
#[tokio::test]
async fn without_json_responses_everything_goes_on() {
    let stopped = config();
    stopped.cancellation_token.cancel();
    for server in [
        Server::configured("events", config().with_json_response(false)),
        Server::configured("stopped", stopped),
    ] {
        let mut rng = Rng::with_seed(2);
        let sent = Draft::about(&mut rng, "skills/list", None, &[]).finish(&mut rng);
        assert!(
            !(server.layered)(sent.request()).await.own,
            "{}",
            server.name
        );
    }
}

// C5: the same hosts are allowed, however they are written.
#[tokio::test]
async fn hosts_are_checked_alike() {
    let hosts = [
        "localhost",
        "LocalHost:80",
        "localhost:",
        "localhost:99999",
        "127.0.0.1:1",
        "[::1]",
        "::1",
        "[::1]:80",
        "[::1",
        "a@localhost",
        "evil.test",
        "evil.test:80",
        "evil.test:443",
        "*",
        "",
        "localhost, evil.test",
        "localhost/x",
        "xn--caf-dma.test",
    ];
    let mut short = 0;
    for allowed in [
        &["localhost", "127.0.0.1", "::1"][..],
        &[],
        &["", "  "],
        &["evil.test:80", " [::1]:80 ", "*"],
        &["[::1]", "EVIL.test", "not a host"],
    ] {
        let server = Server::configured("hosts", config().with_allowed_hosts(allowed.to_vec()));
        for host in hosts {
            let mut rng = Rng::with_seed(3);
            let mut sent = Draft::about(&mut rng, "skills/list", None, &[]).finish(&mut rng);
            sent.set("host", host);
            short += usize::from(compare(&server, &sent).await);
            // Over HTTP/2 there may be no such header.
            sent.remove("host");
            for uri in [
                "http://localhost/",
                "http://evil.test:80/",
                "http://[::1]:80/",
                "/mcp",
            ] {
                sent.uri = uri;
                short += usize::from(compare(&server, &sent).await);
            }
        }
    }
    assert!(short > 30, "{short}");
}

// L: the bound of a body is the SDK's, to the byte.
#[tokio::test]
async fn a_body_is_bounded_to_the_byte() {
    let server = Server::configured("small", config().with_max_request_body_bytes(500));
    let mut rng = Rng::with_seed(4);
    for (len, own) in [(499, true), (500, true), (501, false), (5_000, false)] {
        for pieces in [1, 2, 7, 90] {
            let draft = Draft::about(&mut rng, "skills/list", None, &[]);
            let mut sent = draft.finish(&mut rng);
            sent.text.resize(len, b' ');
            sent.cut.places = (1..pieces).map(|piece| piece * 5).collect();
            sent.cut.trailers = false;
            let short = compare(&server, &sent).await;
            assert_eq!(short, own && pieces <= 64, "{len} bytes in {pieces} pieces");
        }
    }
}

fn everything(_: &Entry<'_>, _: &RequestView<'_>) -> bool {
    true
}

// An answer is given out as slices of the program, and says how long it is.
#[tokio::test]
async fn an_answer_is_never_joined() {
    use http_body::Body as _;
    use http_body_util::BodyExt as _;
    use tower_layer::Layer as _;

    let service = builder().availability(everything).build().unwrap();
    let layer = skills_runtime::SkillsLayer::new(service, &config());
    let mut rng = Rng::with_seed(5);
    let mut draft = Draft::about(&mut rng, "skills/list", None, &[]);
    draft.params.clear();
    let request = draft.finish(&mut rng).request();
    let response = oneshot(layer.layer(handed_on::Nothing), request).await;
    assert_eq!(response.status(), StatusCode::OK);
    let mut body = response.into_body();
    let (mut left, mut shared) = (body.size_hint().exact().unwrap(), 0);
    while let Some(frame) = body.frame().await {
        let data = frame.unwrap().into_data().unwrap();
        left -= data.len() as u64;
        assert_eq!(body.size_hint().exact(), Some(left));
        assert_eq!(body.is_end_stream(), left == 0);
        shared += usize::from(PACK.as_ptr_range().contains(&data.as_ptr()));
    }
    assert_eq!((left, shared), (0, 1));
}
