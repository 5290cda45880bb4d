//! The functions that expanded macros call.

use skills_pack::Pack;

use crate::SkillSet;

/// Opens an embedded pack.
///
/// The compiler checked everything in it; the header is looked at again because the macro and this crate may have
/// been built from different releases.
///
/// # Panics
///
/// On bytes that are no pack of this version. In a `const` that is a compile error.
pub const fn set_v1(pack: &'static [u8], scope: &'static str) -> SkillSet {
    match Pack::new(pack) {
        Ok(pack) => SkillSet::new(pack, scope),
        Err(_) => panic!(
            "these bytes are no pack of the version that this `skills-runtime` reads; build `skills-macros` and \
             `skills-runtime` from the same release"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedded_set_is_a_constant() {
        const PACK: &[u8] = Pack::EMPTY.as_bytes();
        const SET: SkillSet = set_v1(PACK, "crate-name");
        assert_eq!(SET.scope(), "crate-name");
        assert!(SET.is_empty());
    }

    #[test]
    #[should_panic(expected = "from the same release")]
    fn other_bytes_are_refused() {
        set_v1(b"SKPK but not really", "crate-name");
    }
}
