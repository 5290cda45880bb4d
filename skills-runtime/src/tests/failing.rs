//! Policies that fail, panic and dawdle (A4).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fmt::{self, Write as _},
    io,
    panic::panic_any,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

use super::model::{Request, builder, everything};
use crate::{
    Entry, Error, File, PolicyError, RequestView, SkillsService,
    testing::{current, mixed, text},
};

/// A way to fail.
type Failure = fn() -> Result<bool, PolicyError>;

/// What panics once more when it is dropped, with another one of its kind.
#[derive(Debug)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !thread::panicking() {
            panic_any(Bomb);
        }
    }
}

#[derive(Debug)]
struct Unprintable;

impl fmt::Display for Unprintable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("shown")
    }
}

impl std::error::Error for Unprintable {}

#[derive(Debug)]
struct Undroppable;

impl fmt::Display for Undroppable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("do not drop")
    }
}

impl std::error::Error for Undroppable {}

impl Drop for Undroppable {
    fn drop(&mut self) {
        assert!(thread::panicking(), "dropped");
    }
}

/// Each failure with what the log has to hold.
const FAILURES: [(Failure, &str); 9] = [
    (|| Err("the secret cause".into()), "the secret cause"),
    (
        || Err(io::Error::other("the database is gone").into()),
        "the database is gone",
    ),
    (|| Err(PolicyError::from(fmt::Error)), "an error occurred"),
    (|| panic!("the secret panic"), "the secret panic"),
    (|| panic!("the panic number {}", 2), "the panic number 2"),
    (|| panic_any(7), "a value that is no text"),
    (|| panic_any(Bomb), "a value that is no text"),
    (|| Err(Unprintable.into()), "shown"),
    (|| Err(Undroppable.into()), "do not drop"),
];

/// What was logged: the target, the level, and all fields in one line.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<(String, Level, String)>>>);

impl Log {
    fn take(&self) -> Vec<(String, Level, String)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        write!(self.0, "{field}={value:?};").unwrap();
    }

    fn record_error(&mut self, field: &Field, value: &(dyn std::error::Error + 'static)) {
        write!(self.0, "{field}={value};").unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        let (target, level) = (event.metadata().target(), *event.metadata().level());
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.push((target.to_owned(), level, line.0));
    }
}

fn services(failure: Failure) -> [SkillsService; 2] {
    let entry = move |_: &Entry<'_>, _: &RequestView<'_>| failure();
    let file = move |_: &File<'_>, _: &RequestView<'_>| failure();
    let builder = builder(&mixed(), 2);
    [
        builder.clone().availability(entry).build().unwrap(),
        builder.resource_policy(file).build().unwrap(),
    ]
}

fn internal(error: &Error) {
    assert_eq!((error.code(), error.message()), (-32603, "internal error"));
    assert!(error.is_internal());
    assert_eq!(error.to_string(), "internal error");
    // The only thing that is known about it, and the same for all of them.
    let cause = std::error::Error::source(error).unwrap();
    assert_eq!(cause.to_string(), "a policy failed to decide");
    assert_eq!(format!("{error:?}"), "Error(Internal(Policy))");
}

// A4
#[test]
fn every_failure_is_one_internal_error_and_its_cause_goes_to_the_log() {
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    for (failure, cause) in FAILURES {
        for (service, policy) in services(failure)
            .into_iter()
            .zip(["availability", "resource_policy"])
        {
            for request in everything(&service) {
                internal(&request.send(&service, &current()).unwrap_err());
                let lines = log.take();
                let (target, level, line) = &lines[0];
                assert_eq!(
                    (target.as_str(), *level),
                    ("skills_runtime::policy", Level::ERROR)
                );
                assert!(
                    line.contains(policy) && line.contains(request.method()),
                    "{line}"
                );
                assert!(line.contains("uri=\"skill://"), "{line}");
                assert!(line.contains(cause), "{line}");
                // The first failure ends the request.
                assert!(lines.len() <= 2, "{lines:?}");
            }
        }
    }
    drop(guard);
}

// A4
#[test]
fn a_failure_ends_the_other_ways_to_ask_too() {
    for (failure, _) in FAILURES {
        for service in services(failure) {
            let root = "skill://acme/pdf/SKILL.md";
            internal(&service.visible(&current()).unwrap_err());
            internal(&service.entries(&current()).unwrap_err());
            internal(&service.entry(&current(), root).unwrap_err());
            internal(&service.file(&current(), root).unwrap_err());
            internal(&service.resource_chain(&current()).unwrap_err());
        }
    }
}

// A4: closed, but only where the answer depends on it.
#[test]
fn a_failure_about_one_skill_leaves_requests_about_others_alone() {
    let fails = |uri: &str| uri.starts_with("skill://acme/outer/");
    let service = builder(&mixed(), 100)
        .availability(move |entry: &Entry<'_>, _: &RequestView<'_>| {
            if fails(entry.uri()) {
                Err("failed")
            } else {
                Ok(true)
            }
        })
        .build()
        .unwrap();
    for request in everything(&service) {
        let affected = match &request {
            Request::Get(uri) | Request::Read(uri) => fails(uri),
            Request::Directory(uri, _) => fails(&format!("{uri}/")) || uri == "skill://acme",
            Request::List(_) | Request::Resources(_) => true,
        };
        let answer = request.send(&service, &current());
        match answer {
            Ok(_) => assert!(!affected, "{request:?}"),
            Err(error) => {
                assert!(affected, "{request:?}");
                internal(&error);
            }
        }
    }
}

// A4: what one request's panic leaves behind harms no other one.
#[test]
fn a_service_goes_on_after_a_panic() {
    let panics = Arc::new(AtomicBool::new(true));
    let switch = Arc::clone(&panics);
    let service = builder(&mixed(), 2)
        .availability(move |_: &Entry<'_>, _: &RequestView<'_>| {
            assert!(!switch.load(Ordering::SeqCst), "on");
            true
        })
        .build()
        .unwrap();
    let plain = builder(&mixed(), 2).build().unwrap();
    for request in everything(&service) {
        internal(&request.send(&service, &current()).unwrap_err());
        panics.store(false, Ordering::SeqCst);
        assert_eq!(
            request.send(&service, &current()).map(text),
            request.send(&plain, &current()).map(text)
        );
        panics.store(true, Ordering::SeqCst);
    }
}

// A3: a request that waits for its policy keeps nobody else from being answered, and gets its own answer in the end.
#[test]
fn a_slow_policy_holds_up_its_own_request_only() {
    struct Slow;

    let (entered, when_entered) = mpsc::channel();
    let (release, when_released) = mpsc::channel::<()>();
    let (entered, when_released) = (Mutex::new(entered), Mutex::new(when_released));
    let service = builder(&mixed(), 2)
        .availability(move |_: &Entry<'_>, request: &RequestView<'_>| {
            if request.get::<Slow>().is_some() {
                entered.lock().unwrap().send(()).unwrap();
                when_released.lock().unwrap().recv().unwrap();
            }
            true
        })
        .build()
        .unwrap();
    let request = Request::Get("skill://acme/pdf/SKILL.md".to_owned());
    let slow = thread::spawn({
        let (service, request) = (service.clone(), request.clone());
        move || request.send(&service, &current().with(&Slow)).map(text)
    });
    when_entered.recv().unwrap();
    for other in everything(&service) {
        assert!(other.send(&service, &current()).is_ok());
    }
    assert!(!slow.is_finished());
    release.send(()).unwrap();
    let expected = request.send(&service, &current()).map(text);
    assert_eq!(slow.join().unwrap(), expected);
}
