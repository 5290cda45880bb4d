//! The parsers that are Rust libraries.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value};

use crate::reading::Reading;

/// The port of libyaml that rmcp reads frontmatter with, called as rmcp calls it.
pub(crate) fn yaml_serde(text: &str) -> Reading {
    match yaml_serde::from_str::<Map<String, Value>>(text) {
        Ok(value) => Reading::Json(Value::Object(value).to_string()),
        Err(error) => {
            let message = error.to_string();
            let end = message.find(" at line").unwrap_or(message.len());
            Reading::Refused(message[..end].to_owned())
        }
    }
}

/// saphyr's own loader.
pub(crate) fn saphyr(text: &str) -> Reading {
    match Yaml::load_from_str(text).as_deref() {
        Ok([]) => Reading::Json("null".into()),
        Ok([document]) => match json(document) {
            Some(value) => Reading::Json(value.to_string()),
            None => Reading::Other(format!("{document:?}")),
        },
        Ok(_) => Reading::Refused("more than one document".into()),
        Err(error) => {
            let message = error.to_string();
            let end = message.find(" at byte").unwrap_or(message.len());
            Reading::Refused(message[..end].to_owned())
        }
    }
}

fn json(node: &Yaml<'_>) -> Option<Value> {
    Some(match node {
        Yaml::Value(Scalar::Null) => Value::Null,
        Yaml::Value(Scalar::Boolean(value)) => Value::Bool(*value),
        Yaml::Value(Scalar::Integer(value)) => Value::from(*value),
        Yaml::Value(Scalar::FloatingPoint(value)) => {
            Value::Number(serde_json::Number::from_f64(value.into_inner())?)
        }
        Yaml::Value(Scalar::String(value)) => Value::from(value.as_ref()),
        Yaml::Sequence(items) => Value::Array(items.iter().map(json).collect::<Option<_>>()?),
        Yaml::Mapping(members) => {
            let pairs = members
                .iter()
                .map(|(key, value)| Some((key.as_str()?.to_owned(), json(value)?)));
            Value::Object(pairs.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
