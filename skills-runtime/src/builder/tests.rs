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
        let expected = format!("`scope` has the wrong length (got {len} bytes, allowed 1 to 128)");
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
        let expected =
            format!("`cursor_secret` has the wrong length (got {len} bytes, allowed 32 to 4096)");
        assert_eq!(message(builder().cursor_secret(vec![1; len])), expected);
    }
}

// L, D5
#[test]
fn there_are_1_to_16_secrets_of_the_right_length() {
    let secrets = |count| builder().cursor_secrets(vec![[1; 32]; count]);
    for count in [1, 16] {
        assert!(secrets(count).build().is_ok());
    }
    assert_eq!(
        message(secrets(0)),
        "`cursor_secrets` has no secret (got 0, allowed 1 to 16)"
    );
    for count in [17, 1_000] {
        assert_eq!(
            message(secrets(count)),
            "`cursor_secrets` has too many secrets (got more than 16, allowed 1 to 16)"
        );
    }
    assert_eq!(
        message(builder().cursor_secrets([vec![1; 32], vec![2; 31]])),
        "`cursor_secret` has the wrong length (got 31 bytes, allowed 32 to 4096)"
    );
    // One that is wiped when it has been used.
    let secret = zeroize::Zeroizing::new([1_u8; 32]);
    assert!(builder().cursor_secret(secret).build().is_ok());
}

