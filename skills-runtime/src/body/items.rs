//! What a result carries.

use super::{Content, segments::Piece};

#[derive(Clone)]
pub(crate) enum Items {
    /// Finished items that lie side by side, with commas between.
    Slice(&'static [u8]),
    /// Several of those, without the commas between one and the next.
    Slices(Vec<&'static [u8]>),
    File(FileItem),
}

/// The content item of a read. Neither its URI nor its MIME type has a character that JSON escapes.
#[derive(Clone)]
pub(crate) struct FileItem {
    pub(crate) uri: &'static [u8],
    pub(crate) mime_type: &'static [u8],
    pub(crate) content: Content,
    /// The bytes that the content is encoded to, its quotes included.
    pub(crate) encoded_len: usize,
}

const URI_OPEN: &[u8] = br#"{"uri":""#;
const MIME_OPEN: &[u8] = br#"","mimeType":""#;
const TEXT_OPEN: &[u8] = br#"","text":"#;
const BLOB_OPEN: &[u8] = br#"","blob":"#;
const ITEM_CLOSE: &[u8] = b"}";

/// Several slices; one of them alone needs no list.
impl FromIterator<&'static [u8]> for Items {
    fn from_iter<I: IntoIterator<Item = &'static [u8]>>(slices: I) -> Self {
        let mut slices = slices.into_iter();
        let (first, second) = (slices.next(), slices.next());
        match (first, second) {
            (Some(only), None) => Self::Slice(only),
            _ => Self::Slices(first.into_iter().chain(second).chain(slices).collect()),
        }
    }
}

impl Items {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Slice(items) => items.len(),
            Self::Slices(slices) => {
                let items: usize = slices.iter().map(|items| items.len()).sum();
                items + slices.len().saturating_sub(1)
            }
            Self::File(item) => {
                FileItem::overhead(item.uri.len(), item.mime_type.len()) + item.encoded_len
            }
        }
    }

    pub(super) fn visit<E>(
        &self,
        visit: &mut impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Slice(items) => visit(Piece::Static(items)),
            Self::Slices(slices) => {
                for (position, items) in slices.iter().enumerate() {
                    if position > 0 {
                        visit(Piece::Static(b","))?;
                    }
                    visit(Piece::Static(items))?;
                }
                Ok(())
            }
            Self::File(item) => item.visit(visit),
        }
    }
}

impl FileItem {
    /// The bytes of a content item without its content.
    pub(crate) const fn overhead(uri: usize, mime_type: usize) -> usize {
        const {
            assert!(TEXT_OPEN.len() == BLOB_OPEN.len());
        }
        URI_OPEN.len() + uri + MIME_OPEN.len() + mime_type + TEXT_OPEN.len() + ITEM_CLOSE.len()
    }

    fn visit<E>(&self, visit: &mut impl FnMut(Piece<'_>) -> Result<(), E>) -> Result<(), E> {
        let content_open = match self.content {
            Content::Text(_) => TEXT_OPEN,
            Content::Bytes(_) => BLOB_OPEN,
        };
        for piece in [URI_OPEN, self.uri, MIME_OPEN, self.mime_type, content_open] {
            visit(Piece::Static(piece))?;
        }
        visit(Piece::Content(self.content))?;
        visit(Piece::Static(ITEM_CLOSE))
    }
}
