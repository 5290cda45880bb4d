//! What a parser makes of a frontmatter, and in what it differs from the compiler.

use serde::Deserialize;
use serde_json::Value;

/// A parser's answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reading {
    /// JSON, as text.
    Json(String),
    /// A value that JSON does not have.
    Other(String),
    /// Nothing: the parser's own words.
    Refused(String),
}

impl Reading {
    /// The kind of disagreement with `expected`; `None` when there is none.
    pub(crate) fn disagreement(&self, expected: &Value) -> Option<String> {
        match self {
            Self::Refused(why) => Some(format!("refuses: {}", general(why))),
            Self::Other(what) => {
                let word = what.split_whitespace().next().unwrap_or_default();
                Some(format!("reads no JSON: {}", general(word)))
            }
            Self::Json(text) => match serde_json::from_str(text) {
                Ok(value) => difference(expected, &value),
                Err(error) => Some(format!("reads no JSON: {error}")),
            },
        }
    }

    /// The answer for a report.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Json(text) => text.clone(),
            Self::Other(what) => format!("no JSON: {what}"),
            Self::Refused(why) => format!("refused: {why}"),
        }
    }
}

/// A message without what belongs to one case only, so that equal causes have equal texts.
fn general(message: &str) -> String {
    let mut quotes = message.split('"');
    let outside = quotes.by_ref().step_by(2).collect::<Vec<_>>().join("…");
    let text: String = outside
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(80)
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the first difference of two values is.
fn difference(ours: &Value, theirs: &Value) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().find_map(|(k, v)| {
                b.get(k)
                    .map_or_else(|| Some("reads another key".into()), |w| difference(v, w))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).find_map(|(v, w)| difference(v, w))
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
        (a, b) if a == b => None,
        (a, b) if kind(a) == kind(b) => Some(format!("reads another {}", kind(a))),
        (a, b) => Some(format!("reads a {} instead of a {}", kind(b), kind(a))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "mapping",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn compare(ours: &Value, theirs: &str) -> Option<String> {
        Reading::Json(theirs.into()).disagreement(ours)
    }

    // F4a: the same JSON; numbers are equal as numbers, and the order of keys does not count.
    #[test]
    fn equal_values_agree() {
        let ours = json!({"a": 1.0, "b": [null, "x", true]});
        assert_eq!(compare(&ours, r#"{"b": [null, "x", true], "a": 1}"#), None);
    }

    #[test]
    fn every_difference_has_a_kind() {
        for (ours, theirs, kind) in [
            (
                json!({"a": "1"}),
                r#"{"a": 1}"#,
                "reads a number instead of a string",
            ),
            (json!({"a": "x"}), r#"{"a": "x\n"}"#, "reads another string"),
            (json!({"a": []}), r#"{"a": [1]}"#, "reads another list"),
            (json!({"a": 1}), r#"{"b": 1}"#, "reads another key"),
            (json!({"a": 1}), "{}", "reads another mapping"),
        ] {
            assert_eq!(compare(&ours, theirs).as_deref(), Some(kind), "{theirs}");
        }
        let refused = Reading::Refused("line 3: found \"x\"".into());
        let expected = Some("refuses: line : found …".to_owned());
        assert_eq!(refused.disagreement(&json!({})), expected);
    }
}
