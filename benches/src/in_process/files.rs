//! Large files as JSON, beside the SDK's way and the libraries that were not taken.

use std::{hint::black_box, path::PathBuf};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rmcp::handler::server::skill_catalog::SkillCatalog;
use skills_runtime::{RequestView, SkillsService};

use super::Comparison;
use crate::{VERSION, catalogs::catalog, report::Target, servers::Servers, timing::Work, tree};

/// What comes of a mebibyte at most.
const ROOM: usize = 8 << 20;

pub(super) fn comparisons(servers: &Servers) -> anyhow::Result<Vec<Comparison>> {
    let mut all = vec![
        read(servers, "text", "large.md", 1.0 / 3.0)?,
        read(servers, "binary", "large.bin", 1.0 / 4.0)?,
    ];
    all.extend(libraries()?);
    Ok(all)
}

/// A read of ours into a reused buffer, beside the SDK's: both are the result without its envelope.
fn read(servers: &Servers, kind: &str, file: &str, most: f64) -> anyhow::Result<Comparison> {
    let uri = format!("skill://reads/{file}");
    let service = SkillsService::builder(catalog(tree::reads())?).build()?;
    Ok(Comparison {
        what: format!("read of 1 MiB {kind} into a reused buffer"),
        beside: "rmcp `SkillCatalog`",
        target: Some(Target::RatioAtMost(most)),
        ours: into_buffer({
            let uri = uri.clone();
            move |buffer| {
                let body = service.read(&RequestView::new(VERSION), &uri);
                let written = body.map(|body| body.write_to(buffer));
                assert!(matches!(written, Ok(Ok(()))));
            }
        }),
        theirs: sdk(servers.reads()?, uri)?,
    })
}

fn sdk(skills: PathBuf, uri: String) -> anyhow::Result<Work<'static>> {
    let catalog = SkillCatalog::from_dir(skills)?;
    Ok(into_buffer(move |buffer| {
        let result = catalog.read_resource(&uri);
        let written = result.map(|result| serde_json::to_writer(buffer, &result));
        assert!(matches!(written, Some(Ok(()))));
    }))
}

fn libraries() -> anyhow::Result<Vec<Comparison>> {
    let file = |name: &str| {
        let mut files = tree::reads().into_iter();
        let file = files.find(|(path, _)| path.ends_with(name));
        file.map(|(_, content)| content).context("no such file")
    };
    let (text, bytes) = (String::from_utf8(file("large.md")?)?, file("large.bin")?);
    Ok(vec![
        Comparison {
            what: "`json-escape-simd`, 1 MiB".to_owned(),
            beside: "`serde_json`",
            target: None,
            ours: into_buffer({
                let text = text.clone();
                move |buffer| json_escape_simd::escape_into(&text, buffer)
            }),
            theirs: into_buffer(move |buffer| {
                assert!(serde_json::to_writer(buffer, &text).is_ok());
            }),
        },
        Comparison {
            what: "`base64-simd`, 1 MiB".to_owned(),
            beside: "`base64`",
            target: None,
            ours: into_buffer({
                let bytes = bytes.clone();
                move |buffer| base64_simd::STANDARD.encode_append(&bytes, buffer)
            }),
            theirs: into_buffer(move |buffer| {
                buffer.resize(bytes.len().div_ceil(3) * 4, 0);
                assert!(STANDARD.encode_slice(&bytes, buffer).is_ok());
            }),
        },
    ])
}

fn into_buffer(write: impl Fn(&mut Vec<u8>) + 'static) -> Work<'static> {
    let mut buffer = Vec::with_capacity(ROOM);
    Box::new(move || {
        buffer.clear();
        write(&mut buffer);
        black_box(&buffer);
    })
}
