//! What is written is what is read.
#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

mod common;

use common::generate::catalog;
use common::{read, small};
use proptest::prelude::*;
use proptest::sample::Index;
use skills_pack::{CatalogSpec, Pack, write};

#[test]
fn the_small_catalog_comes_back() {
    let spec = small();
    let bytes = write(&spec).unwrap();
    assert_eq!(read(Pack::new(&bytes).unwrap()), spec);
}

#[test]
fn an_empty_catalog_is_the_empty_pack() {
    let bytes = write(&CatalogSpec::default()).unwrap();
    assert_eq!(bytes, Pack::EMPTY.as_bytes());
    assert_eq!(Pack::EMPTY.check(), Ok(()));
    assert_eq!(read(Pack::EMPTY), CatalogSpec::default());
}

// S10: revisions side by side share most of their files.
#[test]
fn equal_strings_and_equal_contents_are_stored_once() {
    let one = write(&small()).unwrap().len();
    let mut spec = small();
    let mut again = spec.files[2].clone();
    again.uri = "skill://work/a%20c.png";
    spec.files.push(again);
    spec.entries[1].files.end += 1;
    spec.directories[0].files.end += 1;
    // A record, two more slots, the new URI, the descriptor and a comma; no path, MIME type or content.
    let added = 84 + 24 + "skill://work/a%20c.png".len() + spec.files[3].descriptor.len() + 1;
    assert_eq!(write(&spec).unwrap().len(), one + added);
}

// D9: a directory of files has the text that the files have.
#[test]
fn children_that_are_described_as_their_files_are_stored_once() {
    let one = write(&small()).unwrap().len();
    let mut spec = small();
    let own = std::mem::replace(
        &mut spec.directories[1].children[0].json,
        spec.files[0].descriptor,
    );
    let bytes = write(&spec).unwrap();
    assert_eq!(bytes.len(), one - own.len());
    assert_eq!(read(Pack::new(&bytes).unwrap()), spec);
    // Beside a subdirectory they keep a text of their own, which has commas between.
    for child in &mut spec.directories[0].children[1..] {
        child.json = spec.files[1].descriptor;
    }
    let longer = write(&spec).unwrap();
    assert_eq!(
        longer.len(),
        bytes.len() + 2 * (spec.files[1].descriptor.len() - own.len())
    );
    assert_eq!(read(Pack::new(&longer).unwrap()), spec);
}

proptest! {
    // L
    #[test]
    fn maxima_are_those_of_the_catalog(catalog in catalog()) {
        let spec = catalog.spec();
        let bytes = write(&spec).unwrap();
        let maxima = Pack::new(&bytes).unwrap().maxima();
        let longest = |texts: Vec<&str>| u32::try_from(texts.iter().map(|text| text.len()).max().unwrap_or(0)).unwrap();
        let uris = spec.files.iter().map(|file| file.uri);
        let uris = uris.chain(spec.directories.iter().map(|directory| directory.uri)).collect();
        prop_assert_eq!(maxima.uri, longest(uris));
        prop_assert_eq!(maxima.entry, longest(spec.entries.iter().map(|entry| entry.json).collect()));
        let children = spec.directories.iter().flat_map(|directory| &directory.children);
        let descriptors = spec.files.iter().map(|file| file.descriptor);
        prop_assert_eq!(maxima.descriptor, longest(descriptors.chain(children.map(|child| child.json)).collect()));
        let reads = spec.files.iter().map(|file| {
            (file.uri.len() + file.mime_type.len()) as u64 + u64::from(file.encoded_len)
        });
        let read = reads.max().unwrap_or(0).min(u64::from(u32::MAX));
        prop_assert_eq!(u64::from(maxima.read), read);
    }

    #[test]
    fn any_catalog_comes_back(catalog in catalog()) {
        let spec = catalog.spec();
        let bytes = write(&spec).unwrap();
        let pack = Pack::new(&bytes).unwrap();
        prop_assert_eq!(pack.check(), Ok(()));
        prop_assert_eq!(read(pack), spec);
    }

    #[test]
    fn equal_catalogs_give_equal_bytes(catalog in catalog()) {
        let copy = catalog.clone();
        prop_assert_eq!(write(&catalog.spec()), write(&copy.spec()));
    }

    // D2, D8, D9: by exact URI, never by a variant of it.
    #[test]
    fn records_are_found_by_their_exact_uri(catalog in catalog(), cut in any::<Index>()) {
        let spec = catalog.spec();
        let bytes = write(&spec).unwrap();
        let pack = Pack::new(&bytes).unwrap();
        for (i, file) in (0..).zip(&spec.files) {
            prop_assert_eq!(pack.find_file(file.uri), Some(i));
            let entry = spec.entries.iter().position(|entry| entry.root == i);
            prop_assert_eq!(pack.find_entry(file.uri), entry.map(|entry| u32::try_from(entry).unwrap()));
            let part = file.uri.get(..cut.index(file.uri.len())).unwrap();
            prop_assert_eq!(pack.find_file(part), None);
            prop_assert_eq!(pack.find_file(&format!("{}/", file.uri)), None);
        }
        for (i, directory) in (0..).zip(&spec.directories) {
            prop_assert_eq!(pack.find_directory(directory.uri), Some(i));
            prop_assert_eq!(pack.find_directory(&format!("{}/", directory.uri)), None);
        }
    }

    // D3, D7, D9: a run of any list is one slice.
    #[test]
    fn a_run_of_json_is_joined_by_commas(catalog in catalog(), ends in any::<[Index; 2]>()) {
        let spec = catalog.spec();
        let bytes = write(&spec).unwrap();
        let pack = Pack::new(&bytes).unwrap();

        let entries: Vec<_> = spec.entries.iter().map(|entry| entry.json).collect();
        let (run, json) = run(&entries, ends);
        prop_assert_eq!(pack.entries_json(run), json.as_bytes());
        let files: Vec<_> = spec.files.iter().map(|file| file.descriptor).collect();
        let (run, json) = self::run(&files, ends);
        prop_assert_eq!(pack.descriptors_json(run), json.as_bytes());
        for (i, directory) in (0..).zip(&spec.directories) {
            let children: Vec<_> = directory.children.iter().map(|child| child.json).collect();
            let (run, json) = self::run(&children, ends);
            prop_assert_eq!(pack.directory(i).unwrap().children_json(run), json.as_bytes());
        }
    }
}

/// Some run of the items, and what its JSON should be.
fn run(items: &[&str], ends: [Index; 2]) -> (std::ops::Range<u32>, String) {
    let mut ends = ends.map(|end| end.index(items.len() + 1));
    ends.sort_unstable();
    let [start, end] = ends;
    (
        u32::try_from(start).unwrap()..u32::try_from(end).unwrap(),
        items[start..end].join(","),
    )
}
