//! One of the clients.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use anyhow::{Context as _, Result, bail};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use fastrand::Rng;
use serde_json::{Value, json};
use skills_journeys::{BASE, CALLERS, CURRENT, OLDER, Raw, Refusal};
use tokio::time::Instant;

use crate::{
    tally::Tally,
    world::{Known, List, Sight, World},
};

/// A client that does one thing after another, as a seed decides.
pub(crate) struct Client {
    raw: Raw,
    caller: usize,
    dice: Rng,
    world: Arc<World>,
    tally: Arc<Tally>,
}

/// What came of a chain of pages.
struct Chain {
    pages: usize,
    items: Vec<Value>,
    /// What ended it before it was complete.
    end: Option<Refusal>,
}

impl Client {
    pub(crate) fn new(
        number: usize,
        url: &str,
        world: Arc<World>,
        tally: Arc<Tally>,
    ) -> Result<Self> {
        let caller = number % CALLERS;
        // Every caller comes in both of the protocol's versions.
        let version = if (number / CALLERS).is_multiple_of(2) {
            CURRENT
        } else {
            OLDER
        };
        Ok(Self {
            raw: Raw::http(url, version)?.with_token(&format!("caller-{caller}")),
            caller,
            dice: Rng::with_seed(number as u64),
            world,
            tally,
        })
    }

    pub(crate) async fn run_until(mut self, end: Instant) {
        while Instant::now() < end {
            let done = match self.dice.u8(0..8) {
                0 | 1 => self.list(List::Skills).await,
                2 => self.list(List::Resources).await,
                3 => self.list(List::Directory).await,
                4 => self.forge().await,
                _ => self.look_at_one().await,
            };
            if let Err(error) = done {
                self.tally.error(format!("{error:#}"));
            }
        }
    }

    /// D3, D5, D7, D9: all pages of a list, or those before it was refused as stale.
    async fn list(&mut self, list: List) -> Result<()> {
        let Chain { pages, items, end } = self.chain(list).await?;
        let caller = self.caller;
        if !self.world.is_ever(list, caller, &items, end.is_none()) {
            let count = items.len();
            self.tally.wrong(format!(
                "caller {caller} got {count} items of {list:?}: {end:?}"
            ));
            return Ok(());
        }
        match end {
            None => &self.tally.complete,
            // What a caller may see changed between two pages; there is nothing to be refused before the first.
            Some(refusal) if pages > 0 && self.tally.is_uniform("cursor", &refusal) => {
                &self.tally.stale
            }
            Some(refusal) => {
                self.tally
                    .wrong(format!("{list:?} after {pages} pages: {refusal:?}"));
                return Ok(());
            }
        }
        .fetch_add(1, Relaxed);
        Ok(())
    }

    async fn chain(&mut self, list: List) -> Result<Chain> {
        let (method, member, mut params) = request(list);
        let (mut pages, mut items) = (0, Vec::new());
        let end = loop {
            let mut result = match self.ask(method, params.clone()).await? {
                Ok(result) => result,
                Err(refusal) => break Some(refusal),
            };
            let Value::Array(page) = result[member].take() else {
                bail!("{method} without {member}");
            };
            pages += 1;
            items.extend(page);
            match result.get_mut("nextCursor").map(Value::take) {
                None => break None,
                Some(cursor) => params["cursor"] = cursor,
            }
        };
        Ok(Chain { pages, items, end })
    }

    /// D5: a cursor that was changed, cut, lengthened or meant for another list is refused, whatever is visible.
    async fn forge(&mut self) -> Result<()> {
        let (method, _, mut params) = request(List::Skills);
        let Ok(result) = self.ask(method, params.clone()).await? else {
            bail!("a first page was refused");
        };
        let cursor = result["nextCursor"].as_str().context("one page")?;
        let (other, _, others_params) = request(List::Resources);
        let (method, cursor) = match self.dice.u8(0..4) {
            0 => (method, flip(cursor, self.dice.usize(..cursor.len()))),
            1 => (method, cursor[1..].to_owned()),
            2 => (method, format!("{cursor}A")),
            _ => {
                params = others_params;
                (other, cursor.to_owned())
            }
        };
        params["cursor"] = cursor.clone().into();
        match self.ask(method, params).await? {
            Err(refusal) if self.tally.is_uniform("cursor", &refusal) => {
                self.tally.refused.fetch_add(1, Relaxed);
            }
            other => self.tally.wrong(format!("{method} at {cursor}: {other:?}")),
        }
        Ok(())
    }

