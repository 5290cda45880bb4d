//! What a publisher asserts about a file must match exactly.

use skills_compiler::{Options, Source, compile};

const DIGEST_OF_A: &str = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

/// The messages for a file with the content `a`.
fn messages(path: &str, digest: Option<&str>, size: Option<u64>) -> Vec<String> {
    let skill = "---\nname: x\ndescription: d\n---\nsee a.txt\n";
    let source = Source::files([("x/SKILL.md", skill), ("x/a.txt", "a")]);
    let mut options = Options::new();
    options
        .expect(path, digest, size)
        .expect("the assertion is well-formed");
    let problems = compile(source, &options).err().unwrap_or_default();
    problems
        .iter()
        .map(|problem| problem.message().to_owned())
        .collect()
}

// S8: an expected size and an expected digest must match exactly.
#[test]
fn digest_and_size_are_compared() {
    let other = format!("sha256:{}", "0".repeat(64));
    assert_eq!(messages("x/a.txt", Some(DIGEST_OF_A), Some(1)), [""; 0]);
    assert_eq!(
        messages("x/a.txt", None, Some(2)),
        ["file has 1 bytes, expected are 2"]
    );
    assert_eq!(
        messages("x/a.txt", Some(&other), None),
        [format!(
            "file has the digest `{DIGEST_OF_A}`, expected is `{other}`"
        )]
    );
    assert_eq!(
        messages("x/b.txt", None, Some(1)),
        ["file is expected, but not embedded"]
    );
}
