//! Every valid case of the compiler's corpus, served by the adapter and judged by the `rmcp` SDK: by its server's
//! dispatcher before an answer leaves, and by its client's types and checks when it arrives (F6).

#[path = "../../../skills-compiler/tests/case/mod.rs"]
mod case;

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use rmcp::{
    RoleClient, ServiceExt as _,
    model::{Skill, validate_skills},
    service::RunningService,
};
use skills_compiler::{Source, compile};
use skills_journeys::sdk::get_as_listed;
use skills_runtime::{SkillSet, SkillsServer, SkillsService};

/// What the server of a case's skills says to a client beside it.
async fn listed(case: &Path) -> Result<Vec<Skill>> {
    let compiled = compile(Source::directory(case, "skills"), &case::options(case))?;
    let skills = compiled.skills();
    let set = SkillSet::from_pack(Vec::leak(compiled.into_pack()), "corpus")?;
    let server = SkillsServer::new(SkillsService::builder(set).build()?);
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let serving = tokio::spawn(async move {
        server
            .serve(theirs)
            .await?
            .waiting()
            .await
            .map_err(anyhow::Error::from)
    });
    let client: RunningService<RoleClient, ()> = ().serve(ours).await?;
    let listed = client.list_all_skills().await?;
    ensure!(
        listed.len() == skills,
        "{} of {skills} skills",
        listed.len()
    );
    for skill in &listed {
        get_as_listed(&client, skill).await?;
    }
    client.cancel().await?;
    serving.await??;
    Ok(listed)
}

// D2, F6
#[tokio::test]
async fn every_valid_case_is_valid_to_the_sdk() -> Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills-compiler/tests/corpus");
    let cases = case::cases(&corpus, "valid");
    assert!(cases.len() > 50, "the corpus is lost");
    for case in cases {
        let listed = listed(&case)
            .await
            .with_context(|| case.display().to_string())?;
        validate_skills(&listed).with_context(|| case.display().to_string())?;
    }
    Ok(())
}