    /// D2, D8, D9, D10: one skill, its directory, and one of its files.
    async fn look_at_one(&mut self) -> Result<()> {
        let world = self.world.clone();
        let Some(skill) = self.dice.choice(&world.skills) else {
            return Ok(());
        };
        let got = self.ask("skills/get", json!({"uri": skill.uri()})).await?;
        self.judge("skills/get", skill, &got, |result| {
            result["skill"] == skill.entry
        });

        let directory = json!({"uri": skill.directory()});
        let got = self.ask("resources/directory/read", directory).await?;
        self.judge("resources/directory/read", skill, &got, |result| {
            result["resources"].as_array().map(Vec::len) == Some(skill.files.len())
        });

        if let Some((uri, bytes)) = self.dice.choice(&skill.files) {
            let got = self.ask("resources/read", json!({"uri": uri})).await?;
            self.judge("resources/read", skill, &got, |result| {
                content(result).is_some_and(|found| found == *bytes)
            });
        }
        Ok(())
    }

    /// An answer about a skill has to be true at some time, and so has a refusal.
    fn judge(
        &self,
        method: &'static str,
        skill: &Known,
        got: &Result<Value, Refusal>,
        is_exact: impl FnOnce(&Value) -> bool,
    ) {
        let sight = skill.sight(self.caller);
        let (count, is_true) = match got {
            Ok(result) => (
                &self.tally.answered,
                sight != Sight::Never && is_exact(result),
            ),
            Err(refusal) => (
                &self.tally.refused,
                sight != Sight::Always && self.tally.is_uniform(method, refusal),
            ),
        };
        if is_true {
            count.fetch_add(1, Relaxed);
        } else {
            let (caller, uri) = (self.caller, skill.uri());
            self.tally.wrong(format!(
                "{method} of {uri}, which caller {caller} sees {sight:?}: {got:?}"
            ));
        }
    }

    /// One request. Its result has to carry what its version of the protocol asks for (D4).
    async fn ask(&mut self, method: &str, params: Value) -> Result<Result<Value, Refusal>> {
        self.tally.requests.fetch_add(1, Relaxed);
        let got = self.raw.ask(method, params).await?;
        if let Ok(result) = &got {
            let hints = ["resultType", "ttlMs", "cacheScope"];
            let carried = hints
                .iter()
                .filter(|key| result.get(**key).is_some())
                .count();
            let expected = if self.raw.version() == CURRENT { 3 } else { 0 };
            if carried != expected {
                self.tally.wrong(format!("{method} with {carried} hints"));
            }
        }
        Ok(got)
    }
}

fn request(list: List) -> (&'static str, &'static str, Value) {
    match list {
        List::Skills => ("skills/list", "skills", json!({})),
        List::Resources => ("resources/list", "resources", json!({})),
        List::Directory => (
            "resources/directory/read",
            "resources",
            json!({"uri": BASE}),
        ),
    }
}

fn flip(cursor: &str, at: usize) -> String {
    let flipped =
        cursor
            .chars()
            .enumerate()
            .map(|(index, character)| match (index == at, character) {
                (false, character) => character,
                (true, 'A') => 'B',
                (true, _) => 'A',
            });
    flipped.collect()
}

fn content(result: &Value) -> Option<Vec<u8>> {
    let content = &result["contents"][0];
    match (content["text"].as_str(), content["blob"].as_str()) {
        (Some(text), None) => Some(text.as_bytes().to_owned()),
        (None, Some(blob)) => BASE64_STANDARD.decode(blob).ok(),
        _ => None,
    }
}
