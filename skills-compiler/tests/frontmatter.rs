//! What the author wrote reaches the entry: every value, in its order, with its type.

use skills_compiler::{Options, Source, compile};
use skills_pack::Pack;

/// The frontmatter of a skill with these additional fields, as JSON.
fn json(fields: &str) -> String {
    let text = format!("---\nname: x\ndescription: d\n{fields}---\n");
    let compiled = compile(Source::files([("x/SKILL.md", text)]), &Options::new());
    let compiled = compiled.unwrap_or_else(|problems| panic!("{problems}"));
    let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
    let entry = pack.entry(0).expect("one skill went in");
    let json = String::from_utf8(entry.frontmatter_json().to_vec()).expect("JSON is UTF-8");
    json.replacen(r#"{"name":"x","description":"d","#, "{", 1)
}

// F2: mapping and sequence identity, key order, every JSON value; a float keeps its decimal point.
#[test]
fn values_keep_order_and_type() {
    let fields =
        "z: {b: 1, a: [true, null, 1.0, -0.5, \"1\"]}\ny: []\nx: {}\nw: |-\n  one\n   two\n";
    assert_eq!(
        json(fields),
        r#"{"z":{"b":1,"a":[true,null,1.0,-0.5,"1"]},"y":[],"x":{},"w":"one\n two"}"#
    );
}

// F2: what rmcp and clients read back is the same value.
#[test]
fn the_json_reads_back() {
    let value: serde_json::Value =
        serde_json::from_str(&json("a: 1.10\nb: 9007199254740991\n")).expect("it is JSON");
    assert_eq!(
        value,
        serde_json::json!({"a": 1.1, "b": 9_007_199_254_740_991_i64})
    );
}

// F5: a multi-word plain flow key keeps its full name, and flow collections nest with block ones.
#[test]
fn flow_and_block_styles_mix() {
    assert_eq!(
        json(
            "a: {long key with words: value, \"quoted, key\": [b c, {d: e}]}\nf:\n- {g: h}\n- [i, [j]]\n"
        ),
        r#"{"a":{"long key with words":"value","quoted, key":["b c",{"d":"e"}]},"f":[{"g":"h"},["i",["j"]]]}"#
    );
}

// F1, F2: CRLF changes no value.
#[test]
fn line_ends_change_no_value() {
    let fields = "a: >-\n  one\n  two\n\n  three\nb: c\n";
    assert_eq!(json(fields), json(&fields.replace('\n', "\r\n")));
}

// F7: values are never trimmed.
#[test]
fn values_are_not_trimmed() {
    assert_eq!(json("license: \" MIT \"\n"), r#"{"license":" MIT "}"#);
}

// F2: however many lints are allowed, the skill is read to its end and served whole.
#[test]
fn many_allowed_lints_cost_nothing() {
    let fields: String = (0..200).fold(String::new(), |all, number| {
        format!("{all}a{number}: yes\n")
    });
    let text = format!("---\nname: x\ndescription: d\n{fields}---\n");
    let mut options = Options::new();
    options.allow("non_portable_scalar").expect("it is a lint");
    let compiled = compile(Source::files([("x/SKILL.md", text.clone())]), &options);
    assert_eq!(compiled.map(|compiled| compiled.skills()).ok(), Some(1));

    // Where they are not allowed, some are shown and the rest is counted.
    let problems = compile(Source::files([("x/SKILL.md", text)]), &Options::new())
        .expect_err("they are lints");
    assert_eq!(problems.len(), 20);
    let last = problems
        .iter()
        .last()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(
        last.contains("and 180 more of this kind in the same frontmatter"),
        "{last}"
    );
}

// F4: a higher limit lets nothing through that an SDK does not read, unless that is allowed.
#[test]
fn depth_beyond_what_sdks_read_is_a_lint() {
    let code = |levels: usize| {
        let fields = format!("x: {}{}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        let text = format!("---\nname: x\ndescription: d\n{fields}\n---\n");
        let mut options = Options::new();
        options.limit("depth", 64).expect("it is a limit");
        let problems = compile(Source::files([("x/SKILL.md", text)]), &options).err()?;
        problems
            .failures()
            .last()
            .map(|problem| problem.code().name())
    };
    assert_eq!(
        [code(33), code(34), code(64), code(65)],
        [
            None,
            Some("sdk_subset"),
            Some("sdk_subset"),
            Some("yaml_depth")
        ]
    );
}
