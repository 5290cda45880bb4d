//! The whole way in plain JSON, over both transports and in both eras of the protocol: what is declared, listed, got,
//! read and walked is compared with the files on disk, and every result with what its version of the protocol carries.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::model::SkillResource;
use serde_json::{Map, Value, json};
use skills_journeys::{CURRENT, Disk, EXTENSION, OLDER, Raw, Refusal, Server};

/// A client of the example and what it has to find.
struct Journey {
    client: Raw,
    disk: Disk,
}

#[tokio::test]
async fn over_stdio() -> Result<()> {
    for version in [CURRENT, OLDER] {
        let client = Journey::new(Raw::stdio(version)?)?.travel().await?;
        let status = client.close().await?.context("no status")?;
        assert!(status.success(), "{version}: {status}");
    }
    Ok(())
}

#[tokio::test]
async fn over_http() -> Result<()> {
    let example = Server::example(&[]).await?;
    for version in [CURRENT, OLDER] {
        let client = Raw::http(example.url(), version)?;
        Journey::new(client)?.travel().await?;
    }
    let status = example.terminate().await?;
    assert!(status.success(), "{status}");
    Ok(())
}

// A1, A5, D6: pages of two, for a caller who may see everything and for one who may not.
#[tokio::test]
async fn as_two_callers_page_by_page() -> Result<()> {
    let token = "only-for-this-test";
    let example = Server::example(&["--page-size", "2", "--staff-token", token]).await?;
    for version in [CURRENT, OLDER] {
        let client = Raw::http(example.url(), version)?.with_token(token);
        Journey::new(client)?.travel().await?;

        let (disk, concealed) = Disk::read()?.split();
        assert!(concealed.skills().len() >= 2 && disk.skills().len() > 2);
        for token in ["", "another", "only-for-this-tesT", "only-for-this-test-2"] {
            let client = Raw::http(example.url(), version)?.with_token(token);
            let disk = disk.clone();
            let mut journey = Journey { client, disk };
            journey.client.open().await?;
            journey.refuses_what_is_concealed(&concealed).await?;
            if token == "another" {
                journey.travel().await?;
            }
        }
    }
    Ok(())
}

impl Journey {
    fn new(client: Raw) -> Result<Self> {
        let disk = Disk::read()?;
        assert!(disk.skills().len() >= 5, "the example has lost its skills");
        Ok(Self { client, disk })
    }

    async fn travel(mut self) -> Result<Raw> {
        self.declares_what_it_serves().await?;
        let entries = self.lists_every_skill().await?;
        self.gets_what_it_lists(&entries).await?;
        self.reads_what_lies_on_disk().await?;
        self.lists_every_file().await?;
        self.walks_every_directory().await?;
        self.refuses_what_is_not_there().await?;
        self.refuses_other_cursors().await?;
        Ok(self.client)
    }

    // D1
    async fn declares_what_it_serves(&mut self) -> Result<()> {
        let opened = self.client.open().await?;
        let capabilities = &opened["capabilities"];
        assert_eq!(
            capabilities["extensions"],
            json!({EXTENSION: {"directoryRead": true}})
        );
        assert!(capabilities["resources"].is_object(), "{capabilities}");
        if self.client.version() == CURRENT {
            self.carries_its_hints(&opened)?;
        } else {
            assert_eq!(opened["protocolVersion"], self.client.version());
        }
        Ok(())
    }

    // D2, D3, S1, S3: the entries, in order, each with all of its files and their true digests and sizes.
    async fn lists_every_skill(&mut self) -> Result<Vec<Value>> {
        let entries = self.all("skills/list", "skills", json!({})).await?;
        assert_eq!(texts(&entries, "uri")?, self.disk.skills());
        for entry in &entries {
            let uri = entry["uri"].as_str().unwrap_or_default();
            assert_eq!(keys(entry), ["frontmatter", "resources", "uri"]);
            let files = self.disk.files_of(uri).into_iter();
            let resources: Vec<_> = files
                .map(|(uri, bytes)| SkillResource::from_bytes(uri, bytes))
                .collect();
            assert_eq!(entry["resources"], serde_json::to_value(resources)?);
        }
        Ok(entries)
    }

