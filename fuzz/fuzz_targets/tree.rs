//! Whole trees: paths and contents from one input, split at line breaks. No panic, and what is accepted is a whole pack.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skills_compiler::{Options, Source, compile};
use skills_pack::Pack;

const SKILL: &[u8] = b"---\nname: x\ndescription: d\n---\n";

fuzz_target!(|data: &[u8]| {
    let mut files = vec![("x/SKILL.md".to_owned(), SKILL.to_vec())];
    for line in data.split(|byte| *byte == b'\n').take(40) {
        let (path, content) = line.split_at(line.iter().position(|byte| *byte == b'=').unwrap_or(line.len()));
        files.push((String::from_utf8_lossy(path).into_owned(), content.to_vec()));
    }
    match compile(Source::files(files), &Options::new()) {
        Ok(compiled) => {
            let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
            pack.check().expect("the pack is whole");
            for index in 0..pack.file_count() {
                let uri = pack.file(index).map(|file| file.uri()).unwrap_or_default();
                assert_eq!(pack.find_file(uri), Some(index));
            }
        }
        Err(problems) => assert!(problems.failures().next().is_some()),
    }
});
