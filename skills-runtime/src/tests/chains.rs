//! Chains of pages: complete, exact, within their bounds, and stale after a change (D5, D6, L).

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and its catalogs are small"
)]

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::Value;

use super::model::Request;
use crate::{
    Catalog, Child, Entry, Error, File, Limits, RequestView, ResourceListing, SkillsService,
    Visible,
    testing::{Fixture, current, text},
};

/// The bytes that the tightest result bound takes for an item: what surrounds it and a cursor.
const AROUND: u64 = 256;

/// A catalog, who may see what of it, and how its lists are cut.
#[derive(Clone, Debug)]
struct Case {
    catalog: Catalog,
    entries: Vec<bool>,
    /// Of nothing, there is no policy about files.
    files: Vec<bool>,
    page_size: u64,
    result_bytes: u64,
    roots: bool,
    decided: bool,
    meta: usize,
}

prop_compose! {
    fn case()(
        skills in vec((0..3_usize, 0..120_usize), 1..7), nested: bool, split: Index,
        entries in vec(prop::bool::weighted(0.7), 16), files in prop_oneof![vec(prop::bool::weighted(0.9), 48), Just(Vec::new())],
        page_size in 1..8_u64, slack in 0..2_000_u64, roots: bool, decided: bool, meta in 0..60_usize,
    ) -> Case {
        let catalog = catalog(&skills, nested, split.index(skills.len() + 1));
        let entry = catalog.maxima().entry.max(catalog.maxima().descriptor);
        let result_bytes = u64::from(entry) + AROUND + slack;
        Case { catalog, entries, files, page_size, result_bytes, roots, decided, meta }
    }
}

/// Skills with some files and a description of some length, in one set or dealt out to two.
fn catalog(skills: &[(usize, usize)], nested: bool, split: usize) -> Catalog {
    let mut halves = [Fixture::default(), Fixture::default()];
    for (index, (files, description)) in skills.iter().enumerate() {
        let half = &mut halves[usize::from(index >= split)];
        let directory = format!("skill://acme/s{index}");
        let files = [("a.txt", &b"a"[..]), ("refs/b.bin", b"\0")][..*files].to_vec();
        *half = std::mem::take(half).described(&directory, &"d".repeat(*description), &files);
        if nested && index % 2 == 0 {
            *half = std::mem::take(half).skill(&format!("{directory}/inner"), &[("c.txt", b"c")]);
        }
    }
    let [first, second] = halves.map(|half| half.set());
    if second.is_empty() {
        Catalog::from(first)
    } else {
        Catalog::new([&first, &second]).unwrap()
    }
}

impl Case {
    fn allows(&self, entry: &Entry<'_>) -> bool {
        self.entries[entry.id().unwrap() as usize % self.entries.len()]
    }

    fn permits(&self, file: &File<'_>) -> bool {
        let id = file.id().unwrap() as usize;
        self.files.is_empty() || self.files[id % self.files.len()]
    }

    fn service(&self) -> SkillsService {
        let limits = Limits::builder()
            .page_size(self.page_size)
            .entry_bytes(u64::from(self.catalog.maxima().entry))
            .result_bytes(self.result_bytes);
        let listing = if self.roots {
            ResourceListing::Roots
        } else {
            ResourceListing::Files
        };
        let meta = serde_json::json!({"m": "-".repeat(self.meta)});
        let builder = SkillsService::builder(self.catalog.clone())
            .limits(limits.build().unwrap())
            .response_meta(meta.as_object().unwrap().clone())
            .resource_listing(listing)
            .directory_reads(true)
            .cursor_secret([1; 32]);
        let (entries, files) = (self.clone(), self.clone());
        let allow = move |entry: &Entry<'_>, _: &RequestView<'_>| entries.allows(entry);
        let permit = move |file: &File<'_>, _: &RequestView<'_>| files.permits(file);
        let builder = builder.availability(allow);
        if self.files.is_empty() {
            builder.build().unwrap()
        } else {
            builder.resource_policy(permit).build().unwrap()
        }
    }