    // D2
    async fn gets_what_it_lists(&mut self, entries: &[Value]) -> Result<()> {
        for entry in entries {
            let result = self
                .result("skills/get", json!({"uri": entry["uri"]}))
                .await?;
            assert_eq!(own_keys(&result), ["skill"]);
            assert_eq!(&result["skill"], entry);
        }
        Ok(())
    }

    // D8: one content item, also for an empty file.
    async fn reads_what_lies_on_disk(&mut self) -> Result<()> {
        let files = self.disk.files().clone();
        assert!(
            files.values().any(Vec::is_empty),
            "no empty file to be read"
        );
        for (uri, bytes) in &files {
            let result = self.result("resources/read", json!({"uri": uri})).await?;
            assert_eq!(own_keys(&result), ["contents"]);
            let [content] = array(&result["contents"])? else {
                panic!("{uri} is not one content item");
            };
            assert_eq!(content["uri"], uri.as_str());
            assert_eq!(&bytes_of(content)?, bytes, "{uri}");
        }
        Ok(())
    }

    // D7
    async fn lists_every_file(&mut self) -> Result<()> {
        let skills: Vec<_> = self.disk.skills().into_iter().map(str::to_owned).collect();
        let descriptors = self.all("resources/list", "resources", json!({})).await?;
        let uris: Vec<_> = self.disk.files().keys().map(String::as_str).collect();
        assert_eq!(texts(&descriptors, "uri")?, uris);
        for descriptor in &descriptors {
            let uri = descriptor["uri"].as_str().unwrap_or_default();
            let is_root = skills.iter().any(|root| root == uri);
            let expected: &[&str] = if is_root {
                &["description", "mimeType", "name", "size", "uri"]
            } else {
                &["mimeType", "name", "size", "uri"]
            };
            assert_eq!(keys(descriptor), expected, "{uri}");
            assert_eq!(
                descriptor["size"],
                self.disk.files()[uri].len(),
                "the size of {uri}"
            );
        }
        Ok(())
    }

    // D9
    async fn walks_every_directory(&mut self) -> Result<()> {
        for (directory, children) in self.disk.directories().clone() {
            let params = json!({"uri": directory});
            let found = self
                .all("resources/directory/read", "resources", params)
                .await?;
            assert_eq!(
                texts(&found, "uri")?,
                children.iter().map(String::as_str).collect::<Vec<_>>(),
                "{directory}"
            );
            for child in &found {
                let uri = child["uri"].as_str().unwrap_or_default();
                let is_directory = self.disk.directories().contains_key(uri);
                assert_eq!(
                    child["mimeType"] == "inode/directory",
                    is_directory,
                    "{uri}"
                );
            }
        }
        Ok(())
    }

    // D8, D9, D10: exactly the registered URIs, and one answer for all others.
    async fn refuses_what_is_not_there(&mut self) -> Result<()> {
        for (method, uris) in [
            (
                "skills/get",
                [
                    "skill://nobody/SKILL.md",
                    "skill://release-checklist/rollback/SKILL.md",
                    "SKILL://csv-cleaning/SKILL.md",
                    "skill://csv-cleaning/../csv-cleaning/SKILL.md",
                ],
            ),
            (
                "resources/read",
                [
                    "skill://nobody/SKILL.md",
                    "skill://csv-cleaning",
                    "skill://csv-cleaning/examples/customer list.csv",
                    "skill://csv-cleaning/examples/gr%c3%b6%c3%9fen.csv",
                ],
            ),
            (
                "resources/directory/read",
                [
                    "skill://nobody",
                    "skill://csv-cleaning/",
                    "skill://csv-cleaning/SKILL.md",
                    "skill://csv-cleaning/%65xamples",
                ],
            ),
        ] {
            let mut refusals = Vec::new();
            for uri in uris {
                refusals.push(self.refusal(method, json!({"uri": uri})).await?);
            }
            refusals.push(self.refusal(method, json!({"uri": 5})).await?);
            refusals.push(self.refusal(method, json!({})).await?);
            for (refusal, uri) in refusals.iter().zip(uris) {
                assert_eq!((refusal.code, &refusal.data), (-32602, &None), "{uri}");
                assert_eq!(refusal, &refusals[0], "{uri}");
            }
            assert!(refusals.iter().all(|refusal| refusal.code == -32602));
        }
        Ok(())
    }

