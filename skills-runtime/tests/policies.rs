//! Policies as a server's author writes them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, num::ParseIntError};

use serde_json::Value;
use skills_compiler::{Options, Source, compile};
use skills_runtime::{
    Availability, Entry, File, PolicyError, RequestView, ResourcePolicy, SkillSet, SkillsService,
    SkillsServiceBuilder,
};

fn builder() -> SkillsServiceBuilder {
    let skill = |name: &str, audience: &str| {
        let head = format!("name: {name}\ndescription: Does it.");
        format!("---\n{head}\nmetadata:\n  audience: {audience}\n---\n")
    };
    let (open, staff) = (skill("open", "everybody"), skill("payroll", "staff"));
    let files: [(&str, &[u8]); 3] = [
        ("open/SKILL.md", open.as_bytes()),
        ("open/scripts/run.sh", b"echo hi\n"),
        ("payroll/SKILL.md", staff.as_bytes()),
    ];
    let compiled = compile(Source::files(files), &Options::new()).unwrap();
    let set = SkillSet::from_pack(Vec::leak(compiled.into_pack()), "policies").unwrap();
    SkillsService::builder(set)
}

fn listed(builder: SkillsServiceBuilder, request: &RequestView<'_>) -> Vec<String> {
    let service = builder.build().unwrap();
    let body = service.list(request, None).unwrap().into_vec();
    let value: Value = serde_json::from_slice(&body).unwrap();
    let skills = value["skills"].as_array().unwrap().iter();
    skills
        .map(|skill| skill["uri"].as_str().unwrap().to_owned())
        .collect()
}

/// What a server's middleware found out.
struct Caller {
    is_staff: bool,
}

fn request(caller: &Caller) -> RequestView<'_> {
    RequestView::new("2026-07-28").with(caller)
}

const OPEN: &str = "skill://open/SKILL.md";
const PAYROLL: &str = "skill://payroll/SKILL.md";

// A1
#[test]
fn a_closure_decides_by_metadata_and_caller() {
    let builder = builder().availability(|entry: &Entry<'_>, request: &RequestView<'_>| {
        let caller = request.get::<Caller>();
        entry.metadata_value("audience") != Some("staff")
            || caller.is_some_and(|caller| caller.is_staff)
    });
    let [staff, guest] = [true, false].map(|is_staff| Caller { is_staff });
    assert_eq!(listed(builder.clone(), &request(&staff)), [OPEN, PAYROLL]);
    assert_eq!(listed(builder.clone(), &request(&guest)), [OPEN]);
    assert_eq!(listed(builder, &RequestView::new("2025-11-25")), [OPEN]);
}

/// Each tenant's skills.
struct Tenants(BTreeMap<String, Vec<String>>);

impl Availability for Tenants {
    fn is_available(
        &self,
        entry: &Entry<'_>,
        request: &RequestView<'_>,
    ) -> Result<bool, PolicyError> {
        let tenant = request
            .get::<String>()
            .ok_or("the request names no tenant")?;
        let skills = self.0.get(tenant).into_iter().flatten();
        Ok(skills.into_iter().any(|skill| skill == entry.name()))
    }
}

struct NoScripts;

impl ResourcePolicy for NoScripts {
    fn is_permitted(&self, file: &File<'_>, _: &RequestView<'_>) -> Result<bool, PolicyError> {
        Ok(!file.path().starts_with("scripts/"))
    }
}

// A1, A4
#[test]
fn a_type_decides_by_what_it_knows() {
    let skills = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let tenants = [
        ("a".to_owned(), skills(&["open"])),
        ("b".to_owned(), skills(&["open", "payroll"])),
    ];
    let builder = builder().availability(Tenants(tenants.into()));
    for (tenant, expected) in [("a", &[OPEN][..]), ("b", &[OPEN, PAYROLL]), ("c", &[])] {
        let tenant = tenant.to_owned();
        let request = RequestView::new("2026-07-28").with(&tenant);
        assert_eq!(listed(builder.clone(), &request), expected);
    }
    let service = builder.build().unwrap();
    let error = service
        .list(&RequestView::new("2026-07-28"), None)
        .unwrap_err();
    assert_eq!((error.code(), error.message()), (-32603, "internal error"));
}

// A2
#[test]
fn both_policies_together() {
    let builder = builder()
        .availability(|entry: &Entry<'_>, _: &RequestView<'_>| entry.name() == "open")
        .resource_policy(NoScripts);
    let caller = Caller { is_staff: true };
    assert_eq!(listed(builder.clone(), &request(&caller)), [""; 0]);
    let service = builder.build().unwrap();
    assert!(service.read(&request(&caller), OPEN).is_ok());
    for uri in ["skill://open/scripts/run.sh", PAYROLL] {
        assert!(service.read(&request(&caller), uri).is_err());
    }
}

// A4: any error will do.
#[test]
fn closures_may_fail_with_errors_of_any_kind() {
    let number = |text: &'static str| {
        move |_: &Entry<'_>, _: &RequestView<'_>| {
            let number = text.parse::<u32>()?;
            Ok::<_, ParseIntError>(number > 1)
        }
    };
    let caller = Caller { is_staff: false };
    assert_eq!(
        listed(builder().availability(number("2")), &request(&caller)).len(),
        2
    );
    assert_eq!(
        listed(builder().availability(number("1")), &request(&caller)).len(),
        0
    );
    let service = builder().availability(number("x")).build().unwrap();
    assert!(
        service
            .list(&request(&caller), None)
            .unwrap_err()
            .is_internal()
    );
    let text = |_: &File<'_>, _: &RequestView<'_>| Err::<bool, _>("no".to_owned());
    let service = builder().resource_policy(text).build().unwrap();
    assert!(
        service
            .read(&request(&caller), OPEN)
            .unwrap_err()
            .is_internal()
    );
}
