//! A JSON-RPC request, read so strictly that no other reader can take it for something else.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor},
};

use super::meta::Meta;

/// A request with each of its members exactly once, and no others.
#[derive(Debug)]
pub(super) struct Message<'a> {
    pub(super) id: Id<'a>,
    pub(super) method: Cow<'a, str>,
    pub(super) params: Params<'a>,
}

/// The params of all our methods.
#[derive(Debug)]
pub(super) struct Params<'a> {
    pub(super) meta: Meta,
    pub(super) uri: Option<Cow<'a, str>>,
    pub(super) cursor: Option<Cow<'a, str>>,
}

/// The id of a request, which its answer repeats.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Id<'a> {
    Number(i64),
    Text(Cow<'a, str>),
}

impl<'a> Message<'a> {
    pub(super) fn parse(text: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }
}

impl<'de> Deserialize<'de> for Message<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MessageVisitor)
    }
}

struct MessageVisitor;

impl<'de> Visitor<'de> for MessageVisitor {
    type Value = Message<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut version, mut id, mut method, mut params) = (None, None, None, None);
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "jsonrpc" => once::<_, Text<'_>>(&mut version, &mut map)?,
                "id" => once(&mut id, &mut map)?,
                "method" => once::<_, Text<'_>>(&mut method, &mut map)?,
                "params" => once(&mut params, &mut map)?,
                _ => return Err(unknown()),
            }
        }
        if required(version)?.0 != "2.0" {
            return Err(A::Error::custom("another version of JSON-RPC"));
        }
        Ok(Message {
            id: required(id)?,
            method: required(method)?.0,
            params: required(params)?,
        })
    }
}

impl<'de> Deserialize<'de> for Params<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ParamsVisitor)
    }
}

struct ParamsVisitor;

impl<'de> Visitor<'de> for ParamsVisitor {
    type Value = Params<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("params")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut meta, mut uri, mut cursor) = (None, None, None);
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "_meta" => once(&mut meta, &mut map)?,
                "uri" => once::<_, Text<'_>>(&mut uri, &mut map)?,
                "cursor" => once::<_, Text<'_>>(&mut cursor, &mut map)?,
                _ => return Err(unknown()),
            }
        }
        Ok(Params {
            meta: required(meta)?,
            uri: uri.map(|Text(uri)| uri),
            cursor: cursor.map(|Text(cursor)| cursor),
        })
    }
}

/// Reads a member's value, unless there was one.
fn once<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    member: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if member.is_some() {
        return Err(A::Error::custom("a duplicate member"));
    }
    *member = Some(map.next_value()?);
    Ok(())
}

fn required<T, E: Error>(member: Option<T>) -> Result<T, E> {
    member.ok_or_else(|| E::custom("a missing member"))
}

fn unknown<E: Error>() -> E {
    E::custom("an unknown member")
}

/// A string, borrowed from the message where it holds no escape.
pub(super) struct Text<'a>(pub(super) Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}

impl<'de> Deserialize<'de> for Id<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = Id<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer or a string")
    }

    fn visit_i64<E>(self, id: i64) -> Result<Self::Value, E> {
        Ok(Id::Number(id))
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<Self::Value, E> {
        i64::try_from(id).map(Id::Number).map_err(E::custom)
    }

    fn visit_borrowed_str<E>(self, id: &'de str) -> Result<Self::Value, E> {
        Ok(Id::Text(Cow::Borrowed(id)))
    }

    fn visit_str<E>(self, id: &str) -> Result<Self::Value, E> {
        Ok(Id::Text(Cow::Owned(id.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn message(params: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"skills/get","params":{params}}}"#)
    }

    // C5
    #[test]
    fn members_come_in_any_order_and_strings_in_any_spelling() {
        let text = concat!(
            r#" {"params":{"cur\u0073or":"c","_meta":{"progressToken":[{"b":1.5}]},"uri":"\u96ea"},"#,
            r#""method":"x\/y","id":"a\n","jsonrpc":"2\u002e0"} "#,
        );
        let message = Message::parse(text.as_bytes()).unwrap();
        assert_eq!(message.id, Id::Text("a\n".into()));
        assert_eq!(message.method, "x/y");
        assert_eq!(message.params.uri.unwrap(), "\u{96ea}");
        assert_eq!(message.params.cursor.unwrap(), "c");
    }

    // C5: strings without escapes are not copied.
    #[test]
    fn plain_strings_are_borrowed() {
        let text = message(r#"{"_meta":{},"uri":"skill://pdf/SKILL.md"}"#);
        let message = Message::parse(text.as_bytes()).unwrap();
        assert_eq!(message.id, Id::Number(1));
        assert!(matches!(message.method, Cow::Borrowed("skills/get")));
        assert!(matches!(message.params.uri, Some(Cow::Borrowed(_))));
    }

    // C5: what another reader might understand in another way is nothing here.
    #[test]
    fn whatever_is_not_plain_is_refused() {
        for params in [
            r#"{"_meta":{},"_meta":{}}"#,
            r#"{"_meta":{},"uri":"a","uri":"a"}"#,
            r#"{"_meta":{},"uri":"a","\u0075ri":"a"}"#,
            r#"{"_meta":{"a":1}}"#,
            r#"{"_meta":{"progressToken":1,"progressToken":1}}"#,
            r#"{"_meta":{"progressToken":[{"b":1,"b":1}]}}"#,
            r#"{"_meta":{},"cursor":null}"#,
            r#"{"_meta":{},"uri":5}"#,
            r#"{"_meta":{},"x":1}"#,
            r#"{"_meta":[]}"#,
            r#"{"_meta":{"progressToken":1e400}}"#,
            r#"[{},"a"]"#,
            "{}",
            "null",
        ] {
            assert!(
                Message::parse(message(params).as_bytes()).is_none(),
                "{params}"
            );
        }
        for text in [
            "",
            "[]",
            r#"["2.0",1,"skills/list",{"_meta":{}}]"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"x","params":{"_meta":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":{"_meta":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{}},"result":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"x","params":{"_meta":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{}}}x"#,
        ] {
            assert!(Message::parse(text.as_bytes()).is_none(), "{text}");
        }
    }

    // C5
    #[test]
    fn ids_are_integers_and_strings() {
        let parse = |id: &str| {
            let text =
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x","params":{{"_meta":{{}}}}}}"#);
            let message = Message::parse(text.as_bytes())?;
            Some(serde_json::to_string(&message.id).unwrap())
        };
        for id in ["0", "-1", "9223372036854775807", r#""""#, r#""1""#] {
            assert_eq!(parse(id).unwrap(), id);
        }
        for id in [
            "-0",
            "1.0",
            "1e2",
            "9223372036854775808",
            "null",
            "true",
            "[1]",
            "{}",
        ] {
            assert_eq!(parse(id), None, "{id}");
        }
    }

    // L
    #[test]
    fn deep_meta_is_refused() {
        let nested = |depth: usize| {
            let meta = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            Message::parse(
                message(&format!(r#"{{"_meta":{{"progressToken":{meta}}}}}"#)).as_bytes(),
            )
            .is_some()
        };
        assert!(nested(15));
        assert!(!nested(16));
        assert!(!nested(100_000));
    }
}
