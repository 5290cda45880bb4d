//! The secrets of a service.

use std::{ops::RangeInclusive, sync::OnceLock};

use zeroize::Zeroizing;

use super::error::BuildErrorKind;
use crate::cursor::Keys;

const SECRET_LEN: RangeInclusive<usize> = 32..=4096;
pub(super) const MAX_SECRETS: usize = 16;

/// The keys of some secrets, the signing one first.
pub(super) fn keys<S: AsRef<[u8]>>(secrets: &[S]) -> Result<Keys, BuildErrorKind> {
    let count = BuildErrorKind::Secrets(secrets.len());
    if !(1..=MAX_SECRETS).contains(&secrets.len()) {
        return Err(count);
    }
    for secret in secrets.iter().map(AsRef::as_ref) {
        if !SECRET_LEN.contains(&secret.len()) {
            return Err(BuildErrorKind::Secret(secret.len()));
        }
    }
    Keys::new(secrets.iter().map(AsRef::as_ref)).ok_or(count)
}

/// One random secret for the whole process, so that services made one after another accept each other's cursors.
pub(super) fn process_keys() -> Result<Keys, BuildErrorKind> {
    static KEYS: OnceLock<Keys> = OnceLock::new();
    if let Some(keys) = KEYS.get() {
        return Ok(keys.clone());
    }
    let mut secret = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *secret).map_err(BuildErrorKind::Random)?;
    let keys = Keys::new([&secret[..]]);
    let keys = keys.ok_or(BuildErrorKind::Secret(secret.len()))?;
    Ok(KEYS.get_or_init(|| keys).clone())
}
