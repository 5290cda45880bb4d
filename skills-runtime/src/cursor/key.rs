//! The secrets that vouch for cursors.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::{Binding, Place, Unverified, encode};

/// Separates these tags from every other use of the same secret.
const DOMAIN: &[u8] = b"skills-runtime cursor 1";

/// One key that signs, and with it all that are accepted.
///
/// Keys hold the state of the code keyed with their secrets, never the secrets. That state is wiped when it is dropped,
/// and neither ever shows in `Debug`.
#[derive(Clone)]
pub(crate) struct Keys {
    signing: Key,
    retired: Box<[Key]>,
}

impl Keys {
    /// Signs with the first secret and accepts all of them; `None` of no secret.
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = &'a [u8]>) -> Option<Self> {
        let mut secrets = secrets.into_iter();
        Some(Self {
            signing: Key::new(secrets.next()?)?,
            retired: secrets.map(Key::new).collect::<Option<_>>()?,
        })
    }

    pub(crate) fn sign(&self, binding: &Binding<'_>, place: &Place) -> String {
        let tag = self.signing.mac(binding, place).finalize().into_bytes();
        encode(place, &tag.into())
    }

    /// The place in a cursor that one of the keys signed for this binding.
    pub(crate) fn open(&self, binding: &Binding<'_>, cursor: Unverified) -> Option<Place> {
        let Unverified { place, tag } = cursor;
        let mut keys = std::iter::once(&self.signing).chain(&self.retired);
        // Takes the same time wherever the first difference lies. Which key it was is no secret.
        let signed = keys.any(|key| key.mac(binding, &place).verify_slice(&tag).is_ok());
        signed.then_some(place)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(..)")
    }
}

#[derive(Clone)]
struct Key(Hmac<Sha256>);

impl Key {
    /// `None` where the algorithm does not take a key of this length, which HMAC always does.
    fn new(secret: &[u8]) -> Option<Self> {
        Hmac::new_from_slice(secret).ok().map(Self)
    }

    fn mac(&self, binding: &Binding<'_>, place: &Place) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        let mut field = |field: &[u8]| {
            // With its length in front, no field can borrow bytes from its neighbour.
            mac.update(&(field.len() as u64).to_le_bytes());
            mac.update(field);
        };
        field(DOMAIN);
        field(binding.listing.as_bytes());
        field(binding.directory.as_bytes());
        field(binding.scope.as_bytes());
        field(&binding.page_size.to_le_bytes());
        field(&binding.result_bytes.to_le_bytes());
        field(&binding.visible);
        field(&place.offset.to_le_bytes());
        if let Some(inner) = &place.inner {
            field(inner.as_bytes());
        }
        mac
    }
}

// A change of features would otherwise go unnoticed: an `Hmac` is states and a buffer of `Sha256`, and these are wiped.
const _: () = {
    const fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>() {}
    wiped_on_drop::<Sha256>();
};

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn keys_do_not_show_themselves() {
        let keys = Keys::new([&b"correct horse"[..]]).unwrap();
        assert_eq!(format!("{keys:?}"), "Keys(..)");
    }

    #[test]
    fn there_is_no_set_of_no_keys() {
        assert!(Keys::new([]).is_none());
    }
}
