//! The tree as ordered JSON (contract, F2).

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::Manuscript;
use super::tree::{Node, Value};
use crate::budget::as_u64;
use crate::diagnostic::{Diagnostic, code};

/// Writes the frontmatter as compact JSON in the author's key order; `None` when it is over its bound.
pub(super) fn encode(
    file: &Manuscript<'_>,
    root: &Node,
    problems: &mut Vec<Diagnostic>,
) -> Option<String> {
    let json = serde_json::to_string(root).ok()?;
    let size = as_u64(json.len());
    let limit = file.limits.frontmatter;
    if size > limit {
        let message = format!("frontmatter is too large as JSON (got {size} bytes, limit {limit})");
        problems.push(file.problem(code::FRONTMATTER_SIZE, message).at(
            &file.text,
            root.span.clone(),
            "",
        ));
        return None;
    }
    Some(json)
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Null | Value::Refused => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Integer(value) => serializer.serialize_i64(*value),
            Value::Float(value) => serializer.serialize_f64(*value),
            Value::String(value) => serializer.serialize_str(value),
            Value::Sequence(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items
                    .iter()
                    .try_for_each(|item| list.serialize_element(item))?;
                list.end()
            }
            Value::Mapping(members) => {
                let mut object = serializer.serialize_map(Some(members.len()))?;
                members
                    .iter()
                    .try_for_each(|member| object.serialize_entry(&member.key, &member.node))?;
                object.end()
            }
        }
    }
}
