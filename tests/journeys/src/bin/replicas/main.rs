//! Two processes of one server behind nginx, which gives each request to the next of them.
//!
//! With one secret a client never notices: it pages through all skills, gets them and reads their files. With a secret
//! for each process the second page is refused, as `SkillsServiceBuilder::cursor_secret` says.

mod proxy;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use rmcp::{
    ServiceError,
    model::{ReadResourceRequestParams, Skill, SkillResources},
};
use skills_journeys::{
    CURRENT, Made, OLDER, Server, make,
    sdk::{self, Client, bytes_of, get_as_listed},
};
use tokio::process::Command;

use crate::proxy::Proxy;

/// Every so many skills, one is got and its files are read.
const STEP: usize = 10;

#[derive(Debug, Parser)]
#[command(about = "Two processes of one server behind nginx")]
struct Options {
    /// How many skills there are
    #[arg(long, default_value_t = 500)]
    skills: usize,

    /// Items on a page
    #[arg(long, default_value_t = 20)]
    page_size: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let skills = make(options.skills);
    for version in [OLDER, CURRENT] {
        let (replicas, proxy) = start(&options, ["one secret, 32 bytes or more long"; 2]).await?;
        let client = sdk::http(&proxy.url(), version, None).await?;
        let files = see_everything(&client, &skills).await?;
        client.cancel().await?;
        let [first, second] = proxy.shares(&replicas)?;
        ensure!(first.abs_diff(second) <= 1, "no round robin");
        println!(
            "one secret, {version}: {} skills in pages of {}, {files} files, {first} and {second} requests",
            skills.len(),
            options.page_size,
        );

        let secrets = [
            "the first one's secret, 32 bytes or more",
            "the other one's secret, 32 bytes or more",
        ];
        let (_replicas, proxy) = start(&options, secrets).await?;
        let client = sdk::http(&proxy.url(), version, None).await?;
        let refusal = refused(client.list_all_skills().await)?;
        client.cancel().await?;
        println!("two secrets, {version}: the second page is refused ({refusal})");
    }
    Ok(())
}

/// A server for each secret, and nginx before them.
async fn start(options: &Options, secrets: [&str; 2]) -> Result<([Server; 2], Proxy)> {
    let [first, second] = secrets.map(|secret| replica(options, secret));
    let replicas = [first.await?, second.await?];
    let proxy = Proxy::start(&replicas).await?;
    Ok((replicas, proxy))
}

async fn replica(options: &Options, secret: &str) -> Result<Server> {
    let program = std::env::current_exe()?.with_file_name("many-skills");
    let mut command = Command::new(program);
    command
        .args(["--skills", &options.skills.to_string()])
        .args(["--page-size", &options.page_size.to_string()])
        .env("CURSOR_SECRET", secret);
    Server::start(command).await
}

/// D5: pages from both processes make one list. Says how many files were read.
async fn see_everything(client: &Client, expected: &[Made]) -> Result<usize> {
    let skills = client.list_all_skills().await?;
    let found = skills.iter().map(|skill| skill.uri.as_str());
    ensure!(found.eq(expected.iter().map(Made::uri)), "other skills");
    let mut files = 0;
    for (skill, made) in skills.iter().zip(expected).step_by(STEP) {
        get_as_listed(client, skill).await?;
        files += read_files(client, skill, made).await?;
    }
    Ok(files)
}

async fn read_files(client: &Client, skill: &Skill, made: &Made) -> Result<usize> {
    let SkillResources::Files(files) = &skill.resources else {
        bail!("{} names no files", skill.uri);
    };
    for (file, (uri, expected)) in files.iter().zip(made.files()) {
        let result = client
            .read_resource(ReadResourceRequestParams::new(&file.uri))
            .await?;
        let content = result.contents.first().context("no content")?;
        let bytes = bytes_of(content)?;
        file.verify(&bytes)?;
        ensure!(
            file.uri == uri && bytes == expected,
            "{uri} is another file"
        );
    }
    Ok(files.len())
}

/// D5: a cursor under another key is refused like any other that is not valid.
fn refused(listed: Result<Vec<Skill>, ServiceError>) -> Result<String> {
    match listed {
        Err(ServiceError::McpError(error)) if error.code.0 == -32602 => {
            Ok(format!("{}: {}", error.code.0, error.message))
        }
        Err(other) => Err(other.into()),
        Ok(skills) => bail!("{} skills were listed", skills.len()),
    }
}
