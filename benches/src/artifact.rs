//! What cargo says that it has built.

use anyhow::bail;
use serde_json::Value;

/// The message about the program or library of this name, in the output of `--message-format=json`.
pub(crate) fn artifact(name: &str, messages: &[u8]) -> anyhow::Result<Value> {
    for message in serde_json::Deserializer::from_slice(messages).into_iter::<Value>() {
        let message = message?;
        if message["reason"] == "compiler-artifact" && message["target"]["name"] == name {
            return Ok(message);
        }
    }
    bail!("cargo reported no program named `{name}`")
}
