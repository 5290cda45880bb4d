//! The same way with the client of the `rmcp` SDK, whose own code judges the entries while it lists and gets, and every
//! file's size and digest.

use anyhow::{Context as _, Result, bail};
use rmcp::{
    ServiceError,
    model::{
        GetSkillRequestParams, PaginatedRequestParams, ReadResourceDirectoryRequestParams,
        ReadResourceRequestParams, Skill, SkillResources, validate_skills,
    },
};
use skills_journeys::{
    CURRENT, Disk, OLDER, Server, program,
    sdk::{self, bytes_of, get_as_listed},
};

#[tokio::test]
async fn over_stdio() -> Result<()> {
    for version in [CURRENT, OLDER] {
        travel(sdk::stdio(program()?, &["stdio"], version).await?, version).await?;
    }
    Ok(())
}

#[tokio::test]
async fn over_http() -> Result<()> {
    let example = Server::example(&[]).await?;
    for version in [CURRENT, OLDER] {
        travel(sdk::http(example.url(), version, None).await?, version).await?;
    }
    Ok(())
}

async fn travel(client: sdk::Client, version: &str) -> Result<()> {
    let disk = Disk::read()?;
    declares_what_it_serves(&client, version)?;
    let skills = lists_every_skill(&client, &disk).await?;
    for skill in &skills {
        // D2
        get_as_listed(&client, skill).await?;
        reads_every_file(&client, &disk, skill).await?;
    }
    lists_every_file(&client, &disk).await?;
    walks_every_directory(&client, &disk).await?;
    refuses_what_is_not_there(&client).await?;
    client.cancel().await?;
    Ok(())
}

// D1
fn declares_what_it_serves(client: &sdk::Client, version: &str) -> Result<()> {
    let info = client.peer_info().context("the server did not open")?;
    assert_eq!(info.protocol_version.as_str(), version);
    assert!(info.capabilities.resources.is_some());
    assert!(info.capabilities.supports_skills());
    assert!(info.capabilities.supports_directory_read());
    Ok(())
}

// D2, D3
async fn lists_every_skill(client: &sdk::Client, disk: &Disk) -> Result<Vec<Skill>> {
    let skills = client.list_all_skills().await?;
    validate_skills(&skills)?;
    let uris: Vec<_> = skills.iter().map(|skill| skill.uri.as_str()).collect();
    assert_eq!(uris, disk.skills());
    Ok(skills)
}

// D8, S1, S3
async fn reads_every_file(client: &sdk::Client, disk: &Disk, skill: &Skill) -> Result<()> {
    let files = disk.files_of(&skill.uri);
    let SkillResources::Files(resources) = &skill.resources else {
        bail!("{} names no files", skill.uri);
    };
    let listed: Vec<_> = resources.iter().map(|file| file.uri.as_str()).collect();
    assert_eq!(listed, files.keys().copied().collect::<Vec<_>>());
    for resource in resources {
        let request = ReadResourceRequestParams::new(&resource.uri);
        let result = client.read_resource(request).await?;
        let [content] = result.contents.as_slice() else {
            bail!("{} is not one content item", resource.uri);
        };
        let bytes = bytes_of(content)?;
        resource.verify(&bytes)?;
        assert_eq!(bytes, files[resource.uri.as_str()]);
    }
    Ok(())
}

// D7
async fn lists_every_file(client: &sdk::Client, disk: &Disk) -> Result<()> {
    let resources = client.list_all_resources().await?;
    let uris = resources.iter().map(|resource| &resource.uri);
    assert!(uris.eq(disk.files().keys()));
    Ok(())
}

// D9
async fn walks_every_directory(client: &sdk::Client, disk: &Disk) -> Result<()> {
    for (directory, children) in disk.directories() {
        let request = ReadResourceDirectoryRequestParams::new(directory);
        let found = client.read_resource_directory(request).await?.resources;
        assert!(found.iter().map(|child| &child.uri).eq(children));
        for child in &found {
            let is_directory = disk.directories().contains_key(&child.uri);
            assert_eq!(child.is_directory(), is_directory, "{}", child.uri);
        }
    }
    Ok(())
}

// D5, D10
async fn refuses_what_is_not_there(client: &sdk::Client) -> Result<()> {
    let uri = "skill://nobody/SKILL.md";
    let cursor = Some(PaginatedRequestParams::default().with_cursor(Some("1".to_owned())));
    for refused in [
        client
            .get_skill(GetSkillRequestParams::new(uri))
            .await
            .err(),
        client
            .read_resource(ReadResourceRequestParams::new(uri))
            .await
            .err(),
        client.list_skills(cursor.clone()).await.err(),
        client.list_resources(cursor).await.err(),
    ] {
        let Some(ServiceError::McpError(error)) = refused else {
            bail!("{refused:?} is no refusal");
        };
        assert_eq!((error.code.0, error.data), (-32602, None));
    }
    Ok(())
}
