//! Catalogs for tests, written with the pack's own writer.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use skills_pack::{CatalogSpec, ChildSpec, DirectorySpec, EntrySpec, FileSpec, Target};

use crate::{Body, Digest, RequestView, SkillSet, SkillsService, catalog_fingerprint, private};

/// Skills by directory URI; each is published, nested ones too (F9).
#[derive(Clone, Default)]
pub(crate) struct Fixture {
    files: BTreeMap<String, Vec<u8>>,
    roots: BTreeSet<String>,
    descriptions: BTreeMap<String, String>,
}

impl Fixture {
    /// Adds a skill with a `SKILL.md` and other files.
    pub(crate) fn skill(self, directory: &str, files: &[(&str, &[u8])]) -> Self {
        self.described(directory, "Does it.", files)
    }

    pub(crate) fn described(
        mut self,
        directory: &str,
        description: &str,
        files: &[(&str, &[u8])],
    ) -> Self {
        let root = format!("{directory}/SKILL.md");
        let name = directory.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        self.files.insert(root.clone(), text.into_bytes());
        for (path, content) in files {
            self.files
                .insert(format!("{directory}/{path}"), content.to_vec());
        }
        self.descriptions
            .insert(root.clone(), description.to_owned());
        self.roots.insert(root);
        self
    }

    pub(crate) fn set(&self) -> SkillSet {
        private::set_v1(Vec::leak(self.pack(|_| {})), "fixture")
    }

    /// The same set with a header that says its skills are small, so that only a request finds out.
    pub(crate) fn understated_set(&self) -> SkillSet {
        let mut pack = self.pack(|_| {});
        pack[108..124].fill(0);
        private::set_v1(Vec::leak(pack), "fixture")
    }

    /// The same set with something about it changed.
    pub(crate) fn pack(&self, change: impl FnOnce(&mut CatalogSpec<'_>)) -> Vec<u8> {
        let texts = Texts::new(self);
        let mut spec = texts.spec(self);
        change(&mut spec);
        skills_pack::write(&spec).unwrap()
    }

    fn uris(&self) -> Vec<&str> {
        self.files.keys().map(String::as_str).collect()
    }

    /// The run of files below a directory.
    fn below(&self, directory: &str) -> Range<u32> {
        let uris = self.uris();
        let prefix = format!("{directory}/");
        let start = uris.partition_point(|uri| *uri < prefix.as_str());
        let len = uris[start..]
            .iter()
            .take_while(|uri| uri.starts_with(&prefix))
            .count();
        start as u32..(start + len) as u32
    }

    fn index(&self, uri: &str) -> u32 {
        self.uris().binary_search(&uri).unwrap() as u32
    }

    /// The innermost skill around a URI.
    fn owner(&self, uri: &str) -> Option<u32> {
        let around = |root: &&String| uri.starts_with(directory_of(root)) && *root != uri;
        let inner = self
            .roots
            .iter()
            .filter(around)
            .max_by_key(|root| root.len())?;
        Some(self.roots.iter().position(|root| root == inner).unwrap() as u32)
    }

    fn directories(&self) -> BTreeSet<String> {
        let mut directories = BTreeSet::new();
        for uri in self.files.keys() {
            let mut level = uri.as_str();
            while let Some((parent, _)) = level.rsplit_once('/') {
                if parent.ends_with('/') {
                    break;
                }
                directories.insert(parent.to_owned());
                level = parent;
            }
        }
        directories
    }
}

/// The directory of a URI, with its slash.
fn directory_of(uri: &str) -> &str {
    &uri[..=uri.rfind('/').unwrap()]
}

fn name_of(uri: &str) -> &str {
    uri.trim_end_matches('/').rsplit('/').next().unwrap()
}

fn mime_type(uri: &str) -> &'static str {
    match uri.rsplit('.').next().unwrap() {
        "md" => "text/markdown",
        "bin" => "application/octet-stream",
        "png" => "image/png",
        _ => "text/plain",
    }
}

/// The finished JSON, which the spec borrows.
struct Texts {
    entries: Vec<(String, Range<u32>)>,
    descriptors: Vec<String>,
    directories: Vec<(String, String)>,
}

