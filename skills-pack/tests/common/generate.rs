//! Any catalog: a random tree of skills, and what follows from it by the plainest definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use skills_pack::{CatalogSpec, ChildSpec, DirectorySpec, EntrySpec, FileSpec, Target};

const BASE: &str = "skill://";

/// A catalog that owns its strings.
#[derive(Clone, Debug)]
pub(crate) struct Catalog {
    /// The directories of the skills, as URIs.
    skills: BTreeSet<String>,
    files: BTreeMap<String, Content>,
    directories: BTreeSet<String>,
    texts: Vec<Texts>,
    fingerprint: [u8; 32],
}

#[derive(Clone, Debug)]
struct Content {
    bytes: Vec<u8>,
    is_text: bool,
    encoded_len: u32,
    digest: [u8; 32],
}

/// Strings that the records take turns to use.
#[derive(Clone, Debug)]
struct Texts {
    json: String,
    frontmatter: Range<u32>,
    name: String,
    description: String,
    metadata: Vec<(String, String)>,
    fingerprint: [u8; 32],
}

/// Up to six skills, beside and within one another, with up to five more files each.
pub(crate) fn catalog() -> impl Strategy<Value = Catalog> {
    let skill = (path(1..4), btree_map(member(), content(), 0..5), content());
    (vec(skill, 0..6), vec(texts(), 1..5), any::<[u8; 32]>()).prop_map(
        |(trees, texts, fingerprint)| {
            let mut skills = BTreeSet::new();
            let mut files = BTreeMap::new();
            for (path, members, root) in trees {
                let directory = format!("{BASE}{path}");
                files.insert(format!("{directory}/SKILL.md"), root);
                files.extend(
                    members
                        .into_iter()
                        .map(|(member, content)| (format!("{directory}/{member}"), content)),
                );
                skills.insert(directory);
            }
            let directories = files
                .keys()
                .flat_map(|uri| ancestors(uri))
                .map(str::to_owned)
                .collect();
            Catalog {
                skills,
                files,
                directories,
                texts,
                fingerprint,
            }
        },
    )
}

fn path(depth: Range<usize>) -> impl Strategy<Value = String> {
    // Before and after `SKILL.md`, before and after `/`, and each a prefix of another.
    let segment = select(vec!["1", "A", "a", "a-b", "a%20b", "a.b", "zz"]);
    vec(segment, depth).prop_map(|segments| segments.join("/"))
}

/// The path of a file. A nested `SKILL.md` is only a file unless its directory happens to be a skill.
fn member() -> impl Strategy<Value = String> {
    let name = select(vec!["SKILL.md", "0.txt", "f.txt", "g%C3%A4.png", "~x"]);
    (path(0..3), name).prop_map(|(path, name)| {
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}/{name}")
        }
    })
}

fn content() -> impl Strategy<Value = Content> {
    let bytes = prop_oneof![
        any::<Vec<u8>>().prop_map(|bytes| (bytes, false)),
        any::<String>().prop_map(|text| (text.into_bytes(), true)),
        // Some that several files share, as text and as binary.
        (select(vec!["", "same"]), any::<bool>())
            .prop_map(|(text, is_text)| (text.into(), is_text)),
    ];
    (bytes, any::<u32>(), any::<[u8; 32]>()).prop_map(|((bytes, is_text), encoded_len, digest)| {
        Content {
            bytes,
            is_text,
            encoded_len,
            digest,
        }
    })
}

prop_compose! {
    fn texts()(
        json in "\\PC{1,20}", ends in any::<[Index; 2]>(), name: String, description: String,
        metadata in vec(any::<(String, String)>(), 0..4), fingerprint: [u8; 32],
    ) -> Texts {
        let borders: Vec<usize> = json.char_indices().map(|(at, _)| at).chain([json.len()]).collect();
        let mut ends = ends.map(|end| *end.get(&borders) as u32);
        ends.sort_unstable();
        Texts { json, frontmatter: ends[0]..ends[1], name, description, metadata, fingerprint }
    }
}

impl Catalog {
    pub(crate) fn spec(&self) -> CatalogSpec<'_> {
        CatalogSpec {
            entries: self
                .roots()
                .map(|(root, directory)| self.entry(root, directory))
                .collect(),
            files: self
                .files
                .iter()
                .map(|(uri, content)| self.file(uri, content))
                .collect(),
            directories: self
                .directories
                .iter()
                .map(|uri| self.directory(uri))
                .collect(),
            fingerprint: self.fingerprint,
        }
    }

    /// The root and the directory of each entry, in the order of roots.
    fn roots(&self) -> impl Iterator<Item = (u32, &str)> {
        (0..).zip(self.files.keys()).filter_map(|(index, uri)| {
            let directory = uri.strip_suffix("/SKILL.md")?;
            self.skills
                .contains(directory)
                .then_some((index, directory))
        })
    }

    fn entry<'a>(&'a self, root: u32, directory: &'a str) -> EntrySpec<'a> {
        let texts = self.texts(root);
        EntrySpec {
            root,
            files: self.below(directory),
            parent: self.innermost(directory),
            json: &texts.json,
            frontmatter: texts.frontmatter.clone(),
            name: &texts.name,
            description: &texts.description,
            metadata: texts
                .metadata
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()))
                .collect(),
            fingerprint: texts.fingerprint,
        }
    }

    fn file<'a>(&'a self, uri: &'a str, content: &'a Content) -> FileSpec<'a> {
        let texts = self.texts(content.encoded_len);
        FileSpec {
            uri,
            path: &texts.description,
            mime_type: &texts.name,
            descriptor: &texts.json,
            content: &content.bytes,
            digest: content.digest,
            is_text: content.is_text,
            encoded_len: content.encoded_len,
            owner: self.innermost(uri).unwrap(),
        }
    }

    fn directory<'a>(&'a self, uri: &'a str) -> DirectorySpec<'a> {
        let files = (0..).map(Target::File).zip(self.files.keys());
        let directories = (0..).map(Target::Directory).zip(&self.directories);
        let mut children: Vec<_> = files
            .chain(directories)
            .filter(|(_, child)| ancestors(child).next_back() == Some(uri))
            .collect();
        children.sort_by_key(|(_, child)| child.as_str());
        let children = (0..).zip(children).map(|(i, (target, _))| ChildSpec {
            target,
            json: &self.texts(i).json,
        });
        DirectorySpec {
            uri,
            files: self.below(uri),
            children: children.collect(),
        }
    }

    fn texts(&self, index: u32) -> &Texts {
        &self.texts[index as usize % self.texts.len()]
    }

    fn below(&self, directory: &str) -> Range<u32> {
        let inside: Vec<u32> = (0..)
            .zip(self.files.keys())
            .filter(|(_, uri)| ancestors(uri).any(|a| a == directory))
            .map(|(i, _)| i)
            .collect();
        inside[0]..inside[inside.len() - 1] + 1
    }

    /// The entry with the longest directory that encloses `uri`.
    fn innermost(&self, uri: &str) -> Option<u32> {
        let enclosing = ancestors(uri).rfind(|ancestor| self.skills.contains(*ancestor))?;
        self.roots()
            .position(|(_, directory)| directory == enclosing)
            .map(|index| index as u32)
    }
}

/// The directories above a URI, from the base down.
fn ancestors(uri: &str) -> impl DoubleEndedIterator<Item = &str> {
    let base = (uri.len() > BASE.len()).then_some(BASE);
    let below = uri
        .match_indices('/')
        .map(|(at, _)| &uri[..at])
        .filter(|above| above.len() > BASE.len());
    base.into_iter().chain(below)
}
