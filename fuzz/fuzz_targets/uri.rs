//! Any text as a base URI: refused, or in its one canonical spelling, so that every URI below it starts with it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skills_compiler::{Options, Source, compile};
use skills_pack::Pack;

fuzz_target!(|base: &str| {
    let mut options = Options::new();
    if options.base(base).is_err() {
        return;
    }
    let _ = options.allow("unusual_scheme");
    let files = [("x/SKILL.md", "---\nname: x\ndescription: d\n---\n"), ("x/a b/é.md", "text")];
    if let Ok(compiled) = compile(Source::files(files), &options) {
        let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
        for index in 0..pack.file_count() {
            let uri = pack.file(index).map(|file| file.uri()).unwrap_or_default();
            assert!(uri.starts_with(base) && uri.is_ascii() && !uri.contains(' '), "{uri}");
        }
    }
});