impl Texts {
    fn new(fixture: &Fixture) -> Self {
        let directories = fixture.directories().into_iter().map(|uri| {
            let json = format!(
                r#"{{"uri":"{uri}","name":"{}","mimeType":"inode/directory"}}"#,
                name_of(&uri)
            );
            (uri, json)
        });
        Self {
            entries: fixture
                .roots
                .iter()
                .map(|root| entry_json(fixture, root))
                .collect(),
            descriptors: fixture
                .files
                .keys()
                .map(|uri| descriptor(fixture, uri))
                .collect(),
            directories: directories.collect(),
        }
    }

    fn spec<'a>(&'a self, fixture: &'a Fixture) -> CatalogSpec<'a> {
        let entries: Vec<_> = fixture
            .roots
            .iter()
            .zip(&self.entries)
            .map(|(root, (json, frontmatter))| EntrySpec {
                root: fixture.index(root),
                files: fixture.below(directory_of(root).trim_end_matches('/')),
                parent: fixture.owner(directory_of(root).trim_end_matches('/')),
                json,
                frontmatter: frontmatter.clone(),
                name: name_of(directory_of(root)),
                description: &fixture.descriptions[root],
                metadata: vec![("audience", "all"), ("team", "docs")],
                fingerprint: *Digest::of(json.as_bytes()).as_bytes(),
            })
            .collect();
        let fingerprint = catalog_fingerprint(entries.iter().map(|entry| entry.fingerprint));
        CatalogSpec {
            entries,
            files: self.files(fixture),
            directories: self.directories(fixture),
            fingerprint,
        }
    }

    fn files<'a>(&'a self, fixture: &'a Fixture) -> Vec<FileSpec<'a>> {
        let files = fixture.files.iter().zip(&self.descriptors);
        files
            .map(|((uri, content), descriptor)| {
                let owner = fixture.roots.iter().position(|root| root == uri);
                let owner = owner.map_or_else(|| fixture.owner(uri).unwrap(), |own| own as u32);
                let root = fixture.roots.iter().nth(owner as usize).unwrap();
                let is_text = mime_type(uri).starts_with("text/");
                FileSpec {
                    uri,
                    path: &uri[directory_of(root).len()..],
                    mime_type: mime_type(uri),
                    descriptor,
                    content,
                    digest: *Digest::of(content).as_bytes(),
                    is_text,
                    encoded_len: encoded_len(content, is_text),
                    owner,
                }
            })
            .collect()
    }

    fn directories<'a>(&'a self, fixture: &'a Fixture) -> Vec<DirectorySpec<'a>> {
        let directories = self.directories.iter().map(|(uri, _)| DirectorySpec {
            uri,
            files: fixture.below(uri),
            children: self.children(fixture, uri),
        });
        directories.collect()
    }

    fn children<'a>(&'a self, fixture: &'a Fixture, directory: &str) -> Vec<ChildSpec<'a>> {
        let is_child = |uri: &str| directory_of(uri).strip_suffix('/') == Some(directory);
        let mut children = BTreeMap::new();
        for (index, (uri, json)) in self.directories.iter().enumerate() {
            let target = Target::Directory(index as u32);
            children.insert(uri.as_str(), ChildSpec { target, json });
        }
        for (uri, json) in fixture.files.keys().zip(&self.descriptors) {
            let target = Target::File(fixture.index(uri));
            children.insert(uri, ChildSpec { target, json });
        }
        children.retain(|uri, _| is_child(uri));
        children.into_values().collect()
    }
}

