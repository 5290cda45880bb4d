//! The `_meta` of a request.

use std::fmt;

use ::rmcp::model::{ProtocolVersion, RequestMetaObject};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use super::gate::VERSION;

/// How deep `_meta` may be nested, far from where the SDK's reader gives up.
const DEPTH: u8 = 16;

/// The members that the protocol names and that no answer of ours depends on, beside the required ones.
const KNOWN: [&str; 5] = [
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "progressToken",
];

/// `_meta` without duplicate members at any depth.
#[derive(Debug)]
pub(super) struct Meta(RequestMetaObject);

impl Meta {
    /// Whether everything is there that the protocol version wants, and nothing that is not known.
    pub(super) fn is_complete(&self) -> bool {
        let version = ProtocolVersion::V_2026_07_28;
        let known = |key: &String| KNOWN.contains(&key.as_str());
        self.0.missing_required_keys(&version).is_empty()
            && self
                .0
                .protocol_version()
                .is_some_and(|version| version.as_str() == VERSION)
            && self.0.keys().all(known)
    }
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Nested(DEPTH).deserialize(deserializer)? {
            Value::Object(meta) => Ok(Self(meta.into())),
            _ => Err(D::Error::custom("not an object")),
        }
    }
}

/// A value that may have so many levels.
#[derive(Clone, Copy)]
struct Nested(u8);

impl Nested {
    fn inner<E: Error>(self) -> Result<Self, E> {
        let levels = self.0.checked_sub(1);
        levels
            .map(Self)
            .ok_or_else(|| E::custom("nested too deeply"))
    }
}

impl<'de> DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).map(Value::Number);
        number.ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(inner)?;
            if object.insert(key, value).is_some() {
                return Err(A::Error::custom("a duplicate member"));
            }
        }
        Ok(Value::Object(object))
    }
}
