//! What the compiler writes is what the service reads.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use skills_compiler::{Options, Source, compile};
use skills_runtime::{
    Body, Catalog, Child, Digest, Directory, File, Limits, RequestView, SkillSet, SkillsService,
};

const PDF: &str = "---\nname: pdf\ndescription: Fills forms.\nversion: 1.10\nmetadata:\n  audience: staff\n---\n\n# PDF\n";
const NOTES: &str = "---\nname: notes\ndescription: Takes notes.\n---\r\nLine\r\n";

fn set() -> SkillSet {
    let files: [(&str, &[u8]); 6] = [
        ("team/pdf/SKILL.md", PDF.as_bytes()),
        ("team/pdf/assets/my logo.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("team/pdf/assets/\u{96ea}.txt", "\u{96ea}\n".as_bytes()),
        ("team/pdf/empty.txt", b""),
        ("team/pdf/scripts/fill.py", b"print(\"hi\")\n"),
        ("notes/SKILL.md", NOTES.as_bytes()),
    ];
    let compiled = compile(Source::files(files), &Options::new()).unwrap();
    SkillSet::from_pack(Vec::leak(compiled.into_pack()), "compiled").unwrap()
}

fn service() -> SkillsService {
    SkillsService::builder(set())
        .directory_reads(true)
        .build()
        .unwrap()
}

fn request() -> RequestView<'static> {
    RequestView::new("2026-07-28")
}

fn value(body: Body) -> Value {
    serde_json::from_slice(&body.into_vec()).unwrap()
}

// D2, S1, S3: every promise in the listing is kept by a read.
#[test]
fn what_is_listed_is_what_is_read() {
    let service = service();
    let list = value(service.list(&request(), None).unwrap());
    let entries = list["skills"].as_array().unwrap();
    let uris: Vec<_> = entries
        .iter()
        .map(|entry| entry["uri"].as_str().unwrap())
        .collect();
    assert_eq!(
        uris,
        ["skill://notes/SKILL.md", "skill://team/pdf/SKILL.md"]
    );
    for entry in entries {
        for resource in entry["resources"].as_array().unwrap() {
            let uri = resource["uri"].as_str().unwrap();
            let file = service.catalog().file(uri).unwrap();
            let content = service.catalog().content(uri).unwrap();
            assert_eq!(resource["digest"], Digest::of(content).to_string());
            assert_eq!(resource["size"], file.size());
            let read = value(service.read(&request(), uri).unwrap());
            assert_eq!(read["contents"][0]["uri"], uri);
            assert_eq!(read["contents"][0]["mimeType"], file.mime_type());
            if file.is_text() {
                let text = read["contents"][0]["text"].as_str().unwrap();
                assert_eq!(text.as_bytes(), content);
            }
        }
    }
}

// F2: the frontmatter's order and the author's numbers.
#[test]
fn views_show_what_the_author_wrote() {
    let catalog = Catalog::from(set());
    let pdf = catalog.entry("skill://team/pdf/SKILL.md").unwrap();
    assert!(
        pdf.frontmatter_json()
            .starts_with(r#"{"name":"pdf","description":"Fills forms.","version":1.1"#)
    );
    assert_eq!(pdf.metadata_value("audience"), Some("staff"));
    let paths: Vec<_> = pdf.files().map(|file| file.path()).collect();
    assert!(paths.contains(&"assets/my logo.png") && paths.contains(&"assets/\u{96ea}.txt"));
    let logo = catalog
        .file("skill://team/pdf/assets/my%20logo.png")
        .unwrap();
    assert_eq!((logo.mime_type(), logo.is_text()), ("image/png", false));
}

// D9: a walk from directory to directory meets every file once.
#[test]
fn directories_lead_to_every_file() {
    fn walk(directory: Directory<'_>, found: &mut Vec<String>) {
        for child in directory.children() {
            match child {
                Child::File(file) => found.push(file.uri().to_owned()),
                Child::Directory(directory) => walk(directory, found),
            }
        }
    }
    let service = service();
    let catalog = service.catalog();
    let mut found = Vec::new();
    for top in ["skill://notes", "skill://team"] {
        walk(catalog.directory(top).unwrap(), &mut found);
        let read = value(service.read_directory(&request(), top, None).unwrap());
        assert!(!read["resources"].as_array().unwrap().is_empty());
    }
    found.sort();
    let all: Vec<_> = catalog.files().map(|file| file.uri()).collect();
    assert_eq!(found, all);
}

// D8, L: the size that the build computed for a read is exactly the size of the read, so a service is made with that
// bound and refused with one byte less.
#[test]
fn reads_are_as_long_as_the_build_said() {
    let contents: [(&str, &[u8]); 4] = [
        ("plain.txt", b"plain text "),
        (
            "escaped.txt",
            "\"\\\t\r\n\u{1}\u{7f}\u{2028}\u{96ea}\u{1f4a9}".as_bytes(),
        ),
        ("data.bin", b"\0\x01\xff"),
        ("my logo.png", b"\x89PNG\r\n\x1a\n\0"),
    ];
    for (path, content) in contents {
        // The largest file by far, and of a length that Base64 has to pad.
        let content = [&content.repeat(200)[..], b"x"].concat();
        let path = format!("pdf/{path}");
        let files: [(&str, &[u8]); 2] = [("pdf/SKILL.md", PDF.as_bytes()), (&path, &content)];
        let compiled = compile(Source::files(files), &Options::new()).unwrap();
        let set = SkillSet::from_pack(Vec::leak(compiled.into_pack()), "compiled").unwrap();
        let build = |read_bytes| {
            let limits = Limits::builder().read_bytes(read_bytes).build().unwrap();
            SkillsService::builder(set).limits(limits).build()
        };
        let catalog = Catalog::from(set);
        let file = catalog.files().max_by_key(File::size).unwrap();
        let len = build(1 << 20).unwrap().read(&request(), file.uri());
        let len = len.unwrap().len() as u64;
        assert!(build(len).unwrap().read(&request(), file.uri()).is_ok());
        let error = build(len - 1).unwrap_err();
        assert!(error.is_catalog_too_large());
        let (uri, allowed) = (file.uri(), len - 1);
        assert_eq!(
            error.to_string(),
            format!("`{uri}` does not fit limit `read_bytes` (got {len}, allowed {allowed})")
        );
    }
}
