//! Compares the methods of the SDK's `ServerHandler` with those that `WithSkills` has an answer for (C1).
//!
//! A method of the trait that the wrapper leaves out falls to the trait's default, and what the inner handler does with
//! it is gone without a word. So the source of the very release that this crate is built with is looked through.

#![cfg(feature = "rmcp")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeSet, fs, path::PathBuf, process::Command};

use serde_json::Value;

/// What the wrapper answers itself, or adds something to.
const OURS: [&str; 17] = [
    "accepted_subscription_filter",
    "call_tool",
    "discover",
    "get_info",
    "get_skill",
    "get_tool",
    "initialize",
    "list_resource_templates",
    "list_resources",
    "list_skills",
    "list_tools",
    "negotiate_initialize",
    "on_custom_request",
    "read_resource",
    "read_resource_directory",
    "subscribe",
    "unsubscribe",
];

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    String::from_utf8(output.stdout).unwrap()
}

/// The folder of the SDK's source, as cargo knows it.
fn sdk() -> PathBuf {
    let version = cargo(&["-vV"]);
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    // What this system builds with is there already; the rest of the lock file is not fetched for a look at it.
    let metadata = [
        "metadata",
        "--format-version",
        "1",
        "--offline",
        "--filter-platform",
        host,
    ];
    let metadata: Value = serde_json::from_str(&cargo(&metadata)).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let mut sdks = packages.iter().filter(|package| package["name"] == "rmcp");
    let manifest = sdks.next().unwrap()["manifest_path"].as_str().unwrap();
    assert!(
        sdks.next().is_none(),
        "more than one release of the SDK is in use"
    );
    PathBuf::from(manifest).parent().unwrap().to_owned()
}

/// The part of a source between a line and the line that is a bare closing brace at the same depth.
fn block<'a>(source: &'a str, opening: &str) -> &'a str {
    let start = source
        .find(opening)
        .unwrap_or_else(|| panic!("no `{opening}`"));
    let len = source[start..].find("\n}").unwrap();
    &source[start..start + len]
}

/// The name that starts a line, behind what may stand before a method's name.
fn method(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line
        .strip_prefix("async ")
        .unwrap_or(line)
        .strip_prefix("fn ")?;
    line.split(['(', '<']).next()
}

fn methods(block: &str) -> BTreeSet<&str> {
    block.lines().filter_map(method).collect()
}

/// The lines of the table of what is passed on; they are `name(…) -> …;`.
fn table(block: &str) -> BTreeSet<&str> {
    let (_, table) = block.split_once("forward! {").unwrap();
    let lines = table
        .lines()
        .map(str::trim)
        .filter(|line| line.ends_with(';'));
    lines.filter_map(|line| line.split('(').next()).collect()
}

// C1
#[test]
fn every_method_of_the_sdk_is_ours_or_passed_on() {
    let sdk = fs::read_to_string(sdk().join("src/handler/server.rs")).unwrap();
    let trait_methods = methods(block(&sdk, "macro_rules! server_handler_methods {"));
    // The SDK passes everything on for a box, in a list of its own.
    let wrapper = block(&sdk, "macro_rules! impl_server_handler_for_wrapper {");
    assert_eq!(methods(wrapper), trait_methods);
    assert!(trait_methods.len() >= 32, "{trait_methods:?}");

    let source = include_str!("../src/rmcp/with_skills/handler.rs");
    let handler = block(
        source,
        "impl<H: ServerHandler> ServerHandler for WithSkills<H> {",
    );
    let written = methods(handler);
    let mut passed_on = table(handler);
    // Not async, so no line of the table.
    assert!(handler.contains("self.inner.supported_protocol_versions()"));
    passed_on.insert("supported_protocol_versions");

    let ours = BTreeSet::from(OURS);
    assert_eq!(&written - &passed_on, ours);
    let answered: BTreeSet<_> = ours.union(&passed_on).copied().collect();
    let missing: Vec<_> = trait_methods.difference(&answered).collect();
    assert!(
        missing.is_empty(),
        "`WithSkills` neither answers nor passes on {missing:?}"
    );
    assert_eq!(answered, trait_methods);
}

// C1: an attribute of clippy's says the same at each build; the test above does not need clippy.
#[test]
fn clippy_looks_after_it_too() {
    let source = include_str!("../src/rmcp/with_skills/handler.rs");
    assert!(source.contains(
        "#[deny(clippy::missing_trait_methods)]\nimpl<H: ServerHandler> ServerHandler for"
    ));
}