fn entry_json(fixture: &Fixture, root: &str) -> (String, Range<u32>) {
    let description = json!(fixture.descriptions[root]);
    let name = name_of(directory_of(root));
    let frontmatter =
        format!(r#"{{"name":"{name}","description":{description},"zeta":1.0,"alpha":[null]}}"#);
    let open = format!(r#"{{"uri":"{root}","frontmatter":"#);
    let range = open.len() as u32..(open.len() + frontmatter.len()) as u32;
    let resources: Vec<String> = fixture
        .files
        .iter()
        .filter(|(uri, _)| uri.starts_with(directory_of(root)))
        .map(|(uri, content)| {
            let (digest, size) = (Digest::of(content), content.len());
            format!(r#"{{"uri":"{uri}","digest":"{digest}","size":{size}}}"#)
        })
        .collect();
    let resources = resources.join(",");
    (
        format!(r#"{open}{frontmatter},"resources":[{resources}]}}"#),
        range,
    )
}

fn descriptor(fixture: &Fixture, uri: &str) -> String {
    let (name, description) = match fixture.descriptions.get(uri) {
        Some(text) => (
            name_of(directory_of(uri)),
            format!(r#","description":{}"#, json!(text)),
        ),
        None => (name_of(uri), String::new()),
    };
    let (mime_type, size) = (mime_type(uri), fixture.files[uri].len());
    format!(
        r#"{{"uri":"{uri}","name":"{name}"{description},"mimeType":"{mime_type}","size":{size}}}"#
    )
}

fn encoded_len(content: &[u8], is_text: bool) -> u32 {
    let len = if is_text {
        json!(std::str::from_utf8(content).unwrap())
            .to_string()
            .len()
    } else {
        STANDARD.encode(content).len() + 2
    };
    len as u32
}

/// `count` skills of two files each, `skill://acme/s00` and on.
pub(crate) fn many(count: usize) -> Fixture {
    (0..count).fold(Fixture::default(), |fixture, index| {
        fixture.skill(
            &format!("skill://acme/s{index:02}"),
            &[("refs/guide.md", b"Read me.")],
        )
    })
}

/// One of everything: text, binary, empty, nested directories, a published nested skill, a name beside a name.
pub(crate) fn mixed() -> Fixture {
    Fixture::default()
        .skill(
            "skill://acme/pdf",
            &[
                ("assets/logo.bin", &[0, 159, 146, 150]),
                ("assets/none.bin", b""),
                ("empty.txt", b""),
                (
                    "refs/deep/notes.md",
                    "Tab\t\"quote\" \\ \u{1} \u{2028} 雪\r\n".as_bytes(),
                ),
            ],
        )
        .skill("skill://acme/pdf-tools", &[("run.sh", b"echo hi\n")])
        .skill("skill://acme/outer", &[("own.txt", b"outer")])
        .skill("skill://acme/outer/inner", &[("own.txt", b"inner")])
        .skill("skill://zoo/cat", &[])
}

/// A request on the current protocol version.
pub(crate) fn current() -> RequestView<'static> {
    RequestView::new("2026-07-28")
}

pub(crate) fn service(fixture: &Fixture) -> SkillsService {
    let builder = SkillsService::builder(fixture.set()).directory_reads(true);
    builder.cursor_secret([1; 32]).build().unwrap()
}

pub(crate) fn text(body: Body) -> String {
    let len = body.len();
    let bytes = body.into_vec();
    assert_eq!(bytes.len(), len);
    String::from_utf8(bytes).unwrap()
}

pub(crate) fn value(body: Body) -> Value {
    serde_json::from_str(&text(body)).unwrap()
}

/// The sorted names of an object's members, which may come in any order.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let names: BTreeSet<_> = value.as_object().unwrap().keys().collect();
    names.into_iter().map(String::as_str).collect()
}

/// The URIs of the items of a list, and its cursor.
pub(crate) fn uris(body: Body) -> (Vec<String>, Option<String>) {
    let value = value(body);
    let items = value
        .get("skills")
        .or_else(|| value.get("resources"))
        .unwrap();
    let uris = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["uri"].as_str().unwrap().to_owned());
    let cursor = value
        .get("nextCursor")
        .map(|cursor| cursor.as_str().unwrap().to_owned());
    (uris.collect(), cursor)
}

/// The URIs on every page.
pub(crate) fn all_pages(mut page: impl FnMut(Option<&str>) -> Body) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let (uris, next) = uris(page(cursor.as_deref()));
        pages.push(uris);
        cursor = next;
        if cursor.is_none() {
            return pages;
        }
    }
}