// D5: replicas that change their secret one by one.
#[test]
fn a_retired_secret_is_still_accepted() {
    let [old, new] = [[1; 32], [2; 32]];
    let limits = Limits::builder().page_size(1).build().unwrap();
    let make = |secrets: &[[u8; 32]]| {
        let builder = builder().limits(limits).cursor_secrets(secrets);
        builder.build().unwrap()
    };
    let cursor = |service: &SkillsService| {
        let (_, cursor) = uris(service.list(&current(), None).unwrap());
        cursor.unwrap()
    };
    // Two replicas between any two neighbours of these steps understand each other.
    let steps = [
        make(&[old]),
        make(&[old, new]),
        make(&[new, old]),
        make(&[new]),
    ];
    for (step, next) in steps.iter().zip(&steps[1..]).take(2) {
        for (from, to) in [(step, next), (next, step)] {
            assert!(to.list(&current(), Some(&cursor(from))).is_ok());
        }
    }
    assert!(steps[2].list(&current(), Some(&cursor(&steps[3]))).is_ok());
    assert!(steps[3].list(&current(), Some(&cursor(&steps[0]))).is_err());
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

// L, C3: the build wrote down the largest of each kind, so that a start can compare it.
#[test]
fn what_is_over_a_bound_is_refused_at_the_start() {
    let fixture = many(1)
        .described("skill://acme/b", &"x".repeat(600), &[])
        .skill("skill://acme/c", &[("data.bin", &[7; 900])])
        .skill("skill://acme/with-a-longer-name", &[]);
    let other = many(0).skill("skill://zoo/a", &[]);
    let one = Catalog::from(fixture.set());
    let two = Catalog::new([&other.set(), &fixture.set()]).unwrap();
    let entry = one.entry("skill://acme/b/SKILL.md").unwrap().json().len() as u64;
    let uri = "skill://acme/with-a-longer-name/SKILL.md";
    for catalog in [one, two] {
        let build = |limits: LimitsBuilder| {
            let builder = SkillsService::builder(catalog.clone());
            builder.limits(limits.build().unwrap()).build()
        };
        let over = |limits: LimitsBuilder, uri: &str, limit: &str, got: u64| {
            let error = build(limits).unwrap_err();
            assert!(error.is_catalog_too_large());
            let allowed = got - 1;
            let expected =
                format!("`{uri}` does not fit limit `{limit}` (got {got}, allowed {allowed})");
            assert_eq!(error.to_string(), expected);
        };
        let limits = Limits::builder;
        let len = uri.len() as u64;
        assert!(build(limits().uri_bytes(len)).is_ok());
        over(limits().uri_bytes(len - 1), uri, "uri_bytes", len);

        let b = "skill://acme/b/SKILL.md";
        assert!(build(limits().entry_bytes(entry)).is_ok());
        over(limits().entry_bytes(entry - 1), b, "entry_bytes", entry);

        // 900 bytes as Base64, and what stands around them.
        let data = "skill://acme/c/data.bin";
        let service = build(limits()).unwrap();
        let read = service.read(&current(), data).unwrap().len() as u64;
        assert!(build(limits().read_bytes(read)).is_ok());
        over(limits().read_bytes(read - 1), data, "read_bytes", read);
    }
}

// L: what fits without `_meta` may not fit with it.
#[test]
fn meta_counts_at_the_start() {
    let fixture = many(0).described("skill://acme/b", &"x".repeat(600), &[]);
    let set = fixture.set();
    let entry = set.pack().entries_json(0..1).len() as u64;
    let build = |meta_len: usize, entry_bytes, result_bytes| {
        let meta = json!({"m": "y".repeat(meta_len)});
        let limits = Limits::builder().entry_bytes(entry_bytes);
        SkillsService::builder(set)
            .limits(limits.result_bytes(result_bytes).build().unwrap())
            .response_meta(meta.as_object().unwrap().clone())
            .build()
            .map_err(|error| error.to_string())
    };
    // The page that holds this entry, its `_meta` and a cursor.
    let body = build(10, entry, 8 << 20).unwrap().list(&current(), None);
    let len = (body.unwrap().len() + Envelope::cursor_overhead()) as u64;
    let fits = |meta_len| build(meta_len, entry, entry + 256).map(|_| ());
    let room = usize::try_from(entry + 256 - len).unwrap() + 10;
    assert_eq!(fits(room), Ok(()));
    let (got, allowed) = (entry + 257, entry + 256);
    assert_eq!(
        fits(room + 1),
        Err(format!(
            "`skill://acme/b/SKILL.md` does not fit limit `result_bytes` (got {got}, allowed {allowed})"
        ))
    );
}

// L: a descriptor can be longer than its entry's bound, since the list of resources has another item.
#[test]
fn a_descriptor_counts_at_the_start() {
    let pack = many(1).pack(|spec| {
        let long = format!(r#"{{"description":"{}"}}"#, "z".repeat(2_000));
        spec.files[1].descriptor = long.leak();
    });
    let set = crate::private::set_v1(Vec::leak(pack), "fixture");
    let build = |result_bytes| {
        let limits = Limits::builder().entry_bytes(1_000);
        let limits = limits.result_bytes(result_bytes).build().unwrap();
        let builder = SkillsService::builder(set).limits(limits);
        builder.build().map_err(|error| error.to_string())
    };
    let overhead = build(8 << 20)
        .unwrap()
        .parts()
        .envelope
        .overhead(Member::RESOURCES, true);
    let got = (2_000 + 18 + overhead + Envelope::cursor_overhead()) as u64;
    assert!(build(got).is_ok());
    let allowed = got - 1;
    assert_eq!(
        build(allowed).unwrap_err(),
        format!(
            "`skill://acme/s00/refs/guide.md` does not fit limit `result_bytes` (got {got}, allowed {allowed})"
        )
    );
}

// L: a header that lies is refused without a culprit.
#[test]
fn a_claim_that_nothing_backs_is_refused_too() {
    let mut pack = many(1).pack(|_| {});
    pack[112..116].copy_from_slice(&u32::MAX.to_le_bytes());
    let set = crate::private::set_v1(Vec::leak(pack), "fixture");
    assert_eq!(
        message(SkillsService::builder(set)),
        "the catalog does not fit limit `entry_bytes` (got 4294967295, allowed 4194304)"
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

// A1, A2
#[test]
fn debug_says_which_policies_there_are() {
    let builder = builder().availability(|_: &crate::Entry<'_>, _: &crate::RequestView<'_>| true);
    let expected = "Policies { availability: true, resource: false }";
    assert!(format!("{builder:?}").contains(expected));
}

// A secret never shows.
#[test]
fn debug_says_nothing_about_the_secret() {
    let builder = builder().cursor_secret("the secret that nobody may ever see");
    let shown = format!("{builder:?} {:?}", builder.clone().build().unwrap());
    assert!(!shown.contains("secret that"), "{shown}");
    assert!(shown.contains("Keys(..)"), "{shown}");
}
