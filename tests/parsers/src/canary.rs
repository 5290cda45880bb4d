//! Makes sure that the parsers are really asked: each is shown what it has to object to.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::case::Case;
use crate::peer::Peer;

/// Fails when a parser agrees with a wrong reading.
pub(crate) fn check(peers: &mut [Peer]) -> Result<()> {
    let fields = "name: x\ndescription: y\n";
    let wrong = [
        ("k: 1\n", json!({"name": "x", "description": "y", "k": "1"})),
        (
            "k: [\n",
            json!({"name": "x", "description": "y", "k": null}),
        ),
        (
            "k: \"y\\n\"\n",
            json!({"name": "x", "description": "y", "k": "y"}),
        ),
    ]
    .map(|(line, value)| Case::claimed(&format!("{fields}{line}"), value));
    for peer in &mut *peers {
        for (case, verdict) in wrong.iter().zip(peer.judge(&wrong)?) {
            ensure!(
                verdict.class.is_some(),
                "{} agrees with a wrong reading of {:?}",
                peer.name,
                case.block
            );
        }
    }
    let value = json!({"name": "x", "description": "y", "k": "z\n"});
    let cut = [Case::claimed(&format!("{fields}k: |\n  z\n"), value)];
    let mut losers = 0;
    for peer in peers {
        losers += peer
            .judge(&cut)?
            .iter()
            .filter(|verdict| verdict.class.is_some())
            .count();
    }
    ensure!(
        losers > 0,
        "no parser was asked about a block without its final line break"
    );
    Ok(())
}
