//! The decisions of one request, each taken when it is first needed and never again (A3).

use std::{borrow::Cow, cell::RefCell, collections::HashMap, ops::Range};

use crate::{
    Catalog, Child, Directory, Entry, Error, File, RequestView, Visible, error::Cause, page::Ids,
    policy::Policies,
};

/// What the caller of one request may see: decided before, or asked for item by item.
#[allow(
    clippy::large_enum_variant,
    reason = "one lives at a time, on the stack, for one request"
)]
pub(crate) enum Sight<'a> {
    Decided(Cow<'a, Visible>),
    Open(Decisions<'a>),
}

impl<'a> Sight<'a> {
    /// # Errors
    ///
    /// Decisions of another catalog.
    pub(crate) fn new(
        catalog: &'a Catalog,
        policies: &'a Policies,
        request: &'a RequestView<'_>,
        method: &'static str,
    ) -> Result<Self, Error> {
        Ok(match request.visible() {
            Some(visible) => {
                visible.check(catalog)?;
                Self::Decided(Cow::Borrowed(visible))
            }
            None if policies.is_empty() => Self::Decided(Cow::Owned(Visible::all())),
            None => Self::Open(Decisions {
                catalog,
                policies,
                request: request.about(method),
                kept: None,
            }),
        })
    }

    /// Keeps decisions from now on. Only a single entry or file can do without, since it meets each item once.
    pub(crate) fn keep(&mut self) {
        if let Self::Open(decisions) = self {
            decisions.kept = Some(Kept::default());
        }
    }

    pub(crate) fn entry(&self, entry: &Entry<'_>) -> Result<bool, Error> {
        match self {
            Self::Decided(visible) => Ok(visible.entry(entry)),
            Self::Open(decisions) => decisions.entry(entry),
        }
    }

    pub(crate) fn file(&self, file: &File<'_>) -> Result<bool, Error> {
        match self {
            Self::Decided(visible) => Ok(visible.file(file)),
            Self::Open(decisions) => decisions.file(file),
        }
    }

    /// Whether any of these files can be seen.
    pub(crate) fn any_file(&self, ids: Range<u32>) -> Result<bool, Error> {
        match self {
            Self::Decided(visible) => Ok(visible.any_file(ids)),
            Self::Open(decisions) => decisions.any_file(ids),
        }
    }

    /// The children of a directory that can be seen, as positions among all of them.
    pub(crate) fn children(&self, directory: &Directory<'_>) -> Result<Ids<'static>, Error> {
        let count = directory.child_count();
        let mut visible = Vec::new();
        let files = directory.file_ids();
        // How much a denied directory holds must not show in how long it takes to say that it is unknown (D10).
        let denied = match self {
            Self::Decided(all) if all.is_all() => return Ok(Ids::All(count)),
            Self::Decided(some) => !some.any_file(files),
            Self::Open(decisions) => !decisions.any_entry(files)?,
        };
        if denied {
            return Ok(Ids::Some(Cow::Owned(visible)));
        }
        for position in 0..count {
            let seen = match directory.child(position) {
                Some(Child::File(file)) => self.file(&file)?,
                Some(Child::Directory(directory)) => self.any_file(directory.file_ids())?,
                None => false,
            };
            if seen {
                visible.push(position);
            }
        }
        Ok(Ids::Some(Cow::Owned(visible)))
    }

    /// Everything that can be seen.
    pub(crate) fn complete(&self) -> Result<Cow<'_, Visible>, Error> {
        match self {
            Self::Decided(visible) => Ok(Cow::Borrowed(visible)),
            Self::Open(decisions) => decisions.complete().map(Cow::Owned),
        }
    }

    pub(crate) fn into_complete(self) -> Result<Cow<'a, Visible>, Error> {
        match self {
            Self::Decided(visible) => Ok(visible),
            Self::Open(decisions) => decisions.complete().map(Cow::Owned),
        }
    }
}

/// The policies, and what they have decided so far.
pub(crate) struct Decisions<'a> {
    catalog: &'a Catalog,
    policies: &'a Policies,
    request: Cow<'a, RequestView<'a>>,
    kept: Option<Kept>,
}

impl Decisions<'_> {
    /// A2: an entry is concealed where any of its files is.
    fn entry(&self, entry: &Entry<'_>) -> Result<bool, Error> {
        if !self.allow(entry)? {
            return Ok(false);
        }
        if self.policies.ask_about_files() {
            for file in entry.files() {
                if !self.permit(&file)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A2, F9: a file needs any entry that lists it, and itself.
    fn file(&self, file: &File<'_>) -> Result<bool, Error> {
        for entry in file.owner().into_iter().flat_map(Entry::chain) {
            if self.allow(&entry)? {
                return self.permit(file);
            }
        }
        Ok(false)
    }

    /// Whether any entry is allowed that lists one of these files, which are those below a directory. An entry around the
    /// directory is also around the first file; all others have their root in it.
    fn any_entry(&self, files: Range<u32>) -> Result<bool, Error> {
        let first = self.catalog.file_at(files.start);
        let around = first.and_then(|file| file.owner());
        let around = around.into_iter().flat_map(Entry::chain);
        for entry in around.chain(self.catalog.entries_rooted_in(files)) {
            if self.allow(&entry)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn any_file(&self, ids: Range<u32>) -> Result<bool, Error> {
        if !self.any_entry(ids.clone())? {
            return Ok(false);
        }
        for file in self.catalog.files_in(ids) {
            if self.file(&file)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn complete(&self) -> Result<Visible, Error> {
        let allow = |entry: &Entry<'_>| self.allow(entry);
        if self.policies.ask_about_files() {
            Visible::decide(self.catalog, allow, |file| self.permit(file))
        } else {
            Visible::of_entries(self.catalog, allow)
        }
    }

    fn allow(&self, entry: &Entry<'_>) -> Result<bool, Error> {
        let decide = || self.policies.allow(entry, &self.request);
        match &self.kept {
            None => decide(),
            Some(kept) => once(&kept.entries, entry.id(), decide),
        }
    }

    fn permit(&self, file: &File<'_>) -> Result<bool, Error> {
        let decide = || self.policies.permit(file, &self.request);
        match &self.kept {
            None => decide(),
            Some(kept) => once(&kept.files, file.id(), decide),
        }
    }
}

/// The decisions so far, by id. A directory is mostly a small part of its catalog, so places for all would cost more
/// than the decisions.
#[derive(Default)]
struct Kept {
    entries: RefCell<HashMap<u32, bool>>,
    files: RefCell<HashMap<u32, bool>>,
}

/// The decision about an item, taken if it has not been; an error ends the request and is not kept.
fn once(
    kept: &RefCell<HashMap<u32, bool>>,
    id: Option<u32>,
    decide: impl FnOnce() -> Result<bool, Error>,
) -> Result<bool, Error> {
    let id = id.ok_or(Cause::Damaged)?;
    if let Some(decision) = kept.borrow().get(&id) {
        return Ok(*decision);
    }
    // Nothing is borrowed while a policy runs, whatever it does.
    let decision = decide()?;
    kept.borrow_mut().insert(id, decision);
    Ok(decision)
}