    /// The caller's view: decided before, or left to the policies.
    fn view(&self) -> RequestView<'static> {
        if !self.decided {
            return current();
        }
        let (allow, permit) = (
            |e: &Entry<'_>| self.allows(e),
            |f: &File<'_>| self.permits(f),
        );
        current().with_visible(Visible::select(&self.catalog, allow, permit))
    }

    /// The plain definitions of what can be seen (A2, F9).
    fn sees_file(&self, file: &File<'_>) -> bool {
        let mut listed_by = file.owner().unwrap().chain();
        listed_by.any(|entry| self.allows(&entry)) && self.permits(file)
    }

    fn sees_entry(&self, entry: &Entry<'_>) -> bool {
        self.allows(entry) && entry.files().all(|file| self.permits(&file))
    }

    /// The JSON of every item that a list should show, in order.
    fn expected(&self, list: &Request) -> Vec<Value> {
        let json = |text: &str| serde_json::from_str(text).unwrap();
        match list {
            Request::List(_) => {
                let entries = self
                    .catalog
                    .entries()
                    .filter(|entry| self.sees_entry(entry));
                entries.map(|entry| json(entry.json())).collect()
            }
            Request::Resources(_) => {
                let files = self.catalog.files().filter(|file| self.sees_file(file));
                let files = files.filter(|file| !self.roots || file.is_root());
                files.map(|file| json(file.descriptor_json())).collect()
            }
            Request::Directory(uri, _) => self.children(uri),
            _ => Vec::new(),
        }
    }

    fn children(&self, uri: &str) -> Vec<Value> {
        let directory = self.catalog.directory(uri).unwrap();
        let seen =
            (0..directory.child_count()).filter(|child| match directory.child(*child).unwrap() {
                Child::File(file) => self.sees_file(&file),
                Child::Directory(below) => {
                    let prefix = format!("{}/", below.uri());
                    let mut files = self.catalog.files();
                    files.any(|file| file.uri().starts_with(&prefix) && self.sees_file(&file))
                }
            });
        let json = |child| serde_json::from_slice(directory.child_json(child).unwrap()).unwrap();
        seen.map(json).collect()
    }
}

fn lists() -> [Request; 4] {
    [
        Request::List(None),
        Request::Resources(None),
        Request::Directory("skill://acme".to_owned(), None),
        Request::Directory("skill://acme/s0".to_owned(), None),
    ]
}

/// One page: its items, its cursor, the bytes of its result.
fn page(
    case: &Case,
    service: &SkillsService,
    request: &Request,
) -> Result<(Vec<Value>, Option<String>, u64), Error> {
    let body = text(request.send(service, &case.view())?);
    let mut value: Value = serde_json::from_str(&body).unwrap();
    let member = if value.get("skills").is_some() {
        "skills"
    } else {
        "resources"
    };
    let Value::Array(items) = value[member].take() else {
        panic!("no items: {body}");
    };
    let cursor = value["nextCursor"].as_str().map(str::to_owned);
    Ok((items, cursor, body.len() as u64))
}

/// The bytes of an item and its comma. Keys may come in another order, but not in another number.
fn weight(item: &Value) -> u64 {
    item.to_string().len() as u64 + 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    // D3, D5, D6, D7, D9, L, A5
    #[test]
    fn a_chain_is_complete_and_exact_and_each_page_is_full(case in case()) {
        let service = case.service();
        for list in lists() {
            let expected = case.expected(&list);
            if matches!(list, Request::Directory(..)) && expected.is_empty() {
                prop_assert_eq!(page(&case, &service, &list).unwrap_err(), Error::UNKNOWN_DIRECTORY);
                continue;
            }
            let (mut request, mut shown) = (list.clone(), Vec::new());
            loop {
                let (items, cursor, len) = page(&case, &service, &request)?;
                prop_assert!(items.len() as u64 <= case.page_size);
                prop_assert!(len <= case.result_bytes);
                shown.extend(items.iter().cloned());
                let Some(cursor) = cursor else { break };
                // A page that is not the last one holds something, and had no place for one more item.
                prop_assert!(!items.is_empty());
                let next = &expected[shown.len()];
                let full = items.len() as u64 == case.page_size || len + weight(next) > case.result_bytes;
                prop_assert!(full, "{} items, {len} of {} bytes", items.len(), case.result_bytes);
                request = list.at(Some(&cursor));
            }
            prop_assert_eq!(shown, expected);
        }
    }

    // D5: a cursor holds as long as what its caller may see, and no longer.
    #[test]
    fn a_cursor_is_stale_after_a_change_of_what_is_visible(before in case(), flipped in vec(any::<Index>(), 1..3), of_files: bool) {
        let mut after = before.clone();
        after.decided = !before.decided;
        let bits = if of_files && !before.files.is_empty() { &mut after.files } else { &mut after.entries };
        for index in flipped {
            let at = index.index(bits.len());
            bits[at] = !bits[at];
        }
        let (service, changed) = (before.service(), after.service());
        let seen = |case: &Case| {
            let entries: Vec<_> = case.catalog.entries().map(|entry| case.sees_entry(&entry)).collect();
            let files: Vec<_> = case.catalog.files().map(|file| case.sees_file(&file)).collect();
            (entries, files)
        };
        let (entries, files) = seen(&before);
        let (entries_after, files_after) = seen(&after);
        for list in lists() {
            let Ok((_, Some(cursor), _)) = page(&before, &service, &list) else { continue };
            let request = list.at(Some(&cursor));
            let old = page(&before, &service, &request);
            prop_assert!(old.is_ok());
            let same = match list {
                Request::List(_) => entries == entries_after,
                _ => entries == entries_after && files == files_after,
            };
            match page(&after, &changed, &request) {
                answer @ Ok(_) => prop_assert!(same && answer == old),
                Err(error) => {
                    let gone = matches!(list, Request::Directory(..)) && after.expected(&list).is_empty();
                    prop_assert_eq!(error, if gone { Error::UNKNOWN_DIRECTORY } else { Error::CURSOR });
                    prop_assert!(!same);
                }
            }
        }
    }
}
