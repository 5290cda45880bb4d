//! Directories.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The workspace's directory.
pub fn workspace() -> PathBuf {
    let mut directory = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    directory.pop();
    directory
}

/// Copies the directory `from`, with everything below it, to `to`, which is created.
///
/// # Errors
///
/// On whatever the file system refuses.
pub fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
