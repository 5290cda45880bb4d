//! The client of the `rmcp` SDK against a server, over HTTP and over stdio, in both of the protocol's eras. What the
//! server says is judged by the client's own code: entries by `validate_skills`, the size and digest of every file by
//! `SkillResource::verify`. It leaves the comparison of frontmatter to its host, so there is none here.

use anyhow::{Context as _, Result, bail, ensure};
use rmcp::{
    ServiceError,
    model::{
        GetSkillRequestParams, PaginatedRequestParams, ReadResourceRequestParams, Skill,
        SkillResource, SkillResources, validate_skills,
    },
};
use skills_journeys::{
    CURRENT, OLDER,
    sdk::{self, Client, bytes_of, get_as_listed},
};

const PAGE_SIZE: usize = 2;

/// How a server is reached, and as whom.
struct Connections {
    url: String,
    token: String,
    command: String,
    arguments: Vec<String>,
}

/// What was seen over one connection.
struct Seen {
    skills: Vec<Skill>,
    pages: usize,
    files: usize,
    verified: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || {
        arguments
            .next()
            .context("expected URL TOKEN COMMAND ARGUMENTS…")
    };
    let connections = Connections {
        url: next()?,
        token: next()?,
        command: next()?,
        arguments: arguments.collect(),
    };
    for version in [OLDER, CURRENT] {
        check(&connections, version).await?;
    }
    Ok(())
}

async fn check(connections: &Connections, version: &str) -> Result<()> {
    let all = connections.connect("staff", version).await?;
    let everything = see(&all).await?;
    row(version, "http", "staff", &everything);
    let other = connections.connect("other", version).await?;
    let seen = see(&other).await?;
    row(version, "http", "other", &seen);
    conceals(&other, &everything.skills, &seen.skills).await?;
    // A server on standard streams has one caller, who started it.
    let local = connections.connect("local", version).await?;
    let seen = see(&local).await?;
    row(version, "stdio", "local", &seen);
    ensure!(
        seen.skills == everything.skills,
        "other skills over standard streams"
    );
    for client in [all, other, local] {
        client.cancel().await?;
    }
    Ok(())
}

impl Connections {
    async fn connect(&self, caller: &str, version: &str) -> Result<Client> {
        match caller {
            "staff" => sdk::http(&self.url, version, Some(&self.token)).await,
            "other" => sdk::http(&self.url, version, None).await,
            _ => sdk::stdio(&self.command, &self.arguments, version).await,
        }
    }
}

fn row(version: &str, transport: &str, caller: &str, seen: &Seen) {
    let Seen {
        skills,
        pages,
        files,
        verified,
    } = seen;
    let skills = skills.len();
    println!("rmcp\t{transport}\t{version}\t{caller}\t{skills}\t{pages}\t{files}\t{verified}");
}

async fn see(client: &Client) -> Result<Seen> {
    let (skills, pages) = list_pages(client).await?;
    ensure!(
        skills == client.list_all_skills().await?,
        "the pages differ from the whole list"
    );
    ensure!(pages > 1, "the server lists everything on one page");
    validate_skills(&skills)?;
    let mut seen = Seen {
        skills,
        pages,
        files: 0,
        verified: 0,
    };
    for skill in &seen.skills {
        get_as_listed(client, skill).await?;
        for file in files_of(skill)? {
            verify(client, file).await?;
            seen.files += 1;
            seen.verified += 1;
        }
    }
    Ok(seen)
}

/// Every entry, page by page as the server gives them, and how many pages there were.
async fn list_pages(client: &Client) -> Result<(Vec<Skill>, usize)> {
    let (mut skills, mut pages) = (Vec::new(), 0);
    let mut cursor = None;
    loop {
        let request = PaginatedRequestParams::default().with_cursor(cursor);
        let page = client.list_skills(Some(request)).await?;
        ensure!(
            page.skills.len() <= PAGE_SIZE,
            "a page of {} skills",
            page.skills.len()
        );
        skills.extend(page.skills);
        pages += 1;
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok((skills, pages));
        }
    }
}

/// Reads a file and lets the client judge it, and makes sure that it would have noticed another file.
async fn verify(client: &Client, file: &SkillResource) -> Result<()> {
    let result = client
        .read_resource(ReadResourceRequestParams::new(&file.uri))
        .await?;
    let [content] = result.contents.as_slice() else {
        bail!("{} is not one content item", file.uri);
    };
    let mut bytes = bytes_of(content)?;
    file.verify(&bytes)?;
    bytes.push(b'!');
    ensure!(
        file.verify(&bytes).is_err(),
        "{} passes with other bytes",
        file.uri
    );
    Ok(())
}

/// A2, D10: what a caller may not see is left out of the list, and refused as if there were none.
async fn conceals(client: &Client, everything: &[Skill], seen: &[Skill]) -> Result<()> {
    let (concealed, visible): (Vec<_>, Vec<_>) =
        everything.iter().partition(|skill| is_for_staff(skill));
    ensure!(
        seen.iter().eq(visible),
        "not all skills but those for staff"
    );
    ensure!(concealed.len() >= 2, "too few skills to conceal");
    for skill in concealed {
        let got = client.get_skill(GetSkillRequestParams::new(&skill.uri));
        refused(got.await.err())?;
        for file in files_of(skill)? {
            let read = client.read_resource(ReadResourceRequestParams::new(&file.uri));
            refused(read.await.err())?;
        }
    }
    Ok(())
}

fn refused(error: Option<ServiceError>) -> Result<()> {
    match error {
        Some(ServiceError::McpError(error)) if error.code.0 == -32602 => Ok(()),
        other => bail!("{other:?} where a concealed skill is refused"),
    }
}

fn is_for_staff(skill: &Skill) -> bool {
    skill
        .frontmatter
        .extra
        .get("metadata")
        .is_some_and(|metadata| metadata["audience"] == "staff")
}

fn files_of(skill: &Skill) -> Result<&[SkillResource]> {
    match &skill.resources {
        SkillResources::Files(files) => Ok(files),
        _ => bail!("{} names no files", skill.uri),
    }
}
