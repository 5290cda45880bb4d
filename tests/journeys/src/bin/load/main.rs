//! Many clients at once, while what each of them may see keeps changing.
//!
//! A server of its own process hides another group of skills every few hundred requests. No client can know which one,
//! but an answer has to be true at some time: a chain of pages that is complete equals what its caller sees while one
//! group is hidden, and a chain that is not is refused as stale; what no caller but another may see is never answered,
//! and what is never hidden always is. At the end nothing may have failed, and the server's memory has to be where it
//! was.

mod client;
mod memory;
mod tally;
mod world;

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use skills_journeys::{CALLERS, Server};
use tokio::{
    process::Command,
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{client::Client, memory::resident, tally::Tally, world::World};

/// How much an allocator that serves many threads may still grow after a short time to warm up, in KiB. What leaks with
/// every request is more.
const SLACK: u64 = 4 << 10;

#[derive(Debug, Parser)]
#[command(about = "Many clients at once, while what each of them may see keeps changing")]
struct Options {
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// How many at once
    #[arg(long, default_value_t = 64)]
    clients: usize,

    /// How many skills there are
    #[arg(long, default_value_t = 200)]
    skills: usize,

    /// After how many requests another group is hidden
    #[arg(long, default_value_t = 500)]
    change_after: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let server = start(&options).await?;
    let world = Arc::new(World::new(options.skills));
    let length = Duration::from_secs(options.seconds);

    // Everything is asked for once and every connection is open before memory is looked at.
    let warm = run(&options, &server, &world, length / 2).await?;
    sleep(Duration::from_secs(1)).await;
    let before = resident(server.process()?)?;
    let tally = run(&options, &server, &world, length).await?;
    sleep(Duration::from_secs(1)).await;
    let after = resident(server.process()?)?;

    println!(
        "{} clients as {CALLERS} callers, {} skills, {} s after {} s to warm up, another group hidden every {} requests",
        options.clients,
        options.skills,
        length.as_secs_f32(),
        (length / 2).as_secs_f32(),
        options.change_after,
    );
    tally.print(length);
    println!("memory           {before} KiB at the start, {after} KiB at the end");
    warm.check().context("while it warmed up")?;
    tally.check()?;
    ensure!(
        after <= before + before / 20 + SLACK,
        "the server's memory grew"
    );
    Ok(())
}

async fn start(options: &Options) -> Result<Server> {
    let program = std::env::current_exe()?.with_file_name("many-skills");
    let mut command = Command::new(program);
    command
        .args(["--skills", &options.skills.to_string()])
        .args(["--page-size", "20"])
        .args(["--change-after", &options.change_after.to_string()]);
    Server::start(command).await
}

/// Lets every client do as it likes for a while.
async fn run(
    options: &Options,
    server: &Server,
    world: &Arc<World>,
    length: Duration,
) -> Result<Arc<Tally>> {
    let tally = Arc::new(Tally::default());
    let end = Instant::now() + length;
    let mut clients = JoinSet::new();
    for number in 0..options.clients {
        let client = Client::new(number, server.url(), world.clone(), tally.clone())?;
        clients.spawn(client.run_until(end));
    }
    while let Some(ended) = clients.join_next().await {
        if ended.is_err() {
            bail!("a client panicked");
        }
    }
    Ok(tally)
}
