//! One embedded set of skills.

use std::fmt;

use skills_pack::{Pack, PackError};

use crate::verify::{self, VerifyError};

/// A set of skills in the program's own data: what `embed_skills!` yields.
///
/// A set is two words and a half, `Copy`, and a `const` value; the skills themselves stay where the linker put them.
#[derive(Clone, Copy)]
pub struct SkillSet {
    pack: Pack<'static>,
    scope: &'static str,
}

impl SkillSet {
    /// The set without a skill.
    pub const EMPTY: SkillSet = SkillSet::new(Pack::EMPTY, "empty");

    pub(crate) const fn new(pack: Pack<'static>, scope: &'static str) -> Self {
        Self { pack, scope }
    }

    /// Opens a pack that some other program wrote, for example a build script.
    ///
    /// `scope` is the default catalog scope of a service over this set, usually the crate's name. Unlike an embedded
    /// set, whose bytes were checked when the program was built, the pack is checked completely here and every file is
    /// hashed (S8a).
    ///
    /// # Errors
    ///
    /// On bytes that are no pack of this version, on a damaged one, and on a file that does not match its digest.
    pub fn from_pack(pack: &'static [u8], scope: &'static str) -> Result<Self, LoadError> {
        let set = Self::new(Pack::new(pack).map_err(LoadErrorKind::Pack)?, scope);
        set.verify().map_err(LoadErrorKind::Content)?;
        Ok(set)
    }

    /// Hashes every file again and compares what the set promises with what it holds (C4).
    ///
    /// It is a self-test: it reads the whole pack and takes about a millisecond for each mebibyte.
    ///
    /// # Errors
    ///
    /// Names every file and entry that does not match.
    pub fn verify(&self) -> Result<(), VerifyError> {
        verify::sets(std::slice::from_ref(self))
    }

    /// How many skills the set holds.
    pub fn len(&self) -> usize {
        self.pack.entry_count() as usize
    }

    /// Whether the set holds no skill.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The default catalog scope of a service over this set: the name of the crate that embedded it.
    pub const fn scope(&self) -> &'static str {
        self.scope
    }

    pub(crate) const fn pack(&self) -> Pack<'static> {
        self.pack
    }
}

impl fmt::Debug for SkillSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillSet")
            .field("scope", &self.scope)
            .field("skills", &self.len())
            .field("bytes", &self.pack.as_bytes().len())
            .finish()
    }
}

/// Why a pack was not opened.
#[derive(Debug)]
pub struct LoadError(LoadErrorKind);

#[derive(Debug)]
enum LoadErrorKind {
    Pack(PackError),
    Content(VerifyError),
}

impl From<LoadErrorKind> for LoadError {
    fn from(kind: LoadErrorKind) -> Self {
        Self(kind)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            LoadErrorKind::Pack(error) => write!(f, "failed to open the pack: {error}"),
            LoadErrorKind::Content(error) => write!(f, "failed to verify the pack: {error}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            LoadErrorKind::Pack(error) => Some(error),
            LoadErrorKind::Content(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::testing::{many, mixed};

    // C3: opening a set looks at the header alone, whatever the set holds.
    #[test]
    fn a_set_is_a_few_words() {
        let words = std::mem::size_of::<usize>();
        assert_eq!(std::mem::size_of::<SkillSet>(), 4 * words);
        assert_eq!((many(3).set().len(), many(3).set().is_empty()), (3, false));
        assert_eq!(
            (SkillSet::EMPTY.len(), SkillSet::EMPTY.is_empty()),
            (0, true)
        );
    }

    // S8a
    #[test]
    fn a_pack_from_elsewhere_is_checked_completely() {
        let pack = mixed().pack(|_| {});
        let set = SkillSet::from_pack(Vec::leak(pack.clone()), "elsewhere").unwrap();
        assert_eq!((set.len(), set.scope()), (5, "elsewhere"));

        let error = SkillSet::from_pack(b"no pack", "elsewhere").unwrap_err();
        assert!(
            error.to_string().starts_with("failed to open the pack: "),
            "{error}"
        );

        let mut changed = pack;
        *changed.last_mut().unwrap() ^= 1;
        let error = SkillSet::from_pack(Vec::leak(changed), "elsewhere").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("failed to verify the pack: `skill://"),
            "{error}"
        );
        assert!(std::error::Error::source(&error).is_some());
    }
}
