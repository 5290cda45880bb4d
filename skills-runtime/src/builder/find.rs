//! What is too large: looked for only once it is known that there is something.

use crate::{Catalog, File};

/// The file whose URI has this length.
pub(super) fn uri(catalog: &Catalog, len: usize) -> Option<&'static str> {
    file(catalog, |file| file.uri().len() == len)
}

/// The entry whose JSON has this length.
pub(super) fn entry(catalog: &Catalog, len: usize) -> Option<&'static str> {
    let mut entries = catalog.entries();
    let entry = entries.find(|entry| entry.json_bytes().len() == len)?;
    Some(entry.static_uri())
}

/// The file whose descriptor has this length.
pub(super) fn descriptor(catalog: &Catalog, len: usize) -> Option<&'static str> {
    file(catalog, |file| file.descriptor_bytes().len() == len)
}

/// The file whose URI, MIME type and encoded content have this length together.
pub(super) fn read(catalog: &Catalog, len: usize) -> Option<&'static str> {
    file(catalog, |file| {
        file.uri().len() + file.mime_type().len() + file.encoded_len() == len
    })
}

fn file(catalog: &Catalog, is_it: impl Fn(&File<'_>) -> bool) -> Option<&'static str> {
    let file = catalog.files().find(is_it)?;
    Some(file.static_uri())
}
