//! The identity of a run of entries.

use sha2::{Digest as _, Sha256};

/// The identity of a catalog: the SHA-256 over its entries' 32-byte fingerprints, one after another, bytewise by root
/// URI (D3).
///
/// A compiler stores this value in a pack, so that a cursor over a catalog nobody is filtered out of needs no hashing
/// (D5). The same function over the entries that one caller may see identifies that caller's catalog.
///
/// # Examples
///
/// ```
/// use skills_runtime::{Digest, catalog_fingerprint};
///
/// let entries = [[1; 32], [2; 32]];
/// assert_eq!(catalog_fingerprint(entries), *Digest::of(&entries.concat()).as_bytes());
/// ```
pub fn catalog_fingerprint(entries: impl IntoIterator<Item = [u8; 32]>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for entry in entries {
        hash.update(entry);
    }
    hash.finalize().into()
}
