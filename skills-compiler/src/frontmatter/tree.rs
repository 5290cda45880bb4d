//! The frontmatter as a tree whose every node knows its place.

use std::ops::Range;

/// A value and the bytes of the file that hold it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    String(String),
    Sequence(Vec<Node>),
    Mapping(Vec<Member>),
    /// Something that has been reported; no further rule is applied to it.
    Refused,
}

/// A key with its value, in the author's order.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    pub(super) node: Node,
}

impl Value {
    /// What a person calls a value of this type.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a boolean",
            Self::Integer(_) | Self::Float(_) => "a number",
            Self::String(_) => "a string",
            Self::Sequence(_) => "a list",
            Self::Mapping(_) => "a mapping",
            Self::Refused => "invalid",
        }
    }
}
