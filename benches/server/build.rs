//! Embeds the skills below the directory that `SKILLS_BENCH_TREE` names, or none.

use std::{env, fs, io, path::PathBuf, process::ExitCode};

use skills_compiler::{OptionError, Options, build};

fn main() -> io::Result<ExitCode> {
    println!("cargo::rerun-if-env-changed=SKILLS_BENCH_TREE");
    let options = options().map_err(io::Error::other)?;
    Ok(build::embed_with(&tree()?, &options))
}

/// The trees are made elsewhere, and the largest has more files than the default allows.
fn options() -> Result<Options, OptionError> {
    let mut options = Options::new();
    options
        .advice(false)
        .limit("catalog_files", 1_000_000)?
        .allow("outside_package")?;
    Ok(options)
}

fn tree() -> io::Result<String> {
    if let Ok(tree) = env::var("SKILLS_BENCH_TREE") {
        return Ok(tree);
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let none = PathBuf::from(out).join("none");
    fs::create_dir_all(&none)?;
    Ok(none.to_string_lossy().into_owned())
}
