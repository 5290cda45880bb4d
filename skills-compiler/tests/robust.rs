//! Whatever comes in, the compiler answers: no panic, spans inside their file, and JSON that reads back the same.

use proptest::prelude::*;
use skills_compiler::{Compiled, Diagnostics, Options, Source, compile};
use skills_pack::Pack;

fn compile_text(text: &str) -> Result<Compiled, Diagnostics> {
    let mut options = Options::new();
    options.allow_empty(true);
    compile(Source::files([("x/SKILL.md", text)]), &options)
}

/// What holds for every outcome (F2, L).
fn check(text: &str) {
    match compile_text(text) {
        Ok(compiled) => {
            let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
            pack.check().expect("the pack is whole");
            let entry = pack.entry(0).expect("one skill went in");
            let value: serde_json::Value =
                serde_json::from_slice(entry.json()).expect("an entry is JSON");
            assert_eq!(value["frontmatter"]["name"], "x");
        }
        Err(problems) => {
            assert!(problems.failures().next().is_some());
            for problem in &problems {
                let span = problem.span().unwrap_or_default();
                assert!(span.end <= text.len().max(1), "{problem}");
                assert!(!problem.compile_error_text().is_empty());
                assert!(!problem.message().ends_with('.'), "{problem}");
            }
        }
    }
}

/// Text made of the pieces that YAML gives a meaning to.
fn yaml() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "key",
        ": ",
        ":",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        "\r\n",
        "\"",
        "'",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "#",
        " # ",
        "&a ",
        "*a",
        "!t ",
        "|",
        ">",
        ">-",
        "|+2",
        "%",
        "@",
        "`",
        "?",
        "? ",
        "~",
        "null",
        "1.5",
        "0x1",
        "yes",
        "é",
        "雪",
        "💰",
        "\t",
        " ",
        "---",
        "...",
        "<<",
        "\\",
        "\\ud83d",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "2026-01-01",
        "=",
        "__proto__",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn frontmatter_of_any_shape_is_answered(extra in yaml()) {
        check(&format!("---\nname: x\ndescription: d\n{extra}\n---\n"));
    }

    #[test]
    fn any_text_is_answered(text in yaml()) {
        check(&text);
    }

    #[test]
    fn any_bytes_and_paths_are_answered(path in "[a-cA-C./é%?#]{0,12}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let files = [("x/SKILL.md".to_owned(), b"---\nname: x\ndescription: d\n---\n".to_vec()), (path, bytes)];
        if let Ok(compiled) = compile(Source::files(files), &Options::new()) {
            Pack::new(compiled.pack()).and_then(|pack| pack.check()).expect("the pack is whole");
        }
    }
}

// F3, L: nesting is stopped at the limit, however deep the text goes.
#[test]
fn deep_nesting_is_refused_not_followed() {
    for open in ["[", "{a: ", "- ", "? "] {
        check(&format!(
            "---\nname: x\ndescription: d\ny:\n  {}\n---\n",
            open.repeat(10_000)
        ));
    }
    let mut staircase = String::new();
    for depth in 1..300 {
        staircase.push_str(&" ".repeat(depth));
        staircase.push_str(
            "a:
",
        );
    }
    check(&format!(
        "---\nname: x\ndescription: d\ny:\n{staircase}---\n"
    ));
}
