//! Any bytes as a `SKILL.md`: an answer in bounded time, spans inside the file, JSON that reads back.

#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use skills_compiler::{Options, Source, compile};
use skills_pack::Pack;

/// Far above what 64 KiB may take, since a fuzzer's build is slow and shares its machine.
const PATIENCE: Duration = Duration::from_secs(2);

fuzz_target!(|data: &[u8]| {
    let files = [("x/SKILL.md", data)];
    let started = Instant::now();
    let outcome = compile(Source::files(files), &Options::new());
    assert!(started.elapsed() < PATIENCE, "a bounded input takes bounded time");
    match outcome {
        Ok(compiled) => {
            let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
            pack.check().expect("the pack is whole");
            let entry = pack.entry(0).expect("one skill went in");
            let value: serde_json::Value = serde_json::from_slice(entry.json()).expect("an entry is JSON");
            let again = serde_json::from_str::<serde_json::Value>(&value.to_string()).expect("JSON reads back");
            assert_eq!(value, again);
        }
        Err(problems) => {
            let shown = String::from_utf8_lossy(data);
            for problem in &problems {
                let span = problem.span().unwrap_or_default();
                assert!(span.start <= span.end && span.end <= shown.len(), "{problem}");
                assert!(!problem.compile_error_text().is_empty() && !problem.styled_text().is_empty());
            }
        }
    }
});
