//! Any bytes as a pack: what passes the check can be read from end to end, what does not can be read without panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skills_pack::Pack;

fuzz_target!(|data: &[u8]| {
    let Ok(pack) = Pack::new(data) else { return };
    let is_whole = pack.check().is_ok();
    for index in 0..pack.file_count().min(1_000) {
        let Some(file) = pack.file(index) else { continue };
        let _ = (file.uri(), file.path(), file.mime_type(), file.content(), file.digest());
        assert!(!is_whole || pack.find_file(file.uri()) == Some(index));
    }
    for index in 0..pack.entry_count().min(1_000) {
        let Some(entry) = pack.entry(index) else { continue };
        let _ = (entry.json(), entry.frontmatter_json(), entry.name(), entry.metadata().count(), entry.parent());
        let _ = pack.entries_json(0..index + 1);
    }
    for index in 0..pack.directory_count().min(1_000) {
        let Some(directory) = pack.directory(index) else { continue };
        for child in 0..directory.child_count().min(1_000) {
            let _ = directory.child(child).map(|child| (child.target(), child.json()));
        }
    }
});