    // A1, D10: no byte, and the same answer as for what does not exist.
    async fn refuses_what_is_concealed(&mut self, concealed: &Disk) -> Result<()> {
        let roots: Vec<_> = concealed.skills().into_iter().map(str::to_owned).collect();
        for (method, unknown, uris) in [
            ("skills/get", "skill://nobody/SKILL.md", roots),
            (
                "resources/read",
                "skill://nobody/SKILL.md",
                concealed.files().keys().cloned().collect(),
            ),
            (
                "resources/directory/read",
                "skill://nobody",
                concealed.directories().keys().cloned().collect(),
            ),
        ] {
            let expected = self.refusal(method, json!({"uri": unknown})).await?;
            for uri in uris {
                let refusal = self.refusal(method, json!({"uri": uri})).await?;
                assert_eq!(refusal, expected, "{method} of {uri}");
            }
        }
        Ok(())
    }

    // D5: malformed, forged, and what clients of other servers would try.
    async fn refuses_other_cursors(&mut self) -> Result<()> {
        let directory = "skill://csv-cleaning";
        for (method, params) in [
            ("skills/list", json!({})),
            ("resources/list", json!({})),
            ("resources/directory/read", json!({"uri": directory})),
        ] {
            for cursor in ["1", "garbage", "größe", &"A".repeat(48), &"A".repeat(49)] {
                let mut params = params.clone();
                params["cursor"] = cursor.into();
                let refusal = self.refusal(method, params).await?;
                assert_eq!(
                    (refusal.code, refusal.data),
                    (-32602, None),
                    "{method} {cursor}"
                );
            }
            // An empty one starts over.
            let mut params = params.clone();
            params["cursor"] = "".into();
            self.result(method, params).await?;
        }
        Ok(())
    }

    /// Every item of a list, page by page.
    async fn all(&mut self, method: &str, member: &str, params: Value) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        let mut params = params;
        loop {
            let result = self.result(method, params.clone()).await?;
            items.extend_from_slice(array(&result[member])?);
            let Some(cursor) = result.get("nextCursor") else {
                assert_eq!(own_keys(&result), [member]);
                return Ok(items);
            };
            // D5
            assert_eq!(cursor.as_str().map(str::len), Some(48));
            params["cursor"] = cursor.clone();
        }
    }

    async fn result(&mut self, method: &str, params: Value) -> Result<Value> {
        let result = self.client.result(method, params).await?;
        self.carries_its_hints(&result)?;
        Ok(result)
    }

    async fn refusal(&mut self, method: &str, params: Value) -> Result<Refusal> {
        self.client.refusal(method, params).await
    }

    // D4
    fn carries_its_hints(&self, result: &Value) -> Result<()> {
        let hints = ["resultType", "ttlMs", "cacheScope"].map(|key| result.get(key));
        let expected = [json!("complete"), json!(0), json!("private")];
        if self.client.version() == CURRENT {
            ensure!(hints == expected.each_ref().map(Some), "{result}");
        } else {
            ensure!(hints == [None; 3], "{result}");
        }
        Ok(())
    }
}

fn array(value: &Value) -> Result<&[Value]> {
    value
        .as_array()
        .map(Vec::as_slice)
        .with_context(|| format!("no list: {value}"))
}

fn texts<'a>(items: &'a [Value], key: &str) -> Result<Vec<&'a str>> {
    let texts = items.iter().map(|item| item[key].as_str());
    texts.collect::<Option<_>>().context("an item without it")
}

fn keys(value: &Value) -> Vec<&str> {
    let keys = value.as_object().into_iter().flat_map(Map::keys);
    let sorted: BTreeSet<_> = keys.map(String::as_str).collect();
    sorted.into_iter().collect()
}

/// The members of a result that are neither hints nor what the SDK adds for every server.
fn own_keys(result: &Value) -> Vec<&str> {
    let known = ["resultType", "ttlMs", "cacheScope", "_meta"];
    keys(result)
        .into_iter()
        .filter(|key| !known.contains(key))
        .collect()
}

fn bytes_of(content: &Value) -> Result<Vec<u8>> {
    match (content.get("text"), content.get("blob")) {
        (Some(Value::String(text)), None) => Ok(text.clone().into_bytes()),
        (None, Some(Value::String(blob))) => Ok(BASE64_STANDARD.decode(blob)?),
        _ => anyhow::bail!("neither text nor blob: {content}"),
    }
}
