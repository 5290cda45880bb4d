//! The `_meta` of a request.

use std::fmt;

use ::rmcp::model::ClientCapabilities;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use super::{gate::VERSION, message::Text};

/// How deep `_meta` may be nested, far from where the SDK's reader gives up.
const DEPTH: u8 = 16;

/// `_meta` without unknown members, and without duplicate ones at any depth.
#[derive(Debug, Default)]
pub(super) struct Meta {
    version: Option<Value>,
    capabilities: Option<Value>,
}

impl Meta {
    /// Whether everything is there that the protocol version wants.
    pub(super) fn is_complete(&self) -> bool {
        let is_ours = self
            .version
            .as_ref()
            .is_some_and(|version| version == VERSION);
        is_ours && self.capabilities.as_ref().is_some_and(are_capabilities)
    }
}

/// Whether the SDK reads them. Most clients send none, which need not be tried.
fn are_capabilities(value: &Value) -> bool {
    let Value::Object(capabilities) = value else {
        return false;
    };
    capabilities.is_empty() || ClientCapabilities::deserialize(value).is_ok()
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MetaVisitor)
    }
}

struct MetaVisitor;

impl<'de> Visitor<'de> for MetaVisitor {
    type Value = Meta;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Meta, A::Error> {
        let (mut meta, mut others) = (Meta::default(), [None, None, None]);
        let [info, level, token] = &mut others;
        while let Some(Text(key)) = members.next_key()? {
            // The last three are members that the protocol names and that no answer of ours depends on.
            let member = match &*key {
                "io.modelcontextprotocol/protocolVersion" => &mut meta.version,
                "io.modelcontextprotocol/clientCapabilities" => &mut meta.capabilities,
                "io.modelcontextprotocol/clientInfo" => &mut *info,
                "io.modelcontextprotocol/logLevel" => &mut *level,
                "progressToken" => &mut *token,
                _ => return Err(A::Error::custom("an unknown member")),
            };
            let value = members.next_value_seed(Nested(DEPTH - 1))?;
            if member.replace(value).is_some() {
                return Err(A::Error::custom("a duplicate member"));
            }
        }
        Ok(meta)
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
